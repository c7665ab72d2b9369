import { NO_CHANGE, answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { banAccount, liftBan } from './bans.server.ts';
import * as calls from './calls.ts';
import { addNote } from './notes.server.ts';
import { changeRole } from './roles.server.ts';
import { findAccounts } from './search.server.ts';
import { endUserSessions } from './sessions.server.ts';
import { getStaffAccount } from './staff-account.server.ts';

/** What staff do to an account, by a call or by a form. */
export const STAFF_ANSWERS = {
  note: answer(
    calls.addNote,
    async (current: Current, { params, body }) => ({
      status: 201,
      data: await addNote(current, params.userId, body.text),
    }),
    { audit: 'account.note', body: { text: 'Found the hole under the town.' } },
  ),
  ban: answer(
    calls.banAccount,
    async (current: Current, { params, body }) => ({
      data: await banAccount(current, params.userId, body),
    }),
    { audit: 'account.ban', body: { reason: 'Sold accounts', until: '2036-01-01T00:00:00Z' } },
  ),
  lift: answer(
    calls.liftBan,
    async (current: Current, { params, query }) => {
      await liftBan(current, params.userId, query.reason);
      return { status: 204 };
    },
    { audit: 'account.unban', query: { reason: 'It was the sister' } },
  ),
  role: answer(
    calls.changeRole,
    async (current: Current, { params, body }) => {
      const asked = await changeRole(current, params.userId, body);
      return asked === undefined ? { status: 204 } : { status: 202, data: asked };
    },
    {
      audit: ['account.role', 'approval.ask'],
      unaudited: NO_CHANGE,
      body: { role: 'authenticated', reason: 'Has left the studio' },
    },
  ),
  sessions: answer(
    calls.endSessions,
    async (current: Current, { params, query }) => {
      await endUserSessions(current, params.userId, query.loginId, query.reason);
      return { status: 204 };
    },
    {
      audit: 'account.endSessions',
      unaudited: NO_CHANGE,
      query: { reason: 'The phone is lost' },
    },
  ),
};

export const staffAnswers: SiteAnswer[] = [
  answer(
    calls.findAccounts,
    async (current: Current, { query }) => {
      const { accounts, next } = await findAccounts(current, query);
      return { data: accounts, pages: { next: { after: next } } };
    },
    { query: { text: '@pl4', limit: '2' } },
  ),
  answer(calls.getStaffAccount, async (current: Current, { params }) => ({
    data: await getStaffAccount(current, params.userId),
  })),
  ...Object.values(STAFF_ANSWERS),
];
