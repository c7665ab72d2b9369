import { findShownNames } from '#app/aliases/aliases.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { requireRole } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import { findLastEditors } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import { changedMeanwhile, nameTaken } from '#app/storage/problems.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { documentAudit } from '../audit-kinds.server.ts';
import { toItemContent, saveDocument } from '../documents.server.ts';
import { deleteOwnDraft, moveOwnDrafts } from '../own-drafts.server.ts';
import { movePreviewLinks } from '../previews/previews.server.ts';
import { changedByOthers, outChanged } from '../problems.ts';
import { cancelAction } from '../schedules.server.ts';
import { getEditedDocument, recordDocument } from './document-kind.server.ts';
import type { DocumentKind, EditedDocument } from './document-kind.server.ts';
import { readBaseEtag, isDraft, newerName, readReplacedId, toOutState, parametersIn } from './drafts.ts';

/** What the form of a newer draft carries that was merged with its original: the states of both. */
export function encodeMergeEtags(etag: string, began = ''): string {
  return `${etag} ${began}`;
}

/** The reverse of `encodeMergeEtags`. @param etag of a form, also that of a single document */
export function decodeMergeEtags(etag: string): { etag: string; began: string | undefined } {
  const [own = '', began] = etag.split(' ');
  return { etag: own, began };
}

/** Of what is out, as far as the actor may see it. Needs staff. @throws Problem 401 or 403 */
export async function findNewerDraft<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { itemId }: Item,
): Promise<EditedDocument<Values> | undefined> {
  requireRole(current, 'staff');
  const item = await kind.items.find(current, newerName(itemId));
  return item && getEditedDocument(current, kind, item.itemId);
}

/** Of a newer draft what is out, and the other way round; undefined for whatever is alone. Needs staff. @throws Problem 401 or 403 */
export async function findOtherState<Values, Comparison>(
  current: Current,
  kind: DocumentKind<Values, Comparison>,
  edited: EditedDocument<Values>,
) {
  const originalId = readReplacedId(edited.item);
  const isNewer = originalId === undefined;
  if (isNewer && isDraft(edited.item)) return undefined;
  const other = await (isNewer
    ? findNewerDraft(current, kind, edited.item)
    : getEditedDocument(current, kind, originalId).catch((refusal: unknown) => noneIfGone(kind, refusal)));
  if (other === undefined) return undefined;
  const [draft, original] = isNewer ? [other, edited] : [edited, other];
  const names = await findEditorNames(current, [draft.item]);
  return {
    isNewer,
    path: kind.pathTo(other.item, {}),
    by: names.get(draft.item.itemId),
    at: draft.item.updatedAt,
    isOriginalChanged: readBaseEtag(draft.item) !== original.item.etag,
    compared: kind.compare(original.values, draft.values),
  };
}

/** The names of those who saved items of one crate, by the ids of these. Permission is up to the caller, who has read them. */
export async function findEditorNames(
  current: Current,
  items: readonly Item[],
): Promise<Map<string, string | undefined>> {
  const [first] = items;
  const ids = items.map(({ itemId }) => itemId);
  const editors = first === undefined ? new Map() : await findLastEditors(current, first.crateId, ids);
  const names = await findShownNames(current, [...editors.values()]);
  return new Map([...editors].map(([itemId, userId]) => [itemId, names.get(userId)]));
}

/**
 * Keeps what is typed beside what is out, for all of staff. Needs staff and the right to change that.
 * @param etag of what is out that the writer has seen, or what a merge came to
 * @throws Problem 412 when somebody else has saved a newer draft since, else as `saveEditedDocument`
 */
export async function saveNewerDraft<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  fields: FormFields,
  etag: string,
): Promise<Item> {
  const { item } = await getEditedDocument(current, kind, name);
  const original = await getEditedDocument(current, kind, readReplacedId(item) ?? item.itemId);
  if (isDraft(original.item)) throw new Problem(kind.unknown);
  const draft = await findNewerDraft(current, kind, original.item);
  const seen = decodeMergeEtags(etag);
  if (draft !== undefined && seen.began === undefined) throw new Problem(changedByOthers);
  const began = seen.began ?? seen.etag;
  if (!/^"\d{1,15}"$/.test(began)) throw new Problem(unclearForm);
  const { text, contentType, ...out } = await kind.toWrite(current, fields, draft ?? original);
  await kind.requireReplaceable?.(current, original.item, out.parameters);
  const parameters = parametersIn({ replacedId: original.item.itemId, began }, out);
  const saved = await kind.atFields(
    draft === undefined
      ? kind.items
          .create(current, parameters, toItemContent(text, contentType), { forOthers: true })
          .catch(changedIfTaken)
      : saveDocument(current, draft.item, parameters, text, seen.etag, { contentType }),
  );
  await deleteOwnDraft(current, item);
  return saved;
}

function changedIfTaken(refusal: unknown): never {
  throw isProblem(refusal, nameTaken) ? new Problem(changedByOthers) : refusal;
}

/**
 * Puts a newer draft into the place of its original, whole and in one transaction; what was out stays among the versions.
 * @param approve refuses what nobody has approved @returns undefined when the draft has changed since it was read
 * @throws Problem as `showDocument`, 412 when the original has changed since the draft began; for a plan, while nobody is there to
 *   merge, 409 instead
 */
export async function replaceOriginal<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { item: draft, text, values }: EditedDocument<Values>,
  approve: () => Promise<void>,
): Promise<Item | undefined> {
  const { item: original } = await getEditedDocument(current, kind, readReplacedId(draft) ?? '');
  const began = readBaseEtag(draft);
  if (original.etag !== began) throw new Problem(current.actor.userId === undefined ? outChanged : changedByOthers);
  await kind.requireShowable?.(current, { values, item: draft, isOut: false });
  await approve();
  const parameters = parametersIn('out', toOutState(draft));
  try {
    return await inTransaction(current, async (current) => {
      const replaced = await kind.atFields(saveDocument(current, original, parameters, text, began));
      await cancelAction(current, { ...draft, action: 'publish' });
      await movePreviewLinks(current, draft, replaced);
      await moveOwnDrafts(current, draft, replaced);
      await deleteItem(current, kind.items.crateId, draft.itemId, { ifMatch: [draft.etag] }, false);
      await recordDocument(current, documentAudit.publish, replaced);
      return replaced;
    });
  } catch (refusal) {
    if (!isProblem(refusal, changedMeanwhile)) throw refusal;
    return undefined;
  }
}

function noneIfGone<Values>({ unknown }: DocumentKind<Values>, refusal: unknown): undefined {
  if (!isProblem(refusal, unknown)) throw refusal;
}
