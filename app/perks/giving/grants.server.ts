import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { noCrate, noItem } from '#app/storage/problems.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { STAFF, lowStock } from '../event-kinds.server.ts';
import type { PerkDetails, PerkKind, PerkWay } from '../perk.ts';
import {
  allGiven,
  alreadyYours,
  brokenItem,
  noKeysLeft,
  noPerk,
  perkArchived,
  perkEnded,
  perkNotBegun,
} from '../problems.ts';

interface NewGrant {
  readonly perkId: string;
  readonly userId: string;
  readonly way: PerkWay;
  /** Of which there is one grant for each person: a code, a rule, a purchase, a message. */
  readonly origin?: string;
  /** Of staff. */
  readonly grantedBy?: string | undefined;
}

/**
 * With all that comes with it, and all counts, in the transaction of its cause. It locks the perk, so that whoever comes at
 * once comes one after the other. What staff give and what was bought is given before the beginning and after the end, too,
 * and again after it was taken back.
 * A refusal has changed nothing, but for that of an item, which the caller takes back. Permission is up to the caller. @returns the id of the grant @throws Problem 404, 409
 */
export async function givePerk(current: Current, grant: NewGrant): Promise<string> {
  const { perkId, userId, way, origin, grantedBy } = grant;
  const now = current.now();
  const inTime = sql`and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})`;
  // Whoever was before has their grant by then, which a statement that waits for the row would not see.
  await current.db.query(sql`select perk_id from perks where perk_id = ${perkId} for update`);
  const [perk] = await current.db.query<GivenPerk>(sql`
    update perks set given = given + 1, held = held + 1, stock = stock - (kind = 'key')::integer
    where perk_id = ${perkId} and archived_at is null and (most is null or given < most)
      and (kind <> 'key' or stock > 0) ${isOwed(grant) ? sql.empty : inTime} and ${mayHaveMore(grant)}
    returning kind, details`);
  if (perk === undefined) throw new Problem(await findRefusal(current, grant));
  const grantId = uuidv7(now.getTime());
  await current.db.query(sql`
    insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, origin, granted_by, granted_at)
    select ${userId}::text, ${grantId}::uuid, ${perkId}::text, coalesce(max(ordinal), 0) + 1, ${way}::text,
      ${origin ?? null}::text, ${grantedBy ?? null}::text, ${now}::timestamptz
    from perk_grants where user_id = ${userId} and perk_id = ${perkId}`);
  if (perk.kind === 'key') await takeKey(current, grant, grantId);
  if (perk.kind === 'item') await makeItem(current, grant, grantId, perk.details);
  return grantId;
}

type GivenPerk = Columns<'perks', { kind: PerkKind; details: PerkDetails }>;

const isOwed = ({ way }: NewGrant) => way === 'staff' || way === 'purchase';

/** Of the perk of a statement about `perks`. */
function mayHaveMore(grant: NewGrant): Sql {
  const { perkId, userId, way, origin } = grant;
  return sql`(select count(*) filter (where revoked_at is null or not ${isOwed(grant)}::boolean) < perks.per_person
      and count(*) filter (where way = ${way} and origin = ${origin ?? null}::text) = 0
    from perk_grants where user_id = ${userId} and perk_id = ${perkId})`;
}

/** Why nobody gets it now, or not this person. */
async function findRefusal(current: Current, grant: NewGrant): Promise<ProblemKind> {
  const now = current.now();
  const [row] = await current.db.query<PerkStanding>(sql`
    select archived_at is not null as is_archived, starts_at > ${now} as is_early, ends_at <= ${now} as is_late,
      given >= most as is_given, ${mayHaveMore(grant)} as may_have_more
    from perks where perk_id = ${grant.perkId}`);
  if (row === undefined) return noPerk;
  if (!row.may_have_more) return alreadyYours;
  if (row.is_archived) return perkArchived;
  if (row.is_early && !isOwed(grant)) return perkNotBegun;
  if (row.is_late && !isOwed(grant)) return perkEnded;
  return row.is_given ? allGiven : noKeysLeft;
}

interface PerkStanding {
  is_archived: boolean;
  is_early: boolean | null;
  is_late: boolean | null;
  is_given: boolean | null;
  may_have_more: boolean;
}

/** The oldest key that is free, of a perk that is locked. Staff are told once when few are left. */
async function takeKey(current: Current, { perkId, userId }: NewGrant, grantId: string): Promise<void> {
  const [key] = await current.db.query(sql`
    update perk_keys set state = 'given', user_id = ${userId}, grant_id = ${grantId}, state_at = ${current.now()}
    where perk_id = ${perkId} and key_id = (select key_id from perk_keys
      where perk_id = ${perkId} and state = 'free' order by key_id limit 1)
    returning key_id`);
  if (key === undefined) throw new Problem(noKeysLeft);
  await tellOfLowStock(current, perkId);
}

/** After the stock of a locked perk has changed: once for each time that it comes down to where staff want to know. */
export async function tellOfLowStock(current: Current, perkId: string): Promise<void> {
  const [low] = await current.db.query<Pick<Row<'perks'>, 'low_count'>>(sql`
    update perks set is_low = true, low_count = low_count + 1
    where perk_id = ${perkId} and stock <= low_at and not is_low and low_at > 0
    returning low_count`);
  if (low === undefined) return;
  await notifyLater(current, lowStock, {
    key: `${perkId} ${low.low_count}`,
    details: { perkId },
    subjects: [STAFF],
  });
}

/** As the site itself: what a policy lets players do is no matter of what the studio gives them. */
async function makeItem(
  current: Current,
  { perkId, userId }: NewGrant,
  grantId: string,
  { crateId = '', tags = [], body = '{}' }: PerkDetails,
): Promise<void> {
  const content = { bytes: Buffer.from(body), contentType: 'application/json' };
  const items = new Collection(crateId);
  try {
    const { itemId } = await items.create(asSite(current), { collaborators: [userId], tags }, content);
    await current.db.query(sql`update perk_grants set crate_id = ${crateId}, item_id = ${itemId}
      where user_id = ${userId} and grant_id = ${grantId}`);
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    current.log.warn({ perkId, crateId, refusal: refusal.code }, 'the item of a perk was refused');
    throw new Problem(brokenItem);
  }
}

interface TakenGrant {
  readonly perkId: string;
  readonly grantId: string;
  readonly userId: string;
  readonly by?: string | undefined;
  readonly reason: string;
}

/**
 * The key that came with it waits until staff have seen whether somebody used it; the item goes into the trash of its crate.
 * In the transaction of its cause. Permission is up to the caller. @returns whether they had it
 */
export async function takePerkBack(
  current: Current,
  { perkId, grantId, userId, by, reason }: TakenGrant,
): Promise<boolean> {
  const now = current.now();
  // First, as who gives it does: in another order two would wait for each other.
  await current.db.query(sql`select perk_id from perks where perk_id = ${perkId} for update`);
  const [grant] = await current.db.query<Pick<Row<'perk_grants'>, 'crate_id' | 'item_id'>>(sql`
    update perk_grants set revoked_at = ${now}, revoked_by = ${by ?? null}, revoke_reason = ${reason}
    where user_id = ${userId} and grant_id = ${grantId} and perk_id = ${perkId} and revoked_at is null
    returning crate_id, item_id`);
  if (grant === undefined) return false;
  const { crate_id: crateId, item_id: itemId } = grant;
  await current.db.query(sql`update perks set held = held - 1 where perk_id = ${perkId}`);
  await current.db.query(sql`
    update perk_keys set state = 'quarantined', state_at = ${now}
    where perk_id = ${perkId} and grant_id = ${grantId} and state = 'given'`);
  if (crateId !== null && itemId !== null) await deleteItem(asSite(current), crateId, itemId, {}, false).catch(isGone);
  return true;
}

/** Its owner, or staff, have thrown it away before. */
function isGone(refusal: unknown): void {
  if (!isProblem(refusal, noItem, noCrate)) throw refusal;
}

function asSite(current: Current) {
  return asPerson(current, { userId: undefined, role: 'super' }, current.now());
}
