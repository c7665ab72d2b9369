import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import * as following from '#app/following/calls.ts';
import { followSubject, unfollowSubject } from '#app/following/follows.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { HALLS } from '../browse/search-words.ts';
import type { Hall } from '../browse/search-words.ts';
import { noSavedSearch, unnamedSearch } from '../problems.ts';
import { SavedName } from './saved-search.ts';
import {
  chooseDefault,
  deleteSearch,
  openSearch,
  queryOfHall,
  renameSearch,
  renewFeed,
  restoreSearch,
  saveSearch,
} from './saved-searches.server.ts';
import { searchSubject } from './search-alerts.server.ts';

export const SAVED_SEARCH_INTENTS: FormIntents = {
  'hall.saveSearch': {
    least: 'authenticated',
    run: async (current, fields) => {
      const hall = readHall(fields);
      const name = readName(fields);
      const words = { q: fields.raw('q'), sort: fields.raw('sort'), hide: fields.raw('hide') };
      await saveSearch(current, hall, name, queryOfHall(hall, words));
      return { text: 'arcade.saved.done', values: { name } };
    },
  },
  'hall.openSearch': {
    least: 'authenticated',
    run: async (current, fields) => {
      const { hall, query } = await openSearch(current, readSlot(fields));
      const locale = fields.raw('locale');
      const path = `/games/levelhead/${hall}?${query}`;
      return redirect(inLocale({ locale }, path), 303);
    },
  },
  'hall.renameSearch': {
    least: 'authenticated',
    run: async (current, fields) => {
      const name = readName(fields);
      await renameSearch(current, readSlot(fields), name);
      return { text: 'arcade.saved.renamed', values: { name } };
    },
  },
  'hall.deleteSearch': {
    least: 'authenticated',
    run: async (current, fields) => {
      const slot = readSlot(fields);
      const name = await deleteSearch(current, slot);
      return {
        text: 'arcade.saved.deleted',
        values: { name },
        undo: { intent: 'hall.restoreSearch', fields: { slot: String(slot) } },
      };
    },
  },
  'hall.restoreSearch': {
    least: 'authenticated',
    text: 'arcade.saved.restored',
    run: (current, fields) => restoreSearch(current, readSlot(fields)),
  },
  'hall.chooseDefault': {
    least: 'authenticated',
    text: 'arcade.saved.defaultChosen',
    run: (current, fields) => chooseDefault(current, readHall(fields), readSlot(fields)),
  },
  'hall.dropDefault': {
    least: 'authenticated',
    text: 'arcade.saved.defaultDropped',
    run: (current, fields) => chooseDefault(current, readHall(fields), undefined),
  },
  'hall.followSearch': {
    least: following.followSubject.least,
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      const { title } = await followSubject(current, [searchSubject], subject);
      const undo = { intent: 'hall.unfollowSearch', fields: { subject } };
      return { text: 'arcade.saved.followed', values: { name: title }, undo };
    },
  },
  'hall.unfollowSearch': {
    least: following.unfollowSubject.least,
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      await unfollowSubject(current, [searchSubject], subject);
      return { text: 'arcade.saved.unfollowed', undo: { intent: 'hall.followSearch', fields: { subject } } };
    },
  },
  'hall.renewFeed': {
    least: 'authenticated',
    text: 'arcade.saved.feedRenewed',
    run: (current, fields) => renewFeed(current, readSlot(fields)),
  },
};

function readHall(fields: FormFields): Hall {
  const hall = HALLS.find((one) => one === fields.raw('hall'));
  if (hall === undefined) throw new Problem(noSavedSearch);
  return hall;
}

function readSlot(fields: FormFields): number {
  const slot = fields.raw('slot');
  if (!/^\d{1,2}$/.test(slot)) throw new Problem(noSavedSearch);
  return Number(slot);
}

function readName(fields: FormFields): string {
  const { data } = SavedName.safeParse(fields.raw('name'));
  if (data === undefined) throw problemAt('name', unnamedSearch);
  return data;
}
