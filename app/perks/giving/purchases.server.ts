import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { perkAudit } from '../audit-kinds.server.ts';
import { PerkId } from '../perk.ts';
import type { Purchase } from '../perk.ts';
import { noPerk, noPurchase, purchaseTaken, unknownPerson, wasRefunded } from '../problems.ts';
import { givePerk, takePerkBack } from './grants.server.ts';

const REFUNDED = 'Refunded.';
/** Of staff who try what a game's server does. */
const NO_APP = 'staff';

interface ToldPurchase {
  readonly perkId: string;
  /** The game's own id of it, by which it is told again. */
  readonly purchaseId: string;
}

/**
 * Somebody has bought it in a game: they get it, once however often it is told. For a game's server by its key, and staff.
 * @throws Problem 401, 403, 404, 409
 */
export async function tellPurchase(
  current: Current,
  { perkId, purchaseId }: ToldPurchase,
  userId: string,
): Promise<{ purchase: Purchase; isNew: boolean }> {
  requireGameServer(current);
  const appId = current.actor.app ?? NO_APP;
  return inTransaction(current, async (current) => {
    await requirePerkOfApp(current, perkId);
    const [made] = await current.db.query<PurchaseRow>(sql`
      insert into perk_purchases (app_id, perk_id, purchase_id, user_id, bought_at)
      values (${appId}, ${perkId}, ${purchaseId}, ${userId}, ${current.now()})
      on conflict do nothing returning ${COLUMNS}`);
    if (made === undefined) {
      const told = await findPurchase(current, appId, perkId, purchaseId);
      if (told?.user_id !== userId) throw new Problem(purchaseTaken);
      if (told.refunded_at !== null) throw new Problem(wasRefunded);
      return { purchase: toPurchase(told), isNew: false };
    }
    if ((await findMissingAccounts(current.db, [userId])).length > 0) throw new Problem(unknownPerson);
    const origin = `${appId}/${purchaseId}`;
    const grantId = await givePerk(current, { perkId, userId, way: 'purchase', origin });
    await current.db.query(sql`update perk_purchases set grant_id = ${grantId}
      where app_id = ${appId} and perk_id = ${perkId} and purchase_id = ${purchaseId}`);
    await recordTry(current, perkAudit.tellPurchase, perkId, userId);
    return { purchase: toPurchase(made), isNew: true };
  });
}

/**
 * It is taken back, and a key goes into quarantine; once however often it is told, also of a perk that is another app’s by now.
 * @throws Problem 401, 403, 404
 */
export async function tellRefund(current: Current, { perkId, purchaseId }: ToldPurchase): Promise<Purchase> {
  requireGameServer(current);
  const appId = current.actor.app ?? NO_APP;
  return inTransaction(current, async (current) => {
    const [refunded] = await current.db.query<PurchaseRow>(sql`
      update perk_purchases set refunded_at = ${current.now()}
      where app_id = ${appId} and perk_id = ${perkId} and purchase_id = ${purchaseId} and refunded_at is null
      returning ${COLUMNS}`);
    if (refunded === undefined) {
      const told = await findPurchase(current, appId, perkId, purchaseId);
      if (told !== undefined) return toPurchase(told);
      await requirePerkOfApp(current, perkId);
      throw new Problem(noPurchase);
    }
    const { user_id: userId, grant_id: grantId } = refunded;
    if (grantId !== null) await takePerkBack(current, { perkId, grantId, userId, reason: REFUNDED });
    await recordTry(current, perkAudit.tellRefund, perkId, userId);
    return toPurchase(refunded);
  });
}

/** Also one that is archived, of which a purchase may be told again. @throws Problem 404 */
async function requirePerkOfApp({ db, actor }: Current, perkId: string): Promise<void> {
  const [perk] = PerkId.safeParse(perkId).success
    ? await db.query<Pick<Row<'perks'>, 'app_id'>>(sql`select app_id from perks where perk_id = ${perkId}`)
    : [];
  const isTheirs = actor.app === undefined || perk?.app_id === null || perk?.app_id === actor.app;
  if (perk === undefined || !isTheirs) throw new Problem(noPerk);
}

/** What servers tell by their keys is in the purchases; what staff try is in the audit, too. */
async function recordTry(current: Current, kind: AuditKind, perkId: string, userId: string): Promise<void> {
  if (current.actor.app !== undefined) return;
  await recordAuditEntry(current, kind, { target: `perk/${perkId}`, after: { userId } });
}

type PurchaseRow = Pick<
  Row<'perk_purchases'>,
  'perk_id' | 'purchase_id' | 'user_id' | 'grant_id' | 'bought_at' | 'refunded_at'
>;

const COLUMNS = sql`perk_id, purchase_id, user_id, grant_id, bought_at, refunded_at`;

async function findPurchase({ db }: Current, appId: string, perkId: string, purchaseId: string) {
  const [row] = await db.query<PurchaseRow>(sql`select ${COLUMNS} from perk_purchases
    where app_id = ${appId} and perk_id = ${perkId} and purchase_id = ${purchaseId}`);
  return row;
}

function toPurchase(row: PurchaseRow): Purchase {
  return {
    purchaseId: row.purchase_id,
    perkId: row.perk_id,
    userId: row.user_id,
    boughtAt: row.bought_at.toISOString(),
    refundedAt: row.refunded_at?.toISOString() ?? null,
  };
}
