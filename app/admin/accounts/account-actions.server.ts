import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { StaffRecovery, recoverAccount } from '#app/accounts/recovery/staff-recovery.server.ts';
import { STAFF_ANSWERS } from '#app/accounts/staff/answers.server.ts';
import { banAccount, liftBan } from '#app/accounts/staff/bans.server.ts';
import { addNote } from '#app/accounts/staff/notes.server.ts';
import { changeRole } from '#app/accounts/staff/roles.server.ts';
import { endUserSessions } from '#app/accounts/staff/sessions.server.ts';
import { NoteText, Reason, RoleChange } from '#app/accounts/staff/staff.ts';
import { shareRights } from '#app/current/answer.server.ts';
import type { AuditDeclaration } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { StaffMerge, mergeByStaff } from '#app/merges/staff-merge.server.ts';

import { ALL_SESSIONS, INTENTS } from './account-actions.ts';
import type { AccountActionIntent } from './account-actions.ts';

/** @param page the address that is reloaded after an action */
export function accountIntents(userId: string, page: string): FormIntents {
  const intents = INTENTS.map((intent): [AccountActionIntent, FormIntent] => {
    const { act, ...rights } = ACCOUNT_ACTIONS[intent];
    const run = async (current: Current, fields: FormFields) => {
      const isAsked = (await act(current, userId, fields)) === 'asked';
      return redirect(`${page}?done=${isAsked ? 'asked' : intent}`, 303);
    };
    return [intent, { ...rights, run }];
  });
  return Object.fromEntries(intents);
}

type AccountAction = AuditDeclaration & {
  readonly least: 'staff' | 'admin' | 'super';
  readonly act: (current: Current, userId: string, fields: FormFields) => Promise<unknown>;
};

const ACCOUNT_ACTIONS: Record<AccountActionIntent, AccountAction> = {
  note: {
    ...shareRights(STAFF_ANSWERS.note),
    act: (current, userId, fields) => addNote(current, userId, fields.parse(z.object({ text: NoteText })).text),
  },
  ban: {
    ...shareRights(STAFF_ANSWERS.ban),
    act: (current, userId, fields) => {
      const { reason, days } = fields.parse(z.object({ reason: Reason, days: Days }));
      return banAccount(current, userId, { reason, until: days === 0 ? null : daysFrom(current.now(), days) });
    },
  },
  lift: {
    ...shareRights(STAFF_ANSWERS.lift),
    act: (current, userId, fields) => liftBan(current, userId, fields.parse(WithReason).reason),
  },
  role: {
    ...shareRights(STAFF_ANSWERS.role),
    act: async (current, userId, fields) =>
      (await changeRole(current, userId, fields.parse(RoleChange))) === undefined ? 'done' : 'asked',
  },
  sessions: {
    ...shareRights(STAFF_ANSWERS.sessions),
    act: (current, userId, fields) => {
      const { reason, loginId } = fields.parse(z.object({ reason: Reason, loginId: z.string() }));
      return endUserSessions(current, userId, loginId === ALL_SESSIONS ? undefined : loginId, reason);
    },
  },
  recover: {
    least: 'admin',
    audit: ['account.recover', 'approval.ask'],
    act: async (current, userId, fields) =>
      (await recoverAccount(current, userId, fields.parse(StaffRecovery))) === undefined ? 'done' : 'asked',
  },
  merge: {
    least: 'admin',
    audit: ['account.merge', 'approval.ask'],
    act: async (current, userId, fields) =>
      (await mergeByStaff(current, userId, fields.parse(StaffMerge))) === undefined ? 'done' : 'asked',
  },
};

const WithReason = z.object({ reason: Reason });
const Days = z.coerce.number('a number of days').check(z.int(), z.minimum(0), z.maximum(3650));

function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString();
}
