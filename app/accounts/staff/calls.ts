import * as z from 'zod/mini';

import { AskedApproval } from '#app/approvals/approval.ts';
import { nobodyToConfirm, tooManyPending } from '#app/approvals/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed, proofRequired } from '#app/current/problems.ts';
import { mailNotSent } from '#app/mail/problems.ts';

import { noAccount } from '../problems.ts';
import { banOver, lastSuper, noSession, notBanned } from './problems.ts';
import {
  AccountsQuery,
  Ban,
  FoundAccount,
  NewBan,
  StaffNote,
  NoteText,
  Reason,
  RoleChange,
  StaffAccount,
} from './staff.ts';

const params = z.object({ userId: z.string().check(z.maxLength(64, 'at most 64 characters')) });
const path = '/api/auth/accounts/{userId}';
const byRole = [badCredentials, notAllowed];
const ofActs = [...byRole, proofRequired, noAccount];

export const findAccounts = call({
  id: 'accounts.findAccounts',
  method: 'GET',
  path: '/api/auth/accounts',
  least: 'staff',
  summary: 'Accounts, for staff: by the beginning of a Lookup Code or alias, by an address, or a list. Link goes on.',
  query: AccountsQuery,
  success: [{ status: 200, description: 'The accounts.', data: z.array(FoundAccount) }],
  problems: byRole,
});

export const getStaffAccount = call({
  id: 'accounts.getStaffAccount',
  method: 'GET',
  path: `${path}/staff`,
  least: 'staff',
  summary: 'An account as staff see it. Addresses are whole for admins only.',
  params,
  success: [{ status: 200, description: 'The account.', data: StaffAccount }],
  problems: [...byRole, noAccount],
});

export const addNote = call({
  id: 'accounts.addNote',
  method: 'POST',
  path: `${path}/notes`,
  least: 'staff',
  summary: 'Writes a note about an account below one’s own role, for staff to read.',
  params,
  body: { json: z.object({ text: NoteText }) },
  success: [{ status: 201, description: 'The note.', data: StaffNote }],
  problems: [...byRole, noAccount],
});

export const banAccount = call({
  id: 'accounts.banAccount',
  method: 'PUT',
  path: `${path}/ban`,
  least: 'staff',
  summary: 'Bans an account below one’s own role and ends its sessions. Needs a fresh sign-in.',
  params,
  body: { json: NewBan },
  success: [{ status: 200, description: 'The ban.', data: Ban }],
  problems: [...ofActs, banOver, mailNotSent],
});

export const liftBan = call({
  id: 'accounts.liftBan',
  method: 'DELETE',
  path: `${path}/ban`,
  least: 'staff',
  summary: 'Lifts the ban on an account below one’s own role. Needs a fresh sign-in.',
  params,
  query: z.object({ reason: Reason }),
  success: [{ status: 204, description: 'It is lifted.' }],
  problems: [...ofActs, notBanned, mailNotSent],
});

export const changeRole = call({
  id: 'accounts.changeRole',
  method: 'PUT',
  path: `${path}/role`,
  least: 'super',
  summary: 'Changes the role of an account, for super users. The last of them stays one. Needs a fresh sign-in.',
  params,
  body: { json: RoleChange },
  success: [
    { status: 204, description: 'It counts at once.' },
    { status: 202, description: 'It waits for a second super user.', data: AskedApproval },
  ],
  problems: [...ofActs, lastSuper, nobodyToConfirm, tooManyPending, mailNotSent],
});

export const endSessions = call({
  id: 'accounts.endSessions',
  method: 'DELETE',
  path: `${path}/sessions`,
  least: 'staff',
  summary: 'Ends one session of an account below one’s own role, or all of them. Needs a fresh sign-in.',
  params,
  query: z.object({ reason: Reason, loginId: z.optional(z.string().check(z.maxLength(64, 'at most 64 characters'))) }),
  success: [{ status: 204, description: 'They have ended.' }],
  problems: [...ofActs, noSession],
});
