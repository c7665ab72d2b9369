import type { Current } from '#app/current/current.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { noVersion } from '#app/storage/history/problems.ts';
import { getVersionBody } from '#app/storage/history/versions.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import { createItem } from '#app/storage/writes/creates.server.ts';
import type { CreateOptions } from '#app/storage/writes/creates.server.ts';
import { updateItem } from '#app/storage/writes/updates.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { changedByOthers } from './problems.ts';

export interface TextDocument {
  readonly item: Item;
  readonly text: string;
}

/** By its exact name, or by its id. */
export async function findByName(current: Current, crateId: string, name: string): Promise<Item | undefined> {
  const search = SearchQuery.safeParse({ [isItemId(name) ? 'itemIds' : 'names']: name, limit: '1' });
  if (!search.success) return undefined;
  const { items } = await findItems(current, crateId, search.data).catch(noneWithoutCrate);
  const [item] = items;
  return item?.name === name || item?.itemId === name.toLowerCase() ? item : undefined;
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

async function readDocument(current: Current, stored: ItemWithBody): Promise<TextDocument> {
  return { item: stored.item, text: await readText(current, stored) };
}

/** @throws Problem as the storage's `createItem` */
export function createDocument(
  current: Current,
  crateId: string,
  parameters: ItemParameters,
  text: string,
  { contentType, ...options }: CreateOptions & Partial<DocumentFormat> = {},
): Promise<Item> {
  return createItem(current, crateId, parameters, bodyRequest(text, contentType), options);
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
    return await updateItem(current, crateId, itemId, parameters, { ifMatch: [etag] }, bodyRequest(text, contentType));
  } catch (refusal) {
    if (isProblem(refusal, changedMeanwhile)) throw new Problem(changedByOthers);
    throw refusal;
  }
}

interface DocumentFormat {
  readonly contentType: string | undefined;
}

function bodyRequest(text: string, contentType = 'text/markdown; charset=utf-8'): Request {
  const headers = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
  };
  return new Request('http://localhost/', { method: 'POST', body: text, headers });
}

/** As a browser sends the text of a form, each line ends with two characters. */
export function textOfForm(typed: string): string {
  return typed.replaceAll(/\r\n?/g, '\n');
}
