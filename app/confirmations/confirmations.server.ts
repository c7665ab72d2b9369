import { createHmac } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isSameText, readSigned, sign } from '#lib/signed.server.ts';
import { hashOfToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { CODE, MAX_WRONG_TRIES, readCode } from './confirmation.ts';
import type { Confirmation } from './confirmation.ts';

interface NewConfirmation {
  kind: string;
  userId?: string | undefined;
  /** The mailbox or the account that gets its mail; limits count by it. */
  subject?: string | undefined;
  /** Whose account it may open, where `subject` may be several people's. */
  ownerKey?: string | undefined;
  /** A secret of the requesting browser: the code works only there. */
  browser?: string | undefined;
  /** Without a code the wrong ones are refused as ever, and the link stays. */
  hasCode?: boolean;
  hasLink?: boolean;
  details: unknown;
  minutes: number;
}

/** Permission is up to the caller. @returns its id */
export async function createConfirmation(current: Current, confirmation: NewConfirmation): Promise<string> {
  const { kind, userId = null, subject = null, ownerKey = null, browser, details, minutes } = confirmation;
  const { hasCode = true, hasLink = true } = confirmation;
  const now = current.now();
  const id = uuidv7(now.getTime());
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const browserHash = browser === undefined ? null : hashOfToken(browser);
  await current.db.query(sql`insert into confirmations
      (confirmation_id, kind, user_id, subject, owner_key, browser_hash, has_code, has_link, details, created_at, expires_at)
    values (${id}, ${kind}, ${userId}, ${subject}, ${ownerKey}, ${browserHash}, ${hasCode}, ${hasLink},
      ${JSON.stringify(details)}, ${now}, ${expiresAt})`);
  return id;
}

/** Signed: nobody can make one from the id alone. */
export function toConfirmationToken({ secret }: Pick<Current, 'secret'>, confirmationId: string): string {
  return sign(confirmationId, PURPOSE, secret);
}

export function linkToConfirmation(current: Pick<Current, 'secret' | 'config'>, confirmationId: string): string {
  return `${current.config.mainUrl}/confirmation/${toConfirmationToken(current, confirmationId)}`;
}

/** Six digits that are only in the mail. */
export function toConfirmationCode({ secret }: Pick<Current, 'secret'>, confirmationId: string): string {
  const digest = createHmac('sha256', secret).update(`${PURPOSE} code\n${confirmationId}`).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Whether or not it still works. */
export async function findByToken(current: Current, token: string): Promise<Confirmation | undefined> {
  const id = readSigned(token, PURPOSE, current.secret);
  return id === undefined ? undefined : findById(current, id);
}

export async function findById(current: Current, confirmationId: string): Promise<Confirmation | undefined> {
  const [row] = await current.db.query<ConfirmationRow>(sql`select ${COLUMNS} from confirmations
    where confirmation_id = ${confirmationId}`);
  return row && toConfirmation(row, current.now());
}

/** Of parallel requests one succeeds. @returns undefined when it is used, expired or of another kind */
export async function redeemByToken(current: Current, token: string, kind: string): Promise<Confirmation | undefined> {
  const id = readSigned(token, PURPOSE, current.secret);
  if (id === undefined) return undefined;
  const now = current.now();
  const [row] = await current.db.query<ConfirmationRow>(sql`update confirmations set used_at = ${now}
    where confirmation_id = ${id} and kind = ${kind} and ${HAS_OPEN_LINK} and expires_at > ${now} returning ${COLUMNS}`);
  return row && toConfirmation(row, now);
}

/** Details beside those that it has, or in their place, as long as its link works. */
export async function addToOpen(current: Current, confirmationId: string, details: object): Promise<void> {
  await current.db.query(sql`update confirmations set details = details || ${JSON.stringify(details)}::jsonb
    where confirmation_id = ${confirmationId} and ${HAS_OPEN_LINK} and expires_at > ${current.now()}`);
}

interface CodeAttempt {
  confirmationId: string;
  kind: string;
  browser: string;
  /** As typed. */
  code: string;
}

/** In the browser that requested it. Wrong codes count, also parallel ones. @returns 'over' when it no longer works */
export async function redeemByCode(current: Current, attempt: CodeAttempt): Promise<Confirmation | 'wrong' | 'over'> {
  const { confirmationId, kind, browser } = attempt;
  const code = readCode(attempt.code);
  const isRight = CODE.test(code) && isSameText(code, toConfirmationCode(current, confirmationId));
  const now = current.now();
  const [row] = await current.db.query<ConfirmationRow>(sql`update confirmations
    set used_at = case when ${isRight} and has_code then ${now}::timestamptz end,
      wrong_tries = wrong_tries + case when ${isRight} and has_code then 0 else 1 end
    where confirmation_id = ${confirmationId} and kind = ${kind} and browser_hash = ${hashOfToken(browser)}
      and used_at is null and wrong_tries < ${MAX_WRONG_TRIES} and expires_at > ${now}
    returning ${COLUMNS}`);
  if (row === undefined) return 'over';
  if (row.used_at !== null) return toConfirmation(row, now);
  return row.wrong_tries < MAX_WRONG_TRIES ? 'wrong' : 'over';
}

export async function isFromBrowser(current: Current, confirmationId: string, browser: string): Promise<boolean> {
  const rows = await current.db.query(sql`select from confirmations
    where confirmation_id = ${confirmationId} and browser_hash = ${hashOfToken(browser)}`);
  return rows.length > 0;
}

export async function countConfirmations(
  current: Current,
  { kind, subjects, minutes, most }: { kind: string; subjects: readonly string[]; minutes: number; most: number },
): Promise<number> {
  const since = new Date(current.now().getTime() - minutes * 60_000);
  const rows = await current.db.query(sql`select from confirmations
    where subject = any(${subjects}::text[]) and kind = ${kind} and created_at > ${since} limit ${most}`);
  return rows.length;
}

export async function hasOpenLink(
  current: Current,
  { kind, subject, details }: { kind: string; subject: string; details: object },
): Promise<boolean> {
  const rows = await current.db.query(sql`select from confirmations
    where subject = ${subject} and kind = ${kind} and details @> ${JSON.stringify(details)}::jsonb
      and ${HAS_OPEN_LINK} and expires_at > ${current.now()} limit 1`);
  return rows.length > 0;
}

/** Whether one of a kind still works for one of them. */
export async function hasOpenOfUsers(current: Current, userIds: readonly string[], kind: string): Promise<boolean> {
  const rows = await current.db.query(sql`select from confirmations
    where user_id = any(${[...userIds]}::text[]) and kind = ${kind} and ${HAS_OPEN_LINK}
      and expires_at > ${current.now()} limit 1`);
  return rows.length > 0;
}

/** Those that may open the account of an owner, before it is known whose they are. */
export async function endConfirmationsOfOwner(
  current: Current,
  { subjects, keys }: { subjects: readonly string[]; keys: readonly string[] },
): Promise<void> {
  const now = current.now();
  await current.db.query(sql`update confirmations set expires_at = ${now}
    where subject = any(${subjects}::text[]) and (owner_key is null or owner_key = any(${keys}::text[]))
      and user_id is null and used_at is null and expires_at > ${now}`);
}

export async function endConfirmationsOfUser(current: Current, userId: string, kind: string): Promise<void> {
  const now = current.now();
  await current.db.query(sql`update confirmations set expires_at = ${now}
    where user_id = ${userId} and kind = ${kind} and used_at is null and expires_at > ${now}`);
}

/** Kept a week, for the page that says they have expired; `pageless` ones an hour, because anyone may make many. */
export async function sweepConfirmations(current: Current, pageless: readonly string[]): Promise<number> {
  const before = (hours: number) => new Date(current.now().getTime() - hours * 3_600_000);
  const [row] = await current.db.query<{ swept: number }>(sql`
    with swept as (
      delete from confirmations
      where expires_at < ${before(EXPIRED_DAYS * 24)} or expires_at < ${before(1)} and kind = any(${pageless}::text[])
      returning 1
    )
    select count(*)::int as swept from swept`);
  return row?.swept ?? 0;
}

const PURPOSE = 'confirmation';
const EXPIRED_DAYS = 7;

type ConfirmationRow = Omit<Row<'confirmations'>, 'subject' | 'owner_key' | 'browser_hash'>;

const COLUMNS = sql`confirmation_id, kind, user_id, details, wrong_tries, has_code, has_link, created_at, expires_at, used_at`;
const HAS_OPEN_LINK = sql`used_at is null and has_link and (wrong_tries < ${MAX_WRONG_TRIES} or not has_code)`;

function toConfirmation(row: ConfirmationRow, now: Date): Confirmation {
  const isGuessed = row.has_code && row.wrong_tries >= MAX_WRONG_TRIES;
  const isOver = row.expires_at <= now || isGuessed || !row.has_link;
  return {
    confirmationId: row.confirmation_id,
    kind: row.kind,
    userId: row.user_id ?? undefined,
    details: row.details,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.used_at !== null ? 'done' : isOver ? 'over' : 'open',
  };
}
