import { redirect } from 'react-router';

import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { Problem } from '#lib/problem.ts';

import { noLevel } from '../problems.ts';
import {
  addPlaylistLevel,
  createPlaylist,
  deletePlaylist,
  describePlaylist,
  forkPlaylist,
  movePlaylistLevel,
  removePlaylistLevel,
  restorePlaylist,
} from './own-playlists.server.ts';
import { playlistSubject } from './playlist-updates.server.ts';
import { PlaylistWords, levelIdIn } from './playlist.ts';

interface PageParams {
  readonly locale?: string | undefined;
  readonly playlistId?: string | undefined;
}

export function playlistIntents({ locale, playlistId = '' }: PageParams): FormIntents {
  return {
    'playlist.fork': {
      least: 'authenticated',
      run: async (current) => redirect(editPath(locale, await forkPlaylist(current, playlistId))),
    },
    ...followIntents([playlistSubject]),
  };
}

export function ownPlaylistsIntents({ locale }: PageParams): FormIntents {
  return {
    'playlists.create': {
      least: 'authenticated',
      run: async (current, fields) => redirect(editPath(locale, await createPlaylist(current, readWords(fields)))),
    },
    'playlists.delete': {
      least: 'authenticated',
      run: async (current, fields) => {
        const itemId = await deletePlaylist(current, fields.text('playlistId'));
        return {
          text: 'arcade.playlists.deleteDone',
          undo: { intent: 'playlists.restore', fields: { itemId } },
        };
      },
    },
    'playlists.restore': {
      least: 'authenticated',
      text: 'arcade.playlists.restoreDone',
      run: (current, fields) => restorePlaylist(current, fields.text('itemId')),
    },
  };
}

export function playlistEditIntents({ playlistId = '' }: PageParams): FormIntents {
  return {
    'edit.describe': {
      least: 'authenticated',
      text: 'arcade.edit.describeDone',
      run: (current, fields) => describePlaylist(current, playlistId, readWords(fields)),
    },
    'edit.add': {
      least: 'authenticated',
      run: async (current, fields) => {
        const levelId = levelIdIn(fields.text('level'));
        const adding = levelId === undefined ? refuseLevel() : addPlaylistLevel(current, playlistId, levelId);
        await atField('level', adding, ({ code }) => code === noLevel.code);
        return { text: 'arcade.edit.addDone', next: 'level' };
      },
    },
    'edit.putBack': {
      least: 'authenticated',
      text: 'arcade.edit.putBackDone',
      run: (current, fields) =>
        addPlaylistLevel(current, playlistId, fields.text('levelId'), Number(fields.text('at')) || 0),
    },
    'edit.remove': {
      least: 'authenticated',
      run: async (current, fields) => {
        const levelId = fields.text('levelId');
        const at = await removePlaylistLevel(current, playlistId, levelId);
        const undo = { intent: 'edit.putBack', fields: { levelId, at: String(at) } };
        return { text: 'arcade.edit.removeDone', undo: at === -1 ? undefined : undo };
      },
    },
    'edit.up': moveBy(playlistId, -1),
    'edit.down': moveBy(playlistId, 1),
  };
}

function moveBy(playlistId: string, step: -1 | 1): FormIntent {
  return {
    least: 'authenticated',
    run: async (current, fields) => {
      const levelId = fields.text('levelId');
      await movePlaylistLevel(current, playlistId, levelId, step);
      return { text: 'arcade.edit.moveDone', next: moveButtonId(levelId, step) };
    },
  };
}

/** Of the button that moves a level, which keeps the focus. */
function moveButtonId(levelId: string, step: -1 | 1): string {
  return `${step === -1 ? 'up' : 'down'}-${levelId}`;
}

async function refuseLevel(): Promise<never> {
  throw new Problem(noLevel);
}

function readWords(fields: FormFields): PlaylistWords {
  return fields.parse(PlaylistWords, { name: fields.raw('name'), note: fields.raw('note') });
}

function editPath(locale: string | undefined, playlistId: string): string {
  const path = `/games/levelhead/playlists/${playlistId}/edit`;
  return inLocale({ locale }, path);
}
