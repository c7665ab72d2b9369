import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { banAccount, liftBan } from './bans.server.ts';
import * as calls from './calls.ts';
import { addNote } from './notes.server.ts';
import { changeRole } from './roles.server.ts';
import { findAccounts } from './search.server.ts';
import { endSessionsOf } from './sessions.server.ts';
import { getStaffAccount } from './staff-account.server.ts';

export const staffAnswers: Answer<Current>[] = [
  answer(calls.findAccounts, async (current: Current, { query, request }) => {
    const { accounts, next } = await findAccounts(current, query);
    return { data: accounts, ...(next !== undefined && { headers: { link: nextLink(request.url, next) } }) };
  }),
  answer(calls.getStaffAccount, async (current: Current, { params }) => ({
    data: await getStaffAccount(current, params.userId),
  })),
  answer(calls.addNote, async (current: Current, { params, body }) => ({
    status: 201,
    data: await addNote(current, params.userId, body.text),
  })),
  answer(calls.banAccount, async (current: Current, { params, body }) => ({
    data: await banAccount(current, params.userId, body),
  })),
  answer(calls.liftBan, async (current: Current, { params, query }) => {
    await liftBan(current, params.userId, query.reason);
    return { status: 204 };
  }),
  answer(calls.changeRole, async (current: Current, { params, body }) => {
    await changeRole(current, params.userId, body);
    return { status: 204 };
  }),
  answer(calls.endSessions, async (current: Current, { params, query }) => {
    await endSessionsOf(current, params.userId, query.loginId, query.reason);
    return { status: 204 };
  }),
];

/** RFC 8288: the same question, about what comes after. */
function nextLink(url: string, after: string): string {
  const { pathname, searchParams } = new URL(url);
  // The client's own, for its cache.
  searchParams.delete('local-cache-id');
  searchParams.set('after', after);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
