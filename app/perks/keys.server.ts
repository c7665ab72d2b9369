import { createHmac } from 'node:crypto';

import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole, requireUser } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { seal } from '#lib/sealed.server.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { perkAudit } from './audit-kinds.server.ts';
import { MAX_KEY, MAX_KEYS, MAX_PERKS } from './perk.ts';
import type { PerkKey, PerkKeyState } from './perk.ts';
import { lockPerk, mayChangePerks } from './perks.server.ts';
import { badKeys, noKey, noKeys, noPerk } from './problems.ts';

export const KEY_PURPOSE = 'perk key';

/**
 * One in each line; those that were added before are left out. They are encrypted, and nobody reads them but who is given one.
 * Needs admin and a fresh sign-in. @throws Problem 401, 403, 404, 400 at the field
 */
export async function addKeys(
  current: Current,
  perkId: string,
  typed: string,
): Promise<{ added: number; known: number }> {
  requireRole(current, 'admin');
  requireProof(current);
  const userId = requireUser(current);
  const keys = [...new Set(typed.split(/\r?\n/).map((line) => line.trim()))].filter((key) => key !== '');
  if (keys.length === 0) throw problemAt('keys', noKeys);
  if (keys.length > MAX_KEYS || keys.some((key) => key.length > MAX_KEY)) throw problemAt('keys', badKeys);
  const now = current.now();
  const { secret } = current;
  return inTransaction(current, async (current) => {
    const { kind, name } = await lockPerk(current, perkId);
    if (kind !== 'key') throw new Problem(noPerk);
    const made = await current.db.query(sql`
      insert into perk_keys (perk_id, key_id, sealed, digest, state, added_by, added_at, state_at)
      select ${perkId}::text, key_id, sealed, digest, 'free', ${userId}::text, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${keys.map(() => uuidv7(now.getTime()))}::uuid[],
        ${keys.map((key) => seal(key, KEY_PURPOSE, secret))}::text[],
        ${keys.map((key) => digestOf(key, secret))}::bytea[]) k(key_id, sealed, digest)
      on conflict (perk_id, digest) do nothing returning key_id`);
    await current.db.query(sql`
      update perks set stock = stock + ${made.length}::integer, is_low = is_low and stock + ${made.length}::integer <= low_at
      where perk_id = ${perkId}`);
    await recordAuditEntry(current, perkAudit.addKeys, {
      target: `perk/${perkId}`,
      after: { name, count: made.length },
    });
    return { added: made.length, known: keys.length - made.length };
  });
}

/** Finds the same key again, without telling it to who has the table. */
function digestOf(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${KEY_PURPOSE}\n${key}`).digest();
}

/** In the order in which they are given. Needs staff. @param after the id of the last one of the page before @throws Problem 401, 403 */
export async function listKeys(
  current: Current,
  perkId: string,
  { state, after, limit }: { state: PerkKeyState; after: string | undefined; limit: number },
): Promise<{ keys: PerkKey[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const rows = await current.db.query<KeyRow>(sql`
    select key_id, state, user_id, added_at, state_at from perk_keys
    where perk_id = ${perkId} and state = ${state}
      ${after !== undefined && isUuid(after) ? sql`and key_id > ${after}::uuid` : sql.empty}
    order by key_id limit ${limit + 1}::integer`);
  const { shown, last } = cutPage(rows, limit);
  return {
    keys: shown.map((row) => ({
      keyId: row.key_id,
      state: row.state,
      userId: row.user_id,
      addedAt: row.added_at.toISOString(),
      stateAt: row.state_at.toISOString(),
    })),
    next: last?.key_id,
  };
}

type KeyRow = Pick<Row<'perk_keys'>, 'key_id' | 'user_id' | 'added_at' | 'state_at'> &
  Columns<'perk_keys', { state: PerkKeyState }>;

const MOST_COUNTED = 100;

/** How many wait in quarantine, counted to 100, by the perk; nothing for who settles none. */
export async function countQuarantinedKeys(current: Current): Promise<Map<string, number>> {
  if (!mayChangePerks(current)) return new Map();
  const rows = await current.db.query<{ perk_id: string; count: number }>(sql`
    select p.perk_id, k.count from perks p cross join lateral (
      select count(*)::integer as count from (select from perk_keys
        where perk_id = p.perk_id and state = 'quarantined' limit ${MOST_COUNTED}::integer) waiting) k
    where p.kind = 'key' and k.count > 0 limit ${MAX_PERKS}::integer`);
  return new Map(rows.map((row) => [row.perk_id, row.count]));
}

/** What becomes of a key in quarantine: nobody has used it, so that it is given again, or it is spent. Needs admin. @throws Problem 401, 403, 404 */
export async function settleKey(
  current: Current,
  perkId: string,
  keyId: string,
  state: 'free' | 'spent',
): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const { name } = await lockPerk(current, perkId);
    const [key] = isUuid(keyId)
      ? await current.db.query(sql`
          update perk_keys set state = ${state}, state_at = ${current.now()}, user_id = null, grant_id = null
          where perk_id = ${perkId} and key_id = ${keyId} and state = 'quarantined' returning key_id`)
      : [];
    if (key === undefined) throw new Problem(noKey);
    if (state === 'free') {
      await current.db.query(sql`
        update perks set stock = stock + 1, is_low = is_low and stock + 1 <= low_at where perk_id = ${perkId}`);
    }
    await recordAuditEntry(current, perkAudit.settleKey, { target: `perk/${perkId}`, after: { name, state } });
  });
}
