import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { notAllowed } from '#app/current/problems.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { mayRetag } from '../crates/protection.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { toEtag } from '../rows.server.ts';
import { discardBody } from '../writes/bodies.server.ts';
import { requireFit } from '../writes/data-schema.server.ts';
import { translateConflict } from '../writes/refusals.server.ts';
import { changeItem } from '../writes/updates.server.ts';
import type { IncomingItem } from './incoming-items.server.ts';
import { compareItem, findKnownItems } from './known-items.server.ts';
import type { KnownItem, ItemComparison } from './known-items.server.ts';
import { itemDiffers, itemTrashed } from './problems.ts';
import { writeIncomingItems } from './rows.server.ts';

type ImportOutcome = { incoming: IncomingItem } & (
  | { what: 'imported' | 'replaced' | 'skipped' }
  | { what: 'refused'; problem: Problem }
);

interface ComparedItem {
  incoming: IncomingItem;
  verdict: ItemComparison | 'protected';
  known: KnownItem | undefined;
}

/** Existing items with other content are updated only with `replace`. */
export async function storeItems(
  current: Current,
  crate: Crate,
  incomingItems: readonly IncomingItem[],
  replace: boolean,
): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  for (const one of await importFitting(current, crate, incomingItems)) {
    const outcome = 'what' in one ? one : await storeCompared(current, crate, one, replace);
    const { body } = one.incoming;
    if (body !== undefined && outcome.what !== 'imported' && outcome.what !== 'replaced')
      await discardBody(current, body);
    outcomes.push(outcome);
  }
  if (outcomes.some(({ what }) => what === 'imported')) notifyFollowers(current, crate.crateId);
  return outcomes;
}

/** What does not fit the schema of the crate is refused, unless it is here already. In the order in which they came. */
async function importFitting(
  current: Current,
  crate: Crate,
  incomingItems: readonly IncomingItem[],
): Promise<(ImportOutcome | ComparedItem)[]> {
  const faults = new Map<IncomingItem, Problem>();
  for (const incoming of incomingItems) {
    const fault = await findFault(current, crate, incoming);
    if (fault !== undefined) faults.set(incoming, fault);
  }
  if (faults.size === 0) return importNew(current, crate, incomingItems);
  const ids = [...faults.keys()].map(({ item }) => item.itemId);
  const known = await findKnownItems(current, crate.crateId, ids);
  const refused = new Map<IncomingItem, ImportOutcome>();
  for (const [incoming, problem] of faults) {
    const verdict = await compareItem(current, known.get(incoming.item.itemId), incoming.item);
    if (verdict !== 'same') refused.set(incoming, { incoming, what: 'refused', problem });
  }
  const fitting = incomingItems.filter((incoming) => !refused.has(incoming));
  const stored = fitting.length === 0 ? [] : await importNew(current, crate, fitting);
  const outcomes = new Map([...refused, ...stored.map((one) => [one.incoming, one] as const)]);
  return incomingItems.flatMap((incoming) => outcomes.get(incoming) ?? []);
}

async function findFault(
  current: Current,
  { policy }: Crate,
  { item, body }: IncomingItem,
): Promise<Problem | undefined> {
  try {
    await requireFit(current, policy, { map: item.map ?? {}, body });
    return undefined;
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal;
    throw refusal;
  }
}

/** When one of the transaction is refused, halves are tried. The items that are not new are returned. */
async function importNew(
  current: Current,
  crate: Crate,
  incomingItems: readonly IncomingItem[],
): Promise<(ImportOutcome | ComparedItem)[]> {
  try {
    return await translateConflict(
      current,
      crate,
      incomingItems[0]?.item.bytes ?? 0,
      retryAfterDeadlock(current.db, () => importTogether(current, crate, incomingItems)),
    );
  } catch (error) {
    const [only] = incomingItems;
    const isRefused = error instanceof Problem;
    if (!isRefused && !(incomingItems.length > 1 && isSqlState(error, '57014', '23505'))) throw error;
    if (isRefused && only !== undefined && incomingItems.length === 1)
      return [{ incoming: only, what: 'refused', problem: error }];
    const middle = Math.ceil(incomingItems.length / 2);
    const head = await importNew(current, crate, incomingItems.slice(0, middle));
    return [...head, ...(await importNew(current, crate, incomingItems.slice(middle)))];
  }
}

/** Keeps other imports from creating given ids until the end of the transaction. */
export async function lockImports({ db }: Current, { crateId }: Crate): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${crateId}, 0))`);
}

function importTogether(
  current: Current,
  crate: Crate,
  incomingItems: readonly IncomingItem[],
): Promise<(ImportOutcome | ComparedItem)[]> {
  return inTransaction(current, async (current) => {
    // What is looked up here stays true until the end.
    await lockImports(current, crate);
    const known = await findKnownItems(
      current,
      crate.crateId,
      incomingItems.map(({ item }) => item.itemId),
    );
    const judged = await Promise.all(incomingItems.map((incoming) => compareIncoming(current, crate, incoming, known)));
    const fresh = judged.filter(({ verdict }) => verdict === 'new');
    if (fresh.length > 0) await writeIncomingItems(current, crate, fresh);
    return judged.map((one) => (one.verdict === 'new' ? { incoming: one.incoming, what: 'imported' } : one));
  });
}

async function compareIncoming(
  current: Current,
  { policy }: Crate,
  incoming: IncomingItem,
  all: Map<string, KnownItem>,
): Promise<ComparedItem> {
  const known = all.get(incoming.item.itemId);
  const verdict = await compareItem(current, known, incoming.item);
  // Its body was not taken, because the item existed a moment ago.
  const isGone = verdict === 'new' && incoming.body === undefined;
  const isProtected = verdict === 'new' && !mayRetag(current.actor.role, policy, [], incoming.item.tags ?? []);
  return { incoming, known, verdict: isProtected ? 'protected' : isGone ? 'trashed' : verdict };
}

async function storeCompared(
  current: Current,
  crate: Crate,
  judged: ComparedItem,
  replace: boolean,
): Promise<ImportOutcome> {
  const { incoming, verdict, known } = judged;
  if (verdict === 'same') return { incoming, what: 'skipped' };
  if (verdict === 'protected') return { incoming, what: 'refused', problem: new Problem(notAllowed) };
  if (verdict === 'trashed') return { incoming, what: 'refused', problem: new Problem(itemTrashed) };
  const lacksBody = verdict === 'other body' && incoming.body === undefined;
  if (!replace || lacksBody || known?.rev == null)
    return { incoming, what: 'refused', problem: new Problem(itemDiffers) };
  try {
    await replaceItem(current, crate, judged, known.rev);
    return { incoming, what: 'replaced' };
  } catch (problem) {
    if (problem instanceof Problem) return { incoming, what: 'refused', problem };
    throw problem;
  }
}

async function replaceItem(current: Current, crate: Crate, judged: ComparedItem, rev: string): Promise<void> {
  const { item, body } = judged.incoming;
  const { itemId, name = null, note = null, map = {}, tags = [], collaborators } = item;
  const lists = { tags: [...new Set(tags)], collaborators: [...new Set(collaborators)] };
  const change = { name, note, map, ...lists, ...(judged.verdict === 'other body' && body && { body }) };
  const conditions = { ifMatch: [toEtag(rev)] };
  await translateConflict(current, crate, item.bytes, changeItem(current, crate, itemId, change, conditions));
}
