import type { Current } from '#app/current/current.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { noVersion } from '#app/storage/history/problems.ts';
import { findTrashed, findTrashedState } from '#app/storage/history/trash.server.ts';
import { getVersionBody } from '#app/storage/history/versions.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import type { ItemContent } from '#app/storage/writes/bodies.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { newerName, readReplacedId } from './kinds/drafts.ts';
import { changedByOthers } from './problems.ts';
import type { ItemKey } from './schedule.ts';

export interface TextDocument {
  readonly item: Item;
  readonly text: string;
}

/** @throws Problem 404 for an unknown crate or item, and for one that the caller may not see */
export async function getDocument(current: Current, crateId: string, itemId: string): Promise<TextDocument> {
  return readDocument(current, await getItemBody(current, crateId, itemId));
}

/** A former state; undefined when it is no longer kept. @throws Problem as `getDocument` */
export async function findFormerDocument(
  current: Current,
  crateId: string,
  itemId: string,
  etag: string,
): Promise<TextDocument | undefined> {
  try {
    const former = await getVersionBody(current, crateId, itemId, etag.slice(1, -1));
    return await readDocument(current, { ...former, item: { ...former.item, etag } });
  } catch (refusal) {
    if (isProblem(refusal, noVersion)) return undefined;
    throw refusal;
  }
}

/** What a newer draft was of that is in the trash, because it has taken the place of that or was thrown away; else undefined. */
export async function findOriginalId(current: Current, { crateId, itemId }: ItemKey): Promise<string | undefined> {
  const [trashed] = isItemId(itemId) ? await findTrashed(current, crateId, { itemId }) : [];
  return trashed && readReplacedId(trashed);
}

/** The newer drafts of it that are in the trash, by their ids, the latest first. */
export async function listFormerDrafts(current: Current, { crateId, itemId }: ItemKey): Promise<string[]> {
  const trashed = await findTrashed(current, crateId, { name: newerName(itemId) });
  return trashed.map((draft) => draft.itemId);
}

/** A state of one of these; undefined when it is no longer kept. */
export async function findFormerDraft(
  current: Current,
  { crateId, itemId }: ItemKey,
  etag: string,
): Promise<TextDocument | undefined> {
  const former = await findTrashedState(current, crateId, newerName(itemId), etag.slice(1, -1));
  return former && readDocument(current, former);
}

async function readDocument(current: Current, stored: ItemWithBody): Promise<TextDocument> {
  return { item: stored.item, text: await readText(current, stored) };
}

/** In one statement. @param etag that the writer has seen @throws Problem 412 when that is old, else as `updateItem` */
export async function saveDocument(
  current: Current,
  { crateId, itemId }: Pick<Item, 'crateId' | 'itemId'>,
  parameters: ItemParameters,
  text: string,
  etag: string,
  { contentType }: Partial<DocumentFormat> = {},
): Promise<Item> {
  try {
    return await new Collection(crateId).save(current, itemId, parameters, toItemContent(text, contentType), etag);
  } catch (refusal) {
    if (isProblem(refusal, changedMeanwhile)) throw new Problem(changedByOthers);
    throw refusal;
  }
}

interface DocumentFormat {
  readonly contentType: string | undefined;
}

/** @param contentType by default that of Markdown */
export function toItemContent(text: string, contentType?: string): ItemContent {
  return { ...markdownBody(text), ...(contentType !== undefined && { contentType }) };
}

/** As a browser sends the text of a form, each line ends with two characters. */
export function textOfForm(typed: string): string {
  return typed.replaceAll(/\r\n?/g, '\n');
}
