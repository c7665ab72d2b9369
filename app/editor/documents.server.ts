import type { Current } from '#app/current/current.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { noVersion } from '#app/storage/history/problems.ts';
import { getVersionBody } from '#app/storage/history/versions.server.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import type { ItemContent } from '#app/storage/writes/bodies.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { changedByOthers } from './problems.ts';

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
