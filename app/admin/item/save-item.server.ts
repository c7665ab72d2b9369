import { isDeepStrictEqual } from 'node:util';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import { itemAudit } from '#app/storage/audit-kinds.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { getVersionBody } from '#app/storage/history/versions.server.ts';
import { MetadataPatch } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile, nameTaken } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { layOutJson } from '#lib/json/json-layout.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { inAudit } from './audited.server.ts';
import { readItemBody } from './item-bodies.server.ts';
import { asUtf8, bodyKind } from './item-body.ts';
import type { ItemBody } from './item-body.ts';
import { ITEM_FIELDS, LIST_FIELDS, gatherMap, parseMap, parseTags, spreadMap, valuesOfItem } from './item-values.ts';
import { requireNoOwnEditor } from './own-pages.server.ts';
import { noJson, noJsonObject } from './problems.ts';

/**
 * Writes the fields that differ, as the calls of the crate would. Audited.
 * @returns undefined where nothing differs @throws Problem 412 for a revision that is no longer the present one, 400 at the field to
 * blame, else as `updateItem`
 */
export async function saveItem(current: Current, key: ItemKey, fields: FormFields): Promise<Item | undefined> {
  const typed = typedIn(fields);
  const wanted = readMetadata(fields, typed);
  return atFields(
    inAudit(current, key, itemAudit.change, async (current) => {
      const found = await getItemBody(current, key.crateId, key.itemId);
      const { item } = found;
      if (revOf(item) !== fields.raw('rev')) throw new Problem(changedByOthers);
      const body = await readItemBody(current, found, undefined);
      const changed = pickChanges(item, wanted);
      const content = readContent(item, body, typed);
      if (changed.name !== undefined || changed.tags || changed.map || content) requireNoOwnEditor(item);
      if (content === undefined && Object.keys(changed).length === 0) return undefined;
      const saved =
        content === undefined
          ? await patchMetadata(current, key.crateId, key.itemId, patchOf(item, changed), { ifMatch: [item.etag] })
          : await new Collection(key.crateId).save(current, key.itemId, changed, content, item.etag);
      return { result: saved, before: auditedFacts(item, saved), after: auditedFacts(saved, item) };
    }),
  );
}

/**
 * A new one, as the call of the crate would make it.
 * @throws Problem 409 where a crate's items are written in a place of their own, 400 at the field to blame, else as the collection
 */
export async function createItemByForm(current: Current, crateId: string, fields: FormFields): Promise<Item> {
  const typed = typedIn(fields);
  const { text = '', type = '' } = typed;
  const { name = null, tags, map } = readMetadata(fields, typed);
  if (bodyKind(type) === 'json' && layOutJson(text, 'compact') === undefined) throw problemAt('text', noJson);
  const content = { bytes: Buffer.from(text), contentType: asUtf8(type) };
  const work = async (current: Current) => {
    const item = await new Collection(crateId).create(current, { name, tags: tags ?? [], map: map ?? {} }, content);
    requireNoOwnEditor(item);
    return item;
  };
  return atFields(inTransaction(current, work));
}

/** What two have changed, by field and by line; each value of the map by itself. @throws Problem 400 for what nobody could save, 404 */
export async function mergeItem(current: Current, key: ItemKey, form: FormFields): Promise<Merge> {
  const typed = typedIn(form);
  readMetadata(form, typed);
  const present = await getItemBody(current, key.crateId, key.itemId);
  const former = await findFormer(current, key, form.raw('rev'));
  const [base, theirs] = [await readValues(current, former), await readValues(current, present)];
  const mine = spreadMap({ ...theirs, ...typed });
  // One side alone may have a value of the map.
  const none = Object.fromEntries(Object.keys({ ...base, ...mine }).map((name) => [name, '']));
  const { text: theirText = '', ...others } = { ...none, ...theirs };
  return withMarks({
    etag: revOf(present.item),
    ...mergeValues(base, mine, others, LIST_FIELDS),
    parts: mergeTexts(base['text'] ?? '', mine['text'] ?? '', theirText),
  });
}

/** The fields of the form, with what was chosen among them. */
export function mergedFields(merge: Merge, chosen: { fields: FieldValues; text: string }): FieldValues {
  const { type, ...values } = gatherMap({ ...merge.values, ...chosen.fields });
  return { ...values, ...(type !== undefined && type !== '' && { type, text: chosen.text }), rev: merge.etag };
}

async function findFormer(
  current: Current,
  { crateId, itemId }: ItemKey,
  rev: string,
): Promise<ItemWithBody | undefined> {
  try {
    return await getVersionBody(current, crateId, itemId, rev);
  } catch (refusal) {
    // Whoever may not read it, and whom it is pruned for, chooses wherever something differs.
    if (refusal instanceof Problem) return undefined;
    throw refusal;
  }
}

async function readValues(current: Current, found: ItemWithBody | undefined): Promise<FieldValues> {
  if (found === undefined) return {};
  return spreadMap(valuesOfItem(found.item, await readItemBody(current, found, undefined)));
}

const revOf = ({ etag }: Pick<Item, 'etag'>) => etag.slice(1, -1);

function typedIn(fields: FormFields): FieldValues {
  const sent = ITEM_FIELDS.filter((name) => fields.has(name));
  return Object.fromEntries(sent.map((name) => [name, textOfForm(fields.raw(name))]));
}

type Metadata = Pick<MetadataPatch, 'name' | 'tags' | 'note' | 'map'>;

function readMetadata(fields: FormFields, { name = '', tags = '', note = '', map = '' }: FieldValues): Metadata {
  const parsedMap = parseMap(map);
  if (parsedMap === undefined) throw problemAt('map', noJsonObject);
  const [trimmedName, isEmptyNote] = [name.trim(), note.trim() === ''];
  return fields.parse(MetadataPatch, {
    name: trimmedName === '' ? null : trimmedName,
    tags: parseTags(tags),
    note: isEmptyNote ? null : note,
    map: parsedMap,
  });
}

type MetadataChanges = { -readonly [Part in keyof Metadata]?: Exclude<Metadata[Part], undefined> };

function pickChanges(item: Item, { name = null, tags, note = null, map }: Metadata) {
  const wantedTags = [...new Set(tags ?? [])];
  return {
    ...(name !== item.name && { name }),
    ...(!isDeepStrictEqual(wantedTags, item.tags) && { tags: wantedTags }),
    ...(note !== item.note && { note }),
    ...(!isDeepStrictEqual(map, item.map) && { map: map ?? {} }),
  };
}

/** In a merge patch null takes a value away, so that none can be written that was not there. */
function patchOf(item: Item, { map, ...changed }: MetadataChanges): MetadataPatch {
  if (map === undefined) return changed;
  const entries = Object.entries(map ?? {}).filter(([key, value]) => value !== item.map[key]);
  if (entries.some(([, value]) => value === null)) throw problemAt('map', noJsonObject);
  const gone = Object.keys(item.map).filter((key) => !Object.hasOwn(map ?? {}, key));
  return { ...changed, map: Object.fromEntries([...entries, ...gone.map((key) => [key, null] as const)]) };
}

/** Undefined where the body stays. One that was on one line stays so, and lines end as they did. @throws Problem 400 for what is no JSON */
function readContent(item: Item, body: ItemBody, { text, type = item.mimetype }: FieldValues) {
  if (text === undefined || !('text' in body)) return undefined;
  const isSame = text === textOfForm(body.text);
  if (isSame && type === item.mimetype) return undefined;
  const isJson = bodyKind(type) === 'json';
  const compact = isJson ? layOutJson(text, 'compact') : undefined;
  if (isJson && compact === undefined) throw problemAt('text', noJson);
  const wasCompact = body.kind === 'json' && item.bytes === Buffer.byteLength(layOutJson(body.text, 'compact') ?? '');
  const lines = /\r\n/.test(body.text) && !/[^\r]\n/.test(body.text) ? text.replaceAll('\n', '\r\n') : text;
  return { bytes: Buffer.from(compact !== undefined && wasCompact ? compact : lines), contentType: asUtf8(type) };
}

/** What the audit tells; the versions of the item keep the rest. */
function auditedFacts(one: Item, other: Item) {
  return {
    rev: revOf(one),
    ...(one.name !== other.name && { name: one.name }),
    ...(!isDeepStrictEqual(one.tags, other.tags) && { tags: one.tags }),
    ...((one.bytes !== other.bytes || one.mimetype !== other.mimetype) && { bytes: one.bytes, mimetype: one.mimetype }),
  };
}

/** What the storage refuses of the body, such as by the schema of its crate, stands at the body. */
async function atFields<Saved>(saving: Promise<Saved>): Promise<Saved> {
  try {
    return await saving;
  } catch (refusal) {
    if (isProblem(refusal, changedMeanwhile)) throw new Problem(changedByOthers);
    if (isProblem(refusal, nameTaken)) throw problemAt('name', nameTaken);
    if (!(refusal instanceof Problem) || refusal.details.fields === undefined) throw refusal;
    const known: ReadonlySet<string> = new Set(ITEM_FIELDS);
    const entries = Object.entries(refusal.details.fields).map(([path, words]) => {
      const name = path.split('.', 1)[0] ?? '';
      return [known.has(name) ? name : 'text', path === name ? words : `${path}: ${words}`] as const;
    });
    const fields = Map.groupBy(entries, ([name]) => name);
    throw new Problem(refusal, {
      ...refusal.details,
      fields: Object.fromEntries([...fields].map(([name, all]) => [name, all.map(([, words]) => words).join(' ')])),
    });
  }
}
