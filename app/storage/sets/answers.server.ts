import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import { withKeptPeople } from './kept-people.server.ts';
import type { SetPage } from './pages.server.ts';
import { findSetHistory } from './set-history.server.ts';
import type { SetOrder } from './set.ts';
import {
  addMembers,
  clearSet,
  countHolders,
  countMembers,
  findHolders,
  findMembers,
  removeMembers,
} from './sets.server.ts';

const LIKES = { crateId: 'levelhead', set: 'likes', owner: '@me' };

const ANSWERS: SiteAnswer[] = [
  answer(
    calls.findMembers,
    async (current: Current, { params: { crateId, set, owner }, query }) => {
      if (query.count === true) return { data: await countMembers(current, crateId, { set, owner }) };
      return pageReply(await findMembers(current, crateId, { ...query, set, owner }), query.sort);
    },
    { params: LIKES, query: { limit: '2' } },
  ),
  answer(
    calls.findHolders,
    async (current: Current, { params: { crateId, set, member }, query }) => {
      if (query.count === true) return { data: await countHolders(current, crateId, { set, member }) };
      return pageReply(await findHolders(current, crateId, { ...query, set, member }));
    },
    { params: { crateId: 'levelhead', set: 'likes', member: '0hds26q' } },
  ),
  answer(
    calls.addMembers,
    async (current: Current, { params: { crateId, set, owner, members } }) => {
      await addMembers(current, crateId, { set, owner, members: parseList(members) });
      return { status: 204 };
    },
    { params: { ...LIKES, members: '0hds26q' } },
  ),
  answer(
    calls.removeMembers,
    async (current: Current, { params: { crateId, set, owner, members } }) => {
      await removeMembers(current, crateId, { set, owner, members: parseList(members) });
      return { status: 204 };
    },
    { params: { ...LIKES, members: '0hds26q' } },
  ),
  answer(
    calls.clearSet,
    async (current: Current, { params: { crateId, set, owner } }) => {
      await clearSet(current, crateId, { set, owner });
      return { status: 204 };
    },
    { params: LIKES },
  ),
  answer(
    calls.listSetHistory,
    async (current: Current, { params: { crateId, set, owner }, query }) => {
      const { changes, hasMore } = await findSetHistory(current, crateId, { ...query, set, owner });
      return { data: changes, ...(hasMore && { pages: { next: { beforeId: changes.at(-1)?._id } } }) };
    },
    { params: LIKES, query: { limit: '2' } },
  ),
];

export const setAnswers = ANSWERS.map(withKeptPeople);

/** The parameter of the next page is that of the order. */
function pageReply({ rows, hasMore }: SetPage, sort: SetOrder = 'createdAt'): Reply {
  const last = rows.at(-1);
  if (!hasMore || last === undefined) return { data: rows };
  const next = {
    createdAt: { beforeId: last._id },
    '-createdAt': { afterId: last._id },
    member: { beforeMember: last.member },
    '-member': { afterMember: last.member },
  }[sort];
  return { data: rows, pages: { next } };
}

/** Tools send an empty one at the end. */
function parseList(members: string): string[] {
  return members.split(',').filter((member) => member !== '');
}
