import { findShownNames } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import { isAdmin } from '#app/current/role.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { getVersion } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItem } from '#app/storage/items.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { reviewAudit } from '../audit-kinds.server.ts';
import { notApproved, noteMissing, ownReview, reviewOutdated, unapproved } from '../problems.ts';
import type { ItemKey } from '../schedule.ts';
import { MAX_REVIEW_NOTE, REVIEW_VERDICTS, toReviewStatus } from './review.ts';
import type { ReviewEntry, ReviewForm, ReviewVerdict, ReviewView } from './review.ts';

interface ReviewedState extends ItemKey {
  readonly etag: string;
}

const MAX_ENTRIES = 20;
const KEEP_DAYS = 365;

/** The latest first, of former states too. Permission is up to the caller. */
async function findReviews({ db }: Pick<Current, 'db'>, { crateId, itemId }: ItemKey): Promise<ReviewEntry[]> {
  const rows = await db.query<ReviewRow>(sql`
    select kind, user_id, note, at, etag from editor_reviews
    where crate_id = ${crateId} and item_id = ${itemId} order by at desc limit ${MAX_ENTRIES}::integer`);
  return rows.map(({ kind, user_id, note, at, etag }) => {
    return { kind, userId: user_id, note, etag, at: at.toISOString() };
  });
}

type ReviewRow = Pick<Row<'editor_reviews'>, 'user_id' | 'note' | 'at' | 'etag'> & Pick<ReviewEntry, 'kind'>;

/** What was asked and said. Permission is up to the caller. */
export async function showReview(current: Current, item: Item): Promise<ReviewView> {
  const [entries, isNeeded] = await Promise.all([findReviews(current, item), needsApproval(current, item.crateId)]);
  const reviewers = entries.map(({ userId }) => userId);
  const names = await findShownNames(current, reviewers);
  return {
    status: toReviewStatus(entries, item.etag),
    isNeeded,
    entries: entries.map((entry) => Object.assign(entry, { name: names.get(entry.userId) ?? '' })),
  };
}

/** Needs staff. @throws Problem 400 at the field, else as `requestReview` and `reviewState` */
export async function reviewDocument(
  current: Current,
  { crateId, itemId }: ItemKey,
  { etag, note, verdict }: ReviewForm,
): Promise<void> {
  if (note.length > MAX_REVIEW_NOTE) {
    throw new Problem(unclearForm, { fields: { note: `At most ${MAX_REVIEW_NOTE} characters.` } });
  }
  const state = { crateId, itemId, etag };
  if (verdict === undefined) return requestReview(current, state, note);
  const known = REVIEW_VERDICTS.find((one) => one === verdict);
  if (known === undefined) throw new Problem(unclearForm);
  return reviewState(current, state, { verdict: known, note });
}

/** Whoever asks again replaces their note; what they said of this state before is taken back. Needs staff. @throws Problem 401, 403 or 404, 412 */
async function requestReview(current: Current, state: ReviewedState, note: string): Promise<void> {
  await requirePresent(current, state);
  await inTransaction(current, (current) => addEntry(current, state, { kind: 'request', note }, true));
}

/**
 * Belongs to this state alone: after the next save it is outdated. Of several people each has one verdict, the last.
 * Needs staff. @throws Problem 401, 403 or 404; 403 for its authors, whoever saved the state or asked for the review, 412 when somebody has
 *   saved since, 400 for asking for changes without a word
 */
async function reviewState(
  current: Current,
  state: ReviewedState,
  { verdict, note }: { verdict: ReviewVerdict; note: string },
): Promise<void> {
  const { crateId, itemId, collaborators } = await requirePresent(current, state);
  if (verdict === 'changes' && note === '') throw problemAt('note', noteMissing);
  const { updatedBy } = await getVersion(current, crateId, itemId, state.etag.slice(1, -1));
  if ([...collaborators, updatedBy].includes(requireUser(current))) throw new Problem(ownReview);
  await inTransaction(current, (current) => addEntry(current, state, { kind: verdict, note }, false));
}

async function requirePresent(current: Current, { crateId, itemId, etag }: ReviewedState): Promise<Item> {
  requireRole(current, 'staff');
  const item = await getItem(current, crateId, itemId);
  if (item.etag !== etag) throw new Problem(reviewOutdated);
  return item;
}

const MAX_REQUESTS = 100;

/** Present states of one crate on which somebody else has asked for a verdict that nobody has given. Needs staff. @throws Problem 401 or 403 */
export async function countRequestedReviews(current: Current, crateId: string): Promise<number> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<Row<'editor_reviews'>, 'item_id' | 'etag'>>(sql`
    select item_id, etag from editor_reviews r
    where crate_id = ${crateId} and kind = 'request' and user_id <> ${requireUser(current)} and not exists (
      select from editor_reviews said
      where said.crate_id = r.crate_id and said.item_id = r.item_id and said.etag = r.etag and said.kind <> 'request')
    order by at desc limit ${MAX_REQUESTS}::integer`);
  const asked = new Map(rows.map((row) => [row.item_id, new Set<string>()]));
  for (const { item_id, etag } of rows) asked.get(item_id)?.add(etag);
  if (asked.size === 0) return 0;
  const { items } = await new Collection(crateId).page(current, { itemIds: [...asked.keys()], limit: MAX_REQUESTS });
  return items.filter(({ itemId, etag }) => asked.get(itemId)?.has(etag)).length;
}

/** @throws Problem 403 for a verdict on what one has asked for oneself */
async function addEntry(
  current: Current,
  { crateId, itemId, etag }: ReviewedState,
  { kind, note }: Pick<ReviewEntry, 'kind' | 'note'>,
  mayReplaceRequest: boolean,
): Promise<void> {
  const rows = await current.db.query(sql`
    insert into editor_reviews (crate_id, item_id, etag, user_id, kind, note, at)
    values (${crateId}, ${itemId}, ${etag}, ${requireUser(current)}, ${kind}, ${note}, ${current.now()})
    on conflict (crate_id, item_id, etag, user_id) do update
    set kind = excluded.kind, note = excluded.note, at = excluded.at
    where editor_reviews.kind <> 'request' or ${mayReplaceRequest}
    returning user_id`);
  if (rows.length === 0) throw new Problem(ownReview);
  const after = { etag, note };
  await recordAuditEntry(current, reviewAudit[kind], { target: `item/${crateId}/${itemId}`, after });
}

/** Whether something of this crate comes out only once it is approved. */
export async function needsApproval({ db }: Pick<Current, 'db'>, crateId: string): Promise<boolean> {
  const [row] = await db.query<Pick<Row<'editor_rules'>, 'needs_approval'>>(sql`
    select needs_approval from editor_rules where crate_id = ${crateId}`);
  return row?.needs_approval === true;
}

/** As `needsApproval`, for those who may change that; undefined for others. */
export async function findApprovalRule(current: Current, crateId: string): Promise<boolean | undefined> {
  return isAdmin(current.actor.role) ? needsApproval(current, crateId) : undefined;
}

/** Needs admin. @throws Problem 401 or 403 */
export async function setApprovalRule(current: Current, crateId: string, isNeeded: boolean): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    await current.db.query(sql`
      insert into editor_rules (crate_id, needs_approval) values (${crateId}, ${isNeeded})
      on conflict (crate_id) do update set needs_approval = excluded.needs_approval`);
    await recordAuditEntry(current, reviewAudit.rule, {
      target: `crate/${crateId}`,
      after: { needsApproval: isNeeded },
    });
  });
}

/**
 * Before a state comes out. Where no rule needs an approval, only a review that is under way keeps it back, until somebody says
 * that it shall come out all the same, which the audit keeps. Jobs do what somebody has decided before.
 * @throws Problem 409
 */
export async function requireApproval(
  current: Current,
  { crateId, itemId, etag }: ReviewedState,
  { isNeeded, isConfirmed }: { isNeeded: boolean; isConfirmed: boolean },
): Promise<void> {
  const status = toReviewStatus(await findReviews(current, { crateId, itemId }), etag);
  if (status === 'approved') return;
  if (isNeeded) throw new Problem(notApproved);
  if (status === 'none' || current.actor.userId === undefined) return;
  if (!isConfirmed) throw new Problem(unapproved);
  const after = { etag, standing: status };
  await recordAuditEntry(current, reviewAudit.override, { target: `item/${crateId}/${itemId}`, after });
}

/** Shows what is hidden as it was approved, where that is needed. @param changed what differs @throws Problem 409 */
export async function requireApprovalToShow(
  current: Current,
  item: ReviewedState,
  changed: readonly string[],
): Promise<void> {
  if (!(await needsApproval(current, item.crateId))) return;
  if (changed.some((part) => part !== 'visibility')) throw new Problem(notApproved);
  await requireApproval(current, item, { isNeeded: true, isConfirmed: false });
}

export async function sweepReviews({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - KEEP_DAYS * 86_400_000);
  await db.query(sql`delete from editor_reviews where at < ${before}`);
}
