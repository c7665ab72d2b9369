import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { NewAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { TextKey } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Collection } from '#app/storage/collection.server.ts';
import type { Item, ItemParameters, MetadataPatch } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { documentAudit } from '../audit-kinds.server.ts';
import { findFormerDocument, findFormerDraft, findOriginalId, getDocument, textOfForm } from '../documents.server.ts';
import type { TextDocument } from '../documents.server.ts';
import type { ChosenValues } from '../forms/document-forms.server.ts';
import { mergeTexts, mergeValues } from '../merge.ts';
import type { Merge } from '../merge.ts';
import { NEW_ITEM } from '../own-draft.ts';
import type { ItemKey } from '../schedule.ts';
import { compareValues } from '../versions/comparison.server.ts';
import type { DocumentComparison } from '../versions/version-diff.tsx';
import { readReplacedId } from './drafts.ts';
import type { OutState } from './drafts.ts';

/** What staff write as items of one crate: hidden there until it comes out, whole in one form. */
export interface DocumentKind<Values, Comparison = unknown> {
  readonly items: Collection;
  readonly unknown: ProblemKind;
  /** Where what somebody types into the form of a new one is kept, if one crate has several kinds of new ones. */
  readonly newItemKey?: ItemKey;
  /** Where a deletion leads to. */
  readonly listPath: string;
  /** Of its page in the editor. */
  readonly pathTo: (item: Item, query: Readonly<Record<string, string>>) => string;
  /** What is saved begins as a draft, comes out with its own visibility, and may have a newer draft while it is out. */
  readonly hasDrafts?: true;
  /** It goes into the trash also while it is out, and what was out comes back so. */
  readonly mayGoWhileOut?: true;
  /** Reviews keep it back, and links show it before it is out. */
  readonly previewPath?: (token: string) => string;
  /** By default by its name or id. */
  readonly find?: (current: Current, name: string) => Promise<Item | undefined>;
  /** By a name that it had before. */
  readonly findRenamed?: (current: Current, name: string) => Promise<Item | undefined>;
  readonly readValues: (current: Current, document: TextDocument) => Values | Promise<Values>;
  /** What is typed into its form, whether or not that can be saved. */
  readonly typedIn: (fields: FormFields) => Values;
  /** Of what somebody has typed and not saved, the fields that differ from what is saved. */
  readonly changedFields: (saved: Values, typed: FieldValues) => readonly string[];
  /** @param before the state that the writer has seen @throws Problem at the field to blame */
  readonly toWrite: (
    current: Current,
    fields: FormFields,
    before: EditedDocument<Values> | undefined,
  ) => DocumentWrite<Values> | Promise<DocumentWrite<Values>>;
  /** @throws what storing it has thrown, or a Problem at the field to blame for that */
  readonly atFields: (saving: Promise<Item>) => Promise<Item>;
  readonly merge: (base: Values | undefined, mine: Values, theirs: Values) => Omit<Merge, 'etag'>;
  /** What differs between two states. */
  readonly compare: (was: Values, is: Values) => Comparison;
  /** Of the form, with what was chosen among them. */
  readonly toFields: (merge: Merge, chosen: ChosenValues) => FieldValues;
  /** @throws Problem for what readers may not see yet, or the actor may not show */
  readonly requireShowable?: (current: Current, shown: ShownDocument<Values>) => void | Promise<void>;
  /** @param by what shall take its place @throws Problem for what the actor may not do to what is out */
  readonly requireReplaceable?: (current: Current, original: Item, by: ItemParameters) => Promise<void>;
  /** Besides the states, in the same write. */
  readonly mapWhenShown?: (current: Current, item: Pick<Item, 'map' | 'tags'>) => MetadataPatch['map'];
  readonly mapWhenHidden?: (current: Current, item: Item) => MetadataPatch['map'];
  /** In the transaction that has shown or hidden it. */
  readonly whenShown?: (current: Current, item: Item, values: Values) => Promise<void>;
  readonly whenHidden?: (current: Current, item: Item) => Promise<void>;
  /** @throws Problem for what may not go */
  readonly beforeDeleted?: (current: Current, item: Item) => void | Promise<void>;
  /** The draft of its translation. @throws Problem 400, 404 or 409 */
  readonly translate?: (current: Current, item: Item, locale: string) => Promise<Item>;
  readonly saved: TextKey;
}

export interface DocumentWrite<Values> extends OutState {
  readonly text: string;
  readonly contentType?: string;
  /** As the form would show them. */
  readonly values: Values;
}

export interface ShownDocument<Values> {
  readonly values: Values;
  /** Undefined for one that is not saved yet. */
  readonly item: Item | undefined;
  /** Readers see it already. */
  readonly isOut: boolean;
}

export interface EditedDocument<Values> extends TextDocument {
  readonly values: Values;
}

/** Whose form has text in all its fields, and a long one in one that is called `text`. */
export type TextKind<Field extends string> = DocumentKind<FormTexts<Field>, DocumentComparison<Field>>;
type FormTexts<Field extends string> = Readonly<Record<Field | 'text', string>>;

/** @param listFields those with members between commas */
export function textForm<Field extends string>(
  fields: readonly Field[],
  listFields: ReadonlySet<string>,
): Pick<TextKind<Field>, 'typedIn' | 'changedFields' | 'merge' | 'compare' | 'toFields'> {
  return {
    typedIn: (form) => Object.fromEntries(fields.map((name) => [name, textOfForm(form.raw(name))])) as FormTexts<Field>,
    changedFields: (saved, typed) => fields.filter((name) => typed[name] !== undefined && typed[name] !== saved[name]),
    merge: (base: FieldValues = {}, mine: FieldValues, { text = '', ...theirs }: FieldValues) => ({
      ...mergeValues(base, mine, theirs, listFields),
      parts: mergeTexts(base['text'] ?? '', mine['text'] ?? '', text),
    }),
    compare: (was, is) => compareValues(fields, was, is),
    toFields: ({ values }, { fields, text }) => ({ ...values, ...fields, text }),
  };
}

/** Another has the name in its address, or has taken it meanwhile. */
export function atSlugField(saving: Promise<Item>): Promise<Item> {
  return atField('slug', saving, ({ code }) => code === nameTaken.code);
}

/** By name or id, also those that it had before. Needs staff. @throws Problem 401, 403, 404 */
export async function getEditedDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
): Promise<EditedDocument<Values>> {
  requireRole(current, 'staff');
  const item = (await findByName(current, kind, name)) ?? (await findSuccessor(current, kind, name));
  if (item === undefined) throw new Problem(kind.unknown);
  return withValues(current, kind, await getDocument(current, item.crateId, item.itemId));
}

function findByName<Values>(current: Current, kind: DocumentKind<Values>, name: string): Promise<Item | undefined> {
  return kind.find?.(current, name) ?? kind.items.find(current, name);
}

/** What has that name no longer, or has taken the place of a newer draft with that id. */
async function findSuccessor<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
): Promise<Item | undefined> {
  const { crateId } = kind.items;
  const originalId = kind.hasDrafts && (await findOriginalId(current, { crateId, itemId: name }));
  return originalId === undefined ? kind.findRenamed?.(current, name) : kind.items.find(current, originalId);
}

/** A former state of it, or of a newer draft that has taken its place; undefined when that is no longer kept. Permission is up to the caller. */
export async function findFormerState<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { item: { crateId, itemId } }: TextDocument,
  etag: string,
): Promise<EditedDocument<Values> | undefined> {
  const former =
    (await findFormerDocument(current, crateId, itemId, etag)) ??
    (kind.hasDrafts && (await findFormerDraft(current, { crateId, itemId }, etag)));
  return former && withValues(current, kind, former);
}

async function withValues<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  document: TextDocument,
): Promise<EditedDocument<Values>> {
  return { ...document, values: await kind.readValues(current, document) };
}

/** In the transaction that has shown it to readers. */
export async function finishShowing<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  item: Item,
  values: Values,
): Promise<void> {
  await kind.whenShown?.(current, item, values);
  await recordDocument(current, documentAudit.publish, item);
}

/** In the transaction that has hidden it from readers. */
export async function finishHiding<Values>(current: Current, kind: DocumentKind<Values>, item: Item): Promise<void> {
  await kind.whenHidden?.(current, item);
  await recordDocument(current, documentAudit.unpublish, item);
}

/** In the transaction of the deed. */
export function recordDocument(
  current: Current,
  kind: AuditKind,
  { crateId, itemId }: ItemKey,
  entry: Omit<NewAuditEntry, 'target'> = {},
): Promise<void> {
  return recordAuditEntry(current, kind, { ...entry, target: `item/${crateId}/${itemId}` });
}

export function toNewItemKey<Values>({ newItemKey: newPlace, items: { crateId } }: DocumentKind<Values>): ItemKey {
  return newPlace ?? { crateId, itemId: NEW_ITEM };
}

/** Of the path of its page: a newer draft has its id alone, and so has what is called as another page is. */
export function nameInPath(item: Item, reserved?: ReadonlySet<string>): string {
  const hasOwn = readReplacedId(item) === undefined && item.name !== null && reserved?.has(item.name) !== true;
  return encodeURIComponent(hasOwn ? (item.name ?? '') : item.itemId);
}
