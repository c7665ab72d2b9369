import { findActiveRole } from '#app/accounts/accounts.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAtLeast, isStaff } from '#app/current/role.ts';
import { isItemId } from '#app/storage/item.ts';
import { getItem } from '#app/storage/items.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { hashOfToken, newToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { previewAudit } from '../audit-kinds.server.ts';
import { getDocument } from '../documents.server.ts';
import type { TextDocument } from '../documents.server.ts';
import { linkGone, noDocument, tooManyPreviews } from '../problems.ts';
import type { ItemKey } from '../schedule.ts';
import type { PreviewDays, PreviewLink } from './preview.ts';

/** Open at one time, of one item. */
const MAX_OPEN = 20;
const MAX_LISTED = 32;
/** Days after its end for which a link is still listed. */
const KEEP_DAYS = 90;
const DAY_MS = 86_400_000;
/** Who has a link that was revoked does not wait for it any longer. */
const UNDO_MS = 600_000;

interface NewPreviewLink {
  readonly days: PreviewDays;
  readonly label: string;
}

/** Needs staff. @returns the token, which nobody learns again @throws Problem 401, 403 or 404, 409 beyond the most */
export async function createPreviewLink(
  current: Current,
  itemKey: ItemKey,
  { days, label }: NewPreviewLink,
): Promise<string> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { crateId, itemId } = await getItem(current, itemKey.crateId, itemKey.itemId);
  const { token, hash } = newToken(PREFIX);
  const now = current.now();
  const previewId = uuidv7(now.getTime());
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  await inTransaction(current, async (current) => {
    const rows = await current.db.query(sql`
      insert into editor_previews
        (crate_id, preview_id, item_id, token_hash, label, created_by, created_at, expires_at)
      select ${crateId}, ${previewId}::uuid, ${itemId}::uuid, ${hash}::bytea, ${label}, ${userId},
        ${now}::timestamptz, ${expiresAt}::timestamptz
      where (select count(*) from editor_previews
        where crate_id = ${crateId} and item_id = ${itemId} and ${openAt(now)}) < ${MAX_OPEN}::integer
      returning preview_id`);
    if (rows.length === 0) throw new Problem(tooManyPreviews);
    const after = { previewId, label, expiresAt: expiresAt.toISOString() };
    await recordAuditEntry(current, previewAudit.create, { target: `item/${crateId}/${itemId}`, after });
  });
  return token;
}

/** Known to scanners for leaked secrets, and left out of the log by it. */
const PREFIX = 'preview_';
const TOKEN = /^preview_[0-9a-f]{64}$/;

/** The newest first. Permission is up to the caller. */
export async function findPreviewLinks(
  { db, now }: Pick<Current, 'db' | 'now'>,
  { crateId, itemId }: ItemKey,
): Promise<PreviewLink[]> {
  const rows = await db.query<PreviewRow>(sql`
    select preview_id, label, expires_at, revoked_at, uses, last_used_at from editor_previews
    where crate_id = ${crateId} and item_id = ${itemId} order by preview_id desc limit ${MAX_LISTED}::integer`);
  return rows.map((row) => ({
    previewId: row.preview_id,
    label: row.label,
    expiresAt: row.expires_at.toISOString(),
    state: row.revoked_at !== null ? 'revoked' : row.expires_at <= now() ? 'over' : 'open',
    uses: Number(row.uses),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

type PreviewRow = Pick<
  Row<'editor_previews'>,
  'preview_id' | 'label' | 'expires_at' | 'revoked_at' | 'uses' | 'last_used_at'
>;

/** At once, everywhere. Needs staff. @throws Problem 401, 403 or 404 */
export async function revokePreviewLink(current: Current, itemKey: ItemKey, previewId: string): Promise<void> {
  requireRole(current, 'staff');
  const { crateId, itemId } = await getItem(current, itemKey.crateId, itemKey.itemId);
  if (!isItemId(previewId)) return;
  await inTransaction(current, async (current) => {
    const rows = await current.db.query(sql`
      update editor_previews set revoked_at = ${current.now()}
      where crate_id = ${crateId} and preview_id = ${previewId} and item_id = ${itemId} and revoked_at is null
      returning preview_id`);
    if (rows.length === 0) return;
    await recordAuditEntry(current, previewAudit.revoke, {
      target: `item/${crateId}/${itemId}`,
      after: { previewId },
    });
  });
}

/** Takes a revocation back, a moment later. Needs staff. @throws Problem 401, 403, 404, 409 when it is too late */
export async function restorePreviewLink(current: Current, itemKey: ItemKey, previewId: string): Promise<void> {
  requireRole(current, 'staff');
  const { crateId, itemId } = await getItem(current, itemKey.crateId, itemKey.itemId);
  if (!isItemId(previewId)) throw new Problem(linkGone);
  const now = current.now();
  const since = new Date(now.getTime() - UNDO_MS);
  await inTransaction(current, async (current) => {
    const rows = await current.db.query(sql`
      update editor_previews set revoked_at = null
      where crate_id = ${crateId} and preview_id = ${previewId} and item_id = ${itemId}
        and revoked_at > ${since} and expires_at > ${now}
      returning preview_id`);
    if (rows.length === 0) throw new Problem(linkGone);
    await recordAuditEntry(current, previewAudit.restore, {
      target: `item/${crateId}/${itemId}`,
      after: { previewId },
    });
  });
}

/** As its maker may see it. @param crateIds in which it may lead somewhere @throws Problem 404 for an invalid token */
export async function openPreview(current: Current, crateIds: readonly string[], token: string): Promise<TextDocument> {
  const row = await findOpenPreview(current, crateIds, token);
  if (row === undefined) throw new Problem(noDocument);
  const maker = await getMaker(current, row.created_by);
  return getDocument({ ...current, actor: maker }, row.crate_id, row.item_id).catch((refusal: unknown) => {
    throw refusal instanceof Problem && refusal.status < 500 ? new Problem(noDocument) : refusal;
  });
}

/** The hash is looked up, so that the time it takes says nothing of a token that is nearly right. */
async function findOpenPreview({ db, now }: Current, crateIds: readonly string[], token: string) {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db.query<Pick<Row<'editor_previews'>, 'crate_id' | 'item_id' | 'created_by'>>(sql`
    select crate_id, item_id, created_by from editor_previews
    where crate_id = any(${crateIds}::text[]) and token_hash = ${hashOfToken(token)} and ${openAt(now())}`);
  return row;
}

/** A link is worth no more than who made it: without them it shows nothing. @throws Problem 404 */
async function getMaker({ db, rowCache, now }: Current, userId: string): Promise<Current['actor']> {
  const role = await findActiveRole(db, rowCache, userId, now());
  if (role === undefined || !isAtLeast(role, 'staff')) throw new Problem(noDocument);
  const nobody = { masquerade: undefined, loginId: undefined, provedAt: undefined, app: undefined };
  return { userId, role, ownRole: role, ...nobody };
}

/** Nothing tells whether the token leads anywhere; scanners of mails, previews of chats and staff are no uses. */
export async function countPreviewUse(current: Current, crateIds: readonly string[], token: string): Promise<void> {
  if (isStaff(current.actor.ownRole) || !TOKEN.test(token)) return;
  const now = current.now();
  await current.db.query(sql`
    update editor_previews set uses = uses + 1, last_used_at = ${now}
    where crate_id = any(${crateIds}::text[]) and token_hash = ${hashOfToken(token)} and ${openAt(now)}`);
}

function openAt(now: Date): Sql {
  return sql`revoked_at is null and expires_at > ${now}`;
}

/** When an item goes on as another, so do the links to it. */
export async function movePreviewLinks({ db }: Pick<Current, 'db'>, from: ItemKey, to: ItemKey): Promise<void> {
  await db.query(sql`
    with moved as (delete from editor_previews where crate_id = ${from.crateId} and item_id = ${from.itemId} returning *)
    insert into editor_previews (crate_id, preview_id, item_id, token_hash, label, created_by, created_at, expires_at,
      revoked_at, uses, last_used_at)
    select ${to.crateId}, preview_id, ${to.itemId}::uuid, token_hash, label, created_by, created_at, expires_at,
      revoked_at, uses, last_used_at from moved`);
}

export async function sweepPreviewLinks({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - KEEP_DAYS * DAY_MS);
  await db.query(sql`delete from editor_previews where expires_at < ${before}`);
}
