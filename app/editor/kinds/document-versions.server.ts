import type { Current } from '#app/current/current.server.ts';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { findFormerDocument } from '../documents.server.ts';
import { withMarks } from '../merge-marks.server.ts';
import { mergeTexts, mergeValues } from '../merge.ts';
import type { Merge } from '../merge.ts';
import { compareValues } from '../versions/comparison.server.ts';
import type { DocumentComparison } from '../versions/version-diff.tsx';
import { listDocumentVersions, parseVersionQuery } from '../versions/versions.server.ts';
import { atSlugField, getEditedDocument } from './document-kind.server.ts';
import type { DocumentKind, DocumentValues, EditedDocument } from './document-kind.server.ts';

interface DocumentMergeRequest<Field extends string> {
  readonly mine: DocumentValues<Field>;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem 401, 403, 404 */
export async function mergeDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
  { mine, etag, theirs }: DocumentMergeRequest<Field>,
): Promise<Merge> {
  const present = await getEditedDocument(current, kind, name);
  const base = await findFormer(current, kind, present, etag);
  const other = (theirs === undefined ? undefined : await findFormer(current, kind, present, theirs)) ?? present;
  const { text, ...fields } = other.values;
  // Without that state every difference is a conflict.
  return withMarks({
    etag: other.item.etag,
    ...mergeValues(base?.values ?? {}, mine, fields, kind.listFields),
    parts: mergeTexts(base?.values.text ?? '', mine.text, text),
  });
}

async function findFormer<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  { item }: EditedDocument<Field>,
  etag: string,
): Promise<EditedDocument<Field> | undefined> {
  const former = await findFormerDocument(current, item.crateId, item.itemId, etag);
  return former && { ...former, values: await kind.valuesOf(current, former) };
}

/** The former states of a document, and what has changed since the one that the address names. Needs staff. @throws Problem 401, 403, 404 */
export async function openVersions<Field extends string>(
  current: Current,
  kind: DocumentKind<Field | 'title' | 'slug'>,
  name: string,
  url: URL,
) {
  const { rev, before } = parseVersionQuery(url);
  const document = await getEditedDocument(current, kind, name);
  const page = await listDocumentVersions(current, document.item, before);
  const compared = rev === undefined ? undefined : await compareWithVersion(current, kind, document, rev);
  const { title, slug } = document.values;
  return { ...page, compared, title, etag: document.item.etag, path: `${kind.editorPath}/${encodeURIComponent(slug)}` };
}

/** What has changed since that version. Permission is up to the caller. @throws Problem 404 for one that is not kept */
async function compareWithVersion<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  document: EditedDocument<Field>,
  rev: number,
): Promise<DocumentComparison<Field | 'text'> & { readonly rev: number }> {
  const former = await findFormer(current, kind, document, `"${rev}"`);
  if (former === undefined) throw new Problem(kind.unknown);
  return { rev, ...compareValues<Field | 'text'>(kind.fields, former.values, document.values) };
}

/**
 * Makes a version the present state again; what is there now stays among the versions. Needs staff.
 * @throws Problem 401, 403, 404, 412 when somebody has saved since, at the field when another has its address by now
 */
export async function restoreDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
  { rev, etag }: { readonly rev: string; readonly etag: string },
): Promise<Item> {
  const document = await getEditedDocument(current, kind, name);
  const { crateId, itemId } = document.item;
  if ((await findFormer(current, kind, document, `"${rev}"`)) === undefined) throw new Problem(kind.unknown);
  return atSlugField(restoreVersion(current, crateId, itemId, rev, { ifMatch: [etag] }));
}
