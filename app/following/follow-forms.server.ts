import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { games } from '#content/games.ts';

import * as calls from './calls.ts';
import { FOLLOW_BUTTON } from './follow.ts';
import { followSubject, unfollowSubject } from './follows.server.ts';
import { chooseGameParts } from './game-follows.server.ts';
import type { SubjectKind } from './subject-kind.server.ts';

export const followIntents = (kinds: readonly SubjectKind[]): FormIntents => ({
  'following.follow': {
    least: calls.followSubject.least,
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      const { title } = await followSubject(current, kinds, subject);
      const undo = { intent: 'following.unfollow', fields: { subject } };
      return { text: 'following.form.followed', values: { title }, undo, next: FOLLOW_BUTTON };
    },
  },
  'following.unfollow': {
    least: calls.unfollowSubject.least,
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      await unfollowSubject(current, kinds, subject);
      const undo = { intent: 'following.follow', fields: { subject } };
      return { text: 'following.form.unfollowed', undo, next: FOLLOW_BUTTON };
    },
  },
  'following.chooseParts': {
    least: 'authenticated',
    run: async (current, fields) => {
      const slug = fields.raw('game');
      const chosen = fields.all('part').flatMap((subjects) => subjects.split(' ').filter((one) => one !== ''));
      const before = await chooseGameParts(current, kinds, slug, chosen);
      const undo = { intent: 'following.chooseParts', fields: { game: slug, part: before.join(' ') } };
      if (chosen.length === 0) return { text: 'following.form.unfollowed', undo };
      return {
        text: 'following.form.followed',
        values: { title: games.find((one) => one.slug === slug)?.name ?? slug },
        undo,
      };
    },
  },
});
