import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { findOwnFollows, followSubject, unfollowSubject } from './follows.server.ts';
import type { SubjectKind } from './subject-kind.server.ts';

const PAGE = 100;

export const followAnswers = (kinds: readonly SubjectKind[]): SiteAnswer[] => [
  answer(calls.findFollows, async (current: Current, { query: { after } }) => {
    const { follows, next } = await findOwnFollows(current, kinds, { after, limit: PAGE });
    return { data: follows, ...(next !== undefined && { pages: { next: { after: next } } }) };
  }),
  answer(
    calls.followSubject,
    async (current: Current, { params: { subject } }) => {
      await followSubject(current, kinds, subject);
      return { status: 204 };
    },
    { params: { subject: 'posts.feed:news' } },
  ),
  answer(
    calls.unfollowSubject,
    async (current: Current, { params: { subject } }) => {
      await unfollowSubject(current, kinds, subject);
      return { status: 204 };
    },
    { params: { subject: 'posts.feed:news' } },
  ),
];
