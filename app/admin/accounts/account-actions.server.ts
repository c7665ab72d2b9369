import * as z from 'zod/mini';

import { banAccount, liftBan } from '#app/accounts/staff/bans.server.ts';
import { addNote } from '#app/accounts/staff/notes.server.ts';
import { changeRole } from '#app/accounts/staff/roles.server.ts';
import { endSessionsOf } from '#app/accounts/staff/sessions.server.ts';
import { NoteText, Reason, RoleChange } from '#app/accounts/staff/staff.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { unclear } from '../problems.ts';
import { ALL_SESSIONS, isIntent } from './account-actions.ts';
import type { AccountActionIntent, AccountActionRefusal } from './account-actions.ts';

/** Does what a form on the page of an account asks for. @returns what was done, or why not @throws Problem 400, 404 */
export async function runAccountAction(
  current: Current,
  userId: string,
  form: FormData,
): Promise<AccountActionIntent | AccountActionRefusal> {
  const values = Object.fromEntries(form);
  const { intent } = values;
  if (!isIntent(intent)) throw new Problem(unclear);
  try {
    await ACCOUNT_ACTIONS[intent](current, userId, values);
    return intent;
  } catch (refusal) {
    if (!(refusal instanceof Problem) || refusal.status === 404) throw refusal;
    const { status, message, code, fields } = refusal.body();
    return { intent, problem: { status, message, code, ...(fields && { fields }) } };
  }
}

type AccountAction = (current: Current, userId: string, values: unknown) => Promise<unknown>;

const ACCOUNT_ACTIONS: Record<AccountActionIntent, AccountAction> = {
  note: (current, userId, values) => addNote(current, userId, read(z.object({ text: NoteText }), values).text),
  ban: (current, userId, values) => {
    const { reason, days } = read(z.object({ reason: Reason, days: Days }), values);
    return banAccount(current, userId, { reason, until: days === 0 ? null : daysFrom(current.now(), days) });
  },
  lift: (current, userId, values) => liftBan(current, userId, read(WithReason, values).reason),
  role: (current, userId, values) => changeRole(current, userId, read(RoleChange, values)),
  sessions: (current, userId, values) => {
    const { reason, loginId } = read(z.object({ reason: Reason, loginId: z.string() }), values);
    return endSessionsOf(current, userId, loginId === ALL_SESSIONS ? undefined : loginId, reason);
  },
};

const WithReason = z.object({ reason: Reason });
const Days = z.coerce.number('a number of days').check(z.int(), z.minimum(0), z.maximum(3650));

function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString();
}

/** @throws Problem 400 that names the fields */
function read<Value>(schema: z.ZodMiniType<Value>, values: unknown): Value {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const fields = Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]));
  throw new Problem(unclear, { fields });
}
