import type { Current } from '#app/current/current.server.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { retagVerdict } from '#app/storage/crates/protection.ts';
import { explainItem } from '#app/storage/explain/explain.server.ts';
import type { Explanation } from '#app/storage/explain/explanation.ts';
import type { TrashedItem } from '#app/storage/history/history.ts';
import { findTrashed } from '#app/storage/history/trash.server.ts';
import { compareVersions, findLastEditors } from '#app/storage/history/versions.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { noItem } from '#app/storage/problems.ts';
import { isProblem } from '#lib/problem.ts';

import { findPeople } from '../names.server.ts';
import { loadPart, orNothing } from './item-parts.server.ts';
import type { ItemPageRequest } from './item-parts.server.ts';
import { findOwnPages } from './own-pages.server.ts';
import { readView } from './views.ts';

export type ItemPage = Awaited<ReturnType<typeof loadItemPage>>;

/** What is kept, or lies in the trash, of an item. Needs staff. @throws Problem 404 for what the actor may not see in either */
export async function loadItemPage(current: Current, parts: ConsoleParts, { crateId, itemId }: ItemKey, url: URL) {
  const found = await findItem(current, { crateId, itemId });
  const crate = await getCrate(current, crateId);
  const common = { crate: { crateId, name: crate.name }, now: current.now().getTime() };
  if (!('item' in found)) return { ...common, trashed: await describeTrashed(current, found) };
  const { item } = found;
  const [explanation, editors] = await Promise.all([
    explainItem(current, crateId, itemId, undefined),
    findLastEditors(current, crateId, [itemId]),
  ]);
  const updatedBy = editors.get(itemId) ?? null;
  const person = await findPeople(
    current,
    [...item.collaborators, updatedBy].filter((one) => one !== null),
  );
  const own = findOwnPages(item);
  const view = readView(url.searchParams.get('view'));
  const page: ItemPageRequest = { current, found, policy: crate.policy, explanation, url, parts };
  return {
    ...common,
    trashed: undefined,
    view,
    item,
    rev: item.etag.slice(1, -1),
    may: allowedActions(explanation),
    people: item.collaborators.map(person),
    updatedBy: updatedBy === null ? undefined : person(updatedBy),
    tags: describeTags(current, crate.policy, item),
    ownEditor: own?.editor,
    ...(own && { seenAt: own.seenAt }),
    news: await findNews(current, item, url.searchParams.get('since')),
    part: await loadPart(view, page),
  };
}

async function findItem(current: Current, { crateId, itemId }: ItemKey): Promise<ItemWithBody | TrashedItem> {
  try {
    return await getItemBody(current, crateId, itemId);
  } catch (refusal) {
    if (!isProblem(refusal, noItem) || !isItemId(itemId)) throw refusal;
    const [trashed] = await findTrashed(current, crateId, { itemId });
    if (trashed === undefined) throw refusal;
    return trashed;
  }
}

async function describeTrashed(current: Current, trashed: TrashedItem) {
  const { deletedBy, userId } = trashed;
  const person = await findPeople(current, deletedBy === null ? [userId] : [userId, deletedBy]);
  return { item: trashed, owner: person(userId), deletedBy: deletedBy === null ? undefined : person(deletedBy) };
}

function allowedActions({ actions }: Explanation) {
  const { update, tag, collaborate, transfer, delete: remove, history } = actions;
  return {
    update: update.allowed,
    tag: tag.allowed,
    collaborate: collaborate.allowed,
    transfer: transfer.allowed,
    delete: remove.allowed,
    history: history.allowed,
  };
}

/** Who may not see an item with the tag, and whether the actor may add or remove it. */
function describeTags({ actor }: Current, policy: Policy, { tags }: Item) {
  return tags.map((tag) => ({
    tag,
    hides: Object.hasOwn(policy.hide ?? {}, tag) ? policy.hide?.[tag] : undefined,
    isProtected: !retagVerdict('public', policy, [], [tag]).allowed,
    mayTurn: retagVerdict(actor.role, policy, [], [tag]).allowed,
  }));
}

/** What has changed since a revision that a page shows, and who has done it. */
async function findNews(current: Current, item: Item, since: string | null) {
  const rev = Number(item.etag.slice(1, -1));
  if (since === null || !/^[1-9]\d{0,14}$/.test(since) || Number(since) === rev) return undefined;
  const { crateId, itemId } = item;
  const editors = await findLastEditors(current, crateId, [itemId]);
  const by = editors.get(itemId) ?? undefined;
  const person = await findPeople(current, by === undefined ? [] : [by]);
  const fields = await orNothing(
    compareVersions(current, crateId, itemId, String(rev), Number(since)).then((changes) => changes.fields),
  );
  return { rev, at: item.updatedAt, by: by === undefined ? undefined : person(by), fields: fields ?? [] };
}
