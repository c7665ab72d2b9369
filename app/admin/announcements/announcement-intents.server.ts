import { redirect } from 'react-router';

import { getAnnouncement, listAnnouncements } from '#app/announcements/announcement-list.server.ts';
import { ANNOUNCEMENT_PHASES, MAX_LIVE } from '#app/announcements/announcement.ts';
import type { AnnouncementPhase } from '#app/announcements/announcement.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  duplicateAnnouncement,
  publishAnnouncement,
  publishAnnouncements,
  putVersionBack,
  saveAnnouncement,
  stopAnnouncement,
  stopAnnouncements,
} from '#app/announcements/announcements.server.ts';
import { readAnnouncement, readNewAnnouncement } from '#app/announcements/typed-announcement.server.ts';
import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams, TextKey } from '#app/current/locale.ts';
import { visibleGames } from '#app/games/games.server.ts';

import { SELECTED, WHOLE } from '../bulk/selection.ts';

const PATH = '/admin/game-announcements';

interface AskedList {
  readonly phase: AnnouncementPhase;
  readonly game: string | undefined;
}

/** @param read a query, or the field that has its value; what is not understood is left out */
export function readList({ actor }: Current, read: (name: string) => string | null): AskedList {
  return {
    phase: ANNOUNCEMENT_PHASES.find((phase) => phase === read('state')) ?? 'live',
    game: visibleGames(actor).find(({ slug }) => slug === read('game'))?.slug,
  };
}

export function announcementListIntents(params: LocaleParams): FormIntents {
  return {
    'announcements.create': {
      least: 'staff',
      audit: 'announcement.create',
      run: async (current, fields) => {
        const announcementId = await createAnnouncement(current, readNewAnnouncement(fields));
        return redirect(inLocale(params, `${PATH}/${announcementId}`), 303);
      },
    },
    'announcements.stopMany': {
      least: 'staff',
      audit: 'announcement.stop',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const stopped = await stopAnnouncements(current, await chosenIds(current, fields));
        const undo = { intent: 'announcements.publishMany', fields: { ids: stopped.join(' ') } };
        return {
          text: 'admin.announcements.stoppedMany',
          values: { count: stopped.length },
          undo: stopped.length === 0 ? undefined : undo,
        };
      },
    },
    'announcements.publishMany': {
      least: 'staff',
      audit: 'announcement.publish',
      unaudited: NO_CHANGE,
      text: 'admin.announcements.liveAgain',
      run: (current, fields) => publishAnnouncements(current, fields.text('ids').split(' ')),
    },
  };
}

/** The chosen rows, or all that the list finds. */
async function chosenIds(current: Current, fields: FormFields): Promise<string[]> {
  if (!fields.has(WHOLE)) return fields.all(SELECTED);
  const list = readList(current, (name) => fields.raw(name));
  const { announcements } = await listAnnouncements(current, { ...list, after: undefined, limit: MAX_LIVE });
  return announcements.map(({ announcementId }) => announcementId);
}

/** Of the page of one. */
export function announcementIntents(params: LocaleParams & { readonly announcementId: string }): FormIntents {
  const { announcementId } = params;
  return {
    'announcements.save': {
      least: 'staff',
      audit: 'announcement.save',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const rev = readRev(fields.text('rev'));
        const is = await saveAnnouncement(current, { announcementId, rev }, readAnnouncement(fields));
        const undo = { intent: 'announcements.putBack', fields: { version: fields.text('version'), rev: String(is) } };
        return { text: 'admin.announcements.saved', ...(is !== rev && { undo }) };
      },
    },
    'announcements.putBack': {
      least: 'staff',
      audit: 'announcement.putBack',
      unaudited: NO_CHANGE,
      text: 'admin.announcements.wasPutBack',
      run: (current, fields) =>
        putVersionBack(current, { announcementId, rev: readRev(fields.text('rev')) }, readRev(fields.text('version'))),
    },
    ...stateIntents(announcementId),
    'announcements.duplicate': {
      least: 'staff',
      audit: 'announcement.create',
      run: async (current) => {
        const copyId = await duplicateAnnouncement(current, announcementId);
        return redirect(inLocale(params, `${PATH}/${copyId}?done=copied`), 303);
      },
    },
    'announcements.delete': {
      least: 'staff',
      audit: 'announcement.delete',
      run: async (current) => {
        await deleteAnnouncement(current, announcementId);
        return redirect(inLocale(params, PATH), 303);
      },
    },
  };
}

function stateIntents(announcementId: string): FormIntents {
  return {
    'announcements.publish': {
      least: 'staff',
      audit: 'announcement.publish',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await publishAnnouncement(current, announcementId);
        const { phase } = await getAnnouncement(current, announcementId);
        return { text: PUBLISHED[phase], undo: { intent: 'announcements.stop', fields: {} } };
      },
    },
    'announcements.stop': {
      least: 'staff',
      audit: 'announcement.stop',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await stopAnnouncement(current, announcementId);
        return { text: 'admin.announcements.stoppedNow', undo: { intent: 'announcements.publish', fields: {} } };
      },
    },
  };
}

const PUBLISHED = {
  live: 'admin.announcements.published',
  scheduled: 'admin.announcements.publishedLater',
  ended: 'admin.announcements.publishedOver',
  // Somebody else meanwhile.
  draft: 'admin.announcements.stoppedNow',
  stopped: 'admin.announcements.stoppedNow',
} as const satisfies Readonly<Record<AnnouncementPhase, TextKey>>;

/** That of no version for what is none. */
function readRev(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
