import { createHash } from 'node:crypto';

import { selectChoices } from '#app/choices/choices.server.ts';
import { toConfirmationCode, findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { MailMessage } from '#app/mail/mail-kind.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { language } from '../settings/settings.server.ts';
import type { ClaimDetails, UndoDetails } from './email-confirmation.ts';
import { emailKey } from './email.ts';
import { findUserByEmail, listOlderEmails, listEmails } from './emails.server.ts';

/** Without `proof` when another account has the address: then its owner gets this mail. */
export interface VerifyEmailProps {
  /** `@` and the account id: strangers do not see the alias. */
  readonly account: string;
  readonly address: string;
  readonly proof: { readonly link: string; readonly code: string; readonly hours: number } | undefined;
}

export interface VerifyEmailPayload {
  readonly confirmationId: string;
}

export type EmailChange = 'added' | 'removed' | 'primary' | 'undone';

export interface DroppedCounts {
  readonly addresses: number;
  readonly passkeys: number;
  readonly connections: number;
  readonly keys: number;
}

export interface EmailChangeProps {
  readonly change: EmailChange;
  readonly account: string;
  readonly address: string;
  readonly primary: string | undefined;
  readonly at: Date;
  readonly undo: { readonly link: string; readonly hours: number } | undefined;
  readonly dropped: DroppedCounts | undefined;
}

export interface EmailChangePayload {
  readonly change: EmailChange;
  /** Its details hold the address, so that the job does not. */
  readonly confirmationId: string;
  /** By its hash; without one the mail goes to the removed address. */
  readonly to?: string;
  /** ISO 8601. */
  readonly at: string;
  readonly dropped?: DroppedCounts;
}

export const CLAIM_HOURS = 24;
export const UNDO_HOURS = 72;

export async function findVerificationMail(
  current: Current,
  { confirmationId }: VerifyEmailPayload,
): Promise<MailMessage<VerifyEmailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.state !== 'open' || confirmation.userId === undefined) return undefined;
  const { address, locale } = confirmation.details as ClaimDetails;
  const [link, code] = [linkToConfirmation(current, confirmationId), toConfirmationCode(current, confirmationId)];
  const proof = { link, code, hours: CLAIM_HOURS };
  const isTaken = (await findUserByEmail(current, address)) !== undefined;
  const props = { account: `@${confirmation.userId}`, address, proof: isTaken ? undefined : proof };
  return { to: address, locale: localeOrDefault(locale), props };
}

export async function findEmailChangeMail(
  current: Current,
  { change, confirmationId, to, at, dropped }: EmailChangePayload,
): Promise<MailMessage<EmailChangeProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.userId === undefined) return undefined;
  const { address: owner, added, verifiedAt } = confirmation.details as UndoDetails;
  const address = change === 'added' ? (added ?? owner) : owner;
  const emails = await listEmails(current, confirmation.userId);
  const receiver = to === undefined ? address : emails.find(({ address }) => emailHash(address) === to)?.address;
  if (receiver === undefined) return undefined;
  // Only older addresses may object to a restored one.
  const restored = { address, verified_at: new Date(verifiedAt) };
  const olderEmails = change === 'undone' ? await listOlderEmails(current, confirmation.userId, restored) : undefined;
  const mayObject = olderEmails === undefined || olderEmails.some(({ address }) => address === receiver);
  const mayUndo = mayObject && confirmation.state === 'open';
  const props = {
    change,
    address,
    at: new Date(at),
    account: `@${confirmation.userId}`,
    primary: emails.find(({ isPrimary }) => isPrimary)?.address,
    undo: mayUndo ? { link: linkToConfirmation(current, confirmationId), hours: UNDO_HOURS } : undefined,
    dropped,
  };
  return { to: receiver, locale: await findLocale(current, confirmation.userId), props };
}

/** Identifies an address in a job, which must not hold the address itself. */
export function emailHash(address: string): string {
  return createHash('sha256')
    .update(emailKey(address) ?? '')
    .digest('base64url');
}

async function findLocale(current: Current, userId: string): Promise<Locale> {
  const [row] = await current.db.query<Pick<Row<'accounts'>, 'locale'>>(sql`
    select coalesce(nullif(chosen.locale, ''), a.locale) as locale from accounts a
    cross join lateral (${selectChoices([language], sql`a.user_id`)}) chosen(locale) where a.user_id = ${userId}`);
  return localeOrDefault(row?.locale ?? undefined);
}
