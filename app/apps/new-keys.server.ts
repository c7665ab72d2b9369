import * as z from 'zod/mini';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import { askApproval, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { asNumber, listChanges, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditFacts } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { newCheckedToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { APP_KEY_PREFIX, NewAppKey, Rotation, Scope, isWide } from './app-key.ts';
import type { AskedAppKey, CreatedAppKey, ListedAppKey } from './app-key.ts';
import { KEY_COLUMNS, listedKeyFrom, lockKey, toAuditDetails, toAuditTarget } from './app-keys.server.ts';
import type { AppKeyRow } from './app-keys.server.ts';
import { ensureApp, findAppRow } from './apps.server.ts';
import { aboutKey, appKeyAudit } from './audit-kinds.server.ts';
import { forgetAppKey } from './find-app-key.server.ts';
import { appArchived, appKeyOver, noAppKey } from './problems.ts';

const HOUR_MS = 3_600_000;
/** Of a key, shown to tell it from others: 24 of its 256 bits. */
const SHOWN_DIGITS = 6;

/**
 * Of an app that is there, or is made by it. Needs admin and a fresh sign-in. @returns one that works at once; where two
 * persons are the rule, a wide one only when the second has confirmed it @throws Problem 401, 403, 409 for an archived app
 */
export async function createAppKey(current: Current, wanted: NewAppKey): Promise<CreatedAppKey | AskedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const { token, ...secret } = newSecret();
  if (needsSecondPerson(current) && isWide(wanted.scopes)) {
    const payload = { ...wanted, ...secret };
    const asked = await askApproval(current, keyCreation, { payload, target: `app/${wanted.appId}`, reason: '' });
    return { ...asked, name: wanted.name, key: token };
  }
  const created = await inTransaction(current, (current) =>
    addKey(current, { ...wanted, ...secret }, current.actor.userId),
  );
  return { ...created, key: token };
}

/** What is kept of a key: the whole of it is with whoever asked for it alone. */
const Secret = z.object({ hash: z.string(), start: z.string() });
type Secret = z.output<typeof Secret>;

function newSecret(): Secret & { token: string } {
  const { token, hash } = newCheckedToken(APP_KEY_PREFIX);
  return { token, hash: hash.toString('hex'), start: token.slice(0, APP_KEY_PREFIX.length + SHOWN_DIGITS) };
}

const KeyCreation = z.extend(NewAppKey, Secret.shape);

export const keyCreation: ApprovalKind<z.output<typeof KeyCreation>> = {
  name: 'apps.createKey',
  least: 'admin',
  schema: KeyCreation,
  audit: ['appKey.create'],
  text: 'admin.approvals.createKey',
  read: (entry, names) => ({ ...aboutKey(entry, names), changes: listRights(entry, entry.after) }),
  findState: async (current, { appId }) => {
    const row = await findAppRow(current, appId, sql`for share`);
    if (row === undefined) return {};
    if (row.archived_at !== null) throw new Problem(appArchived);
    return { ownerId: row.owner, origins: row.origins };
  },
  run: async (current, payload, { askedBy }) => {
    await addKey(current, payload, askedBy);
  },
};

/** Its validity and its rights as fields, which are never cut. */
function listRights(entry: AuditFacts, { scopes, days, expiresAt, callsPerMinute }: AuditFacts['before']) {
  const { data: allowed = [] } = z.array(Scope).safeParse(scopes);
  const may = Object.fromEntries(allowed.map((scope) => [scope.crateId, scope.may]));
  return listChanges({ ...entry, before: {}, after: { may, days, expiresAt, callsPerMinute } });
}

/** In a transaction. */
async function addKey(
  current: Current,
  { days, ...wanted }: NewAppKey & Secret,
  createdBy: string | undefined,
): Promise<ListedAppKey> {
  const expiresAt = days === null ? null : new Date(current.now().getTime() + days * 24 * HOUR_MS);
  await ensureApp(current, wanted.appId, createdBy);
  const created = await insertKey(current, { ...wanted, expiresAt }, createdBy);
  await recordAuditEntry(current, appKeyAudit.create, {
    target: toAuditTarget(created),
    after: toAuditDetails(created),
  });
  return created;
}

/**
 * Both keys work for `overlapHours`, so that servers change over without a gap. Needs admin and a fresh sign-in. @returns as
 * `createAppKey` @throws Problem 401, 403, 404, 409
 */
export async function rotateAppKey(
  current: Current,
  keyId: string,
  overlapHours: number,
): Promise<CreatedAppKey | AskedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const { token, ...secret } = newSecret();
  const payload = { keyId, overlapHours, ...secret };
  // What a key may do never changes.
  const old = needsSecondPerson(current) ? await inTransaction(current, (one) => lockKey(one, keyId)) : undefined;
  if (old !== undefined && isWide(old.scopes)) {
    const asked = await askApproval(current, keyRotation, { payload, target: `app/${old.app_id}`, reason: '' });
    return { ...asked, name: old.name, key: token };
  }
  const created = await inTransaction(current, (current) => replaceKey(current, payload, current.actor.userId));
  return { ...created, key: token };
}

const KeyRotation = z.extend(Rotation, { keyId: z.string(), ...Secret.shape });
type KeyRotation = z.output<typeof KeyRotation>;

export const keyRotation: ApprovalKind<KeyRotation> = {
  name: 'apps.rotateKey',
  least: 'admin',
  schema: KeyRotation,
  audit: ['appKey.rotate'],
  text: 'admin.approvals.rotateKey',
  read: (entry, names) => ({
    ...withValues(aboutKey(entry, names), { hours: asNumber(entry.after['overlapHours']) }),
    changes: listRights(entry, entry.before),
  }),
  findState: async (current, { keyId }) => {
    const old = await lockWorkingKey(current, keyId);
    return { ...toAuditDetails(listedKeyFrom(old, current.now())) };
  },
  run: async (current, payload, { askedBy }) => {
    await replaceKey(current, payload, askedBy);
  },
};

/** In a transaction. */
async function replaceKey(
  current: Current,
  { keyId, overlapHours, hash, start }: KeyRotation,
  createdBy: string | undefined,
): Promise<ListedAppKey> {
  const now = current.now();
  const old = await lockWorkingKey(current, keyId);
  const { app_id: appId, name, scopes, expires_at: expiresAt, calls_per_minute: callsPerMinute } = old;
  const created = await insertKey(current, { appId, name, scopes, expiresAt, callsPerMinute, hash, start }, createdBy);
  const ends = new Date(now.getTime() + overlapHours * HOUR_MS);
  await current.db.query(sql`update app_keys
    set replaced_by = ${created.keyId}, expires_at = least(expires_at, ${ends}::timestamptz)
    where key_id = ${old.key_id}`);
  await recordAuditEntry(current, appKeyAudit.rotate, {
    target: toAuditTarget(created),
    before: toAuditDetails(listedKeyFrom(old, now)),
    after: toAuditDetails(created),
  });
  current.db.whenCommitted(() => forgetAppKey(current.rowCache, old.key_hash));
  return created;
}

async function lockWorkingKey(current: Current, keyId: string): Promise<AppKeyRow> {
  const row = await lockKey(current, keyId);
  if (row === undefined) throw new Problem(noAppKey);
  const { hasExpired, replacedBy } = listedKeyFrom(row, current.now());
  if (hasExpired || replacedBy !== null) throw new Problem(appKeyOver);
  return row;
}

interface NewAppKeyRow extends Omit<NewAppKey, 'days'>, Secret {
  readonly expiresAt: Date | null;
}

async function insertKey(
  current: Current,
  { appId, name, scopes, expiresAt, callsPerMinute, hash, start }: NewAppKeyRow,
  createdBy: string | undefined,
): Promise<ListedAppKey> {
  const now = current.now();
  const [row] = await current.db.query<AppKeyRow>(sql`insert into app_keys
      (key_id, key_hash, key_start, app_id, name, scopes, calls_per_minute, created_at, created_by, expires_at)
    values (${uuidv7(now.getTime())}, ${Buffer.from(hash, 'hex')}, ${start}, ${appId}, ${name}, ${JSON.stringify(scopes)},
      ${callsPerMinute}, ${now}, ${createdBy ?? null}, ${expiresAt})
    returning ${KEY_COLUMNS}`);
  if (row === undefined) throw new Error('an insert without a row');
  return listedKeyFrom(row, now);
}
