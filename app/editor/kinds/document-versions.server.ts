import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import { readVisibility } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { saveDocument } from '../documents.server.ts';
import { requireApprovalToShow } from '../reviews/reviews.server.ts';
import { listDocumentVersions, listDraftVersions, parseVersionQuery } from '../versions/versions.server.ts';
import { findFormerState, finishHiding, finishShowing, getEditedDocument } from './document-kind.server.ts';
import type { DocumentKind, EditedDocument } from './document-kind.server.ts';
import { isDraft, isHidden, toOutState, parametersIn } from './drafts.ts';

/** The former states of a document, and what has changed since the one that the address names. Needs staff. @throws Problem 401, 403, 404 */
export async function openVersions<Values, Comparison>(
  current: Current,
  kind: DocumentKind<Values, Comparison>,
  name: string,
  url: URL,
) {
  const { rev, before } = parseVersionQuery(url);
  const document = await getEditedDocument(current, kind, name);
  const page = await listDocumentVersions(current, document.item, before);
  const drafts = kind.hasDrafts ? await listDraftVersions(current, document.item) : [];
  const compared =
    rev === undefined
      ? undefined
      : { rev, ...kind.compare((await getFormer(current, kind, document, String(rev))).values, document.values) };
  const { item, values } = document;
  return { ...page, drafts, compared, values, itemId: item.itemId, etag: item.etag, path: kind.pathTo(item, {}) };
}

/**
 * Makes a version the present state again; what is there now stays among the versions. Needs staff.
 * @throws Problem 401, 403, 404, 412 when somebody has saved since, what is not to be shown yet, at the field when another has its
 *   address by now
 */
export async function restoreDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  { rev, etag }: { readonly rev: string; readonly etag: string },
): Promise<Item> {
  const document = await getEditedDocument(current, kind, name);
  const { item } = document;
  const former = await getFormer(current, kind, document, rev);
  // What has been out is a draft no more: it says again what it said then, to those who see it now.
  const wasDraft = isDraft(former.item) && !isDraft(item);
  const said = { ...toOutState(former.item), visibility: readVisibility(item) };
  const { map, ...parameters } = parametersIn('out', said);
  // As it has been since it came out.
  const given = Object.keys(kind.mapWhenShown?.(current, former.item) ?? {}).map((key) => [key, item.map[key] ?? null]);
  const written = { ...parameters, map: { ...map, ...(Object.fromEntries(given) as Item['map']) } };
  const [wasShown, isShown] = [item, wasDraft ? { tags: parameters.tags ?? [] } : former.item].map(
    (one) => !isHidden(one),
  );
  if (isShown) {
    await kind.requireShowable?.(current, { values: former.values, item, isOut: wasShown === true });
    if (!wasShown && kind.previewPath !== undefined) await requireApprovalToShow(current, item, ['text']);
  }
  const restore = async (current: Current) => {
    const restored = await (wasDraft
      ? saveDocument(current, item, written, former.text, etag)
      : restoreVersion(current, item.crateId, item.itemId, rev, { ifMatch: [etag] }));
    if (isShown && !wasShown) await finishShowing(current, kind, restored, former.values);
    if (wasShown && !isShown) await finishHiding(current, kind, restored);
    return restored;
  };
  return kind.atFields(inTransaction(current, restore));
}

async function getFormer<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  document: EditedDocument<Values>,
  rev: string,
): Promise<EditedDocument<Values>> {
  const former = await findFormerState(current, kind, document, `"${rev}"`);
  if (former === undefined) throw new Problem(kind.unknown);
  return former;
}
