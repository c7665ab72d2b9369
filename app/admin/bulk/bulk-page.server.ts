import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { getBulkAct, listBulkActs, listBulkRows } from '#app/storage/bulk/acts.server.ts';
import type { BulkKey } from '#app/storage/bulk/acts.server.ts';
import { MAX_BULK_ITEMS, ROW_LISTS, countSkipped } from '#app/storage/bulk/bulk.ts';
import type { BulkAct, RowList } from '#app/storage/bulk/bulk.ts';
import { findBulkSamples } from '#app/storage/bulk/freeze.server.ts';
import { findImportSamples } from '#app/storage/bulk/import-samples.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { findCountedItems } from '#app/storage/search/searches.server.ts';

import { readItemsRequest } from '../items/items-address.server.ts';
import { findPeople } from '../names.server.ts';

const PAGE = 50;

/** @throws Problem 401, 403, 404 */
export async function loadBulkPage(current: Current, crateId: string, url: URL) {
  const before = url.searchParams.get('before') ?? undefined;
  const { acts, next } = await listBulkActs(current, crateId, { limit: PAGE, before });
  const { name } = await getCrate(current, crateId);
  return {
    crate: { crateId, name },
    acts: await withPeople(current, acts),
    next,
    isFirst: before === undefined,
    found: await findWanted(current, crateId, url.searchParams.get('of')),
  };
}

/** @throws Problem 401, 403, 404 */
export async function loadImportPage(current: Current, crateId: string) {
  requireRole(current, 'admin');
  const { name } = await getCrate(current, crateId);
  return { crate: { crateId, name } };
}

/** What an act on a search would be about. */
async function findWanted(current: Current, crateId: string, of: string | null) {
  if (of === null) return undefined;
  const { query, isTrash, given } = readItemsRequest(crateId, new URLSearchParams(of));
  const search = { ...query, permissionsOverride: false, limit: 1 };
  const found = isTrash ? undefined : await findCountedItems(current, crateId, search, MAX_BULK_ITEMS + 1);
  return { of: String(new URLSearchParams(given)), isTrash, count: found?.count };
}

/** @throws Problem 401, 403, 404 */
export async function loadBulkActPage(current: Current, key: BulkKey, url: URL) {
  requireRole(current, 'admin');
  const act = await getBulkAct(current, key);
  const wanted = url.searchParams.get('show');
  const list = ROW_LISTS.find((known) => known === wanted) ?? defaultList(act);
  const after = url.searchParams.get('after') ?? undefined;
  const { rows, next } = await listBulkRows(current, key, { list, limit: PAGE, after });
  const { name } = await getCrate(current, key.crateId);
  const [named] = await withPeople(current, [act]);
  return {
    crate: { crateId: key.crateId, name },
    act: named ?? { ...act, person: { userId: act.createdBy, name: act.createdBy, isYou: false } },
    samples: act.state === 'previewed' ? await findSamples(current, act) : [],
    list,
    rows: rows.map((row) => Object.assign(row, { crateId: key.crateId })),
    next,
    isFirst: after === undefined,
  };
}

function findSamples(current: Current, act: BulkAct) {
  const { deed } = act;
  return deed.kind === 'import' ? findImportSamples(current, act, deed) : findBulkSamples(current, act);
}

/** What was left, where anything was. */
function defaultList({ state, counts, undoCounts }: BulkAct): RowList {
  const isUndo = state === 'undone' || state === 'undoing';
  return countSkipped(isUndo ? undoCounts : counts) === 0 ? 'all' : isUndo ? 'kept' : 'skipped';
}

async function withPeople(current: Current, acts: readonly BulkAct[]) {
  const toPerson = await findPeople(
    current,
    acts.map(({ createdBy }) => createdBy),
  );
  return acts.map((act) => Object.assign({}, act, { person: toPerson(act.createdBy) }));
}
