import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';

import { listFormerDrafts } from '../documents.server.ts';
import { undoFromQuery } from '../forms/undo-query.ts';
import { findOwnDraft } from '../own-drafts.server.ts';
import { findNamedPeople } from '../presence/presence.server.ts';
import { findPreviewLinks } from '../previews/previews.server.ts';
import { showReview } from '../reviews/reviews.server.ts';
import type { ItemKey } from '../schedule.ts';
import { findSchedules } from '../schedules.server.ts';
import { getEditedDocument, toNewItemKey } from './document-kind.server.ts';
import type { DocumentKind, EditedDocument } from './document-kind.server.ts';
import { isDraft, isHidden, readReplacedId } from './drafts.ts';

/** The page of one with all that stands beside its words. Needs staff. @throws Problem 401, 403, 404 */
export async function openDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  query: URLSearchParams,
) {
  const edited = await getEditedDocument(current, kind, name);
  const { item, values } = edited;
  const [schedules, own, people, panels, formers] = await Promise.all([
    findSchedules(current, item),
    findOwnChanges(current, kind, item, values),
    findNamedPeople(current, item),
    kind.previewPath && findPanels(current, edited),
    kind.hasDrafts && !isDraft(item) ? listFormerDrafts(current, item) : [],
  ]);
  const { crateId, itemId, etag } = item;
  const { status = 'none', isNeeded = false } = panels?.review ?? {};
  const document = {
    crateId,
    itemId,
    etag,
    schedules,
    people,
    /** Ids of newer drafts of it that are no more: somebody may have typed into them since. */
    formers,
    isHidden: isHidden(item),
    isDraft: isDraft(item),
    isNewer: readReplacedId(item) !== undefined,
    /** A review is under way, and to publish it all the same has to be said. */
    isHeldBack: isHidden(item) && !isNeeded && status !== 'none' && status !== 'approved',
  };
  return {
    edited,
    page: { ...buildPage(current, query), values, own, undo: undoFromQuery(query, etag), document, panels },
  };
}

async function findPanels<Values>(current: Current, { item }: EditedDocument<Values>) {
  const [links, review] = await Promise.all([findPreviewLinks(current, item), showReview(current, item)]);
  return { links, review };
}

/** The page of a new one. Needs staff. @param values what its form holds @throws Problem 401, 403 */
export async function beginDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  values: Values,
  query: URLSearchParams,
) {
  requireRole(current, 'staff');
  const own = await findOwnChanges(current, kind, toNewItemKey(kind), values);
  const deleted = query.get('done') === 'deleted' ? query.get('item') : null;
  const undo = deleted === null ? undefined : { intent: 'editor.undelete', fields: { itemId: deleted } };
  const none = { document: undefined, panels: undefined };
  return { edited: undefined, page: { ...buildPage(current, query), values, own, undo, ...none } };
}

/** What the actor has typed and not saved; undefined when it is what is saved. */
async function findOwnChanges<Values>(current: Current, kind: DocumentKind<Values>, itemKey: ItemKey, saved: Values) {
  const own = await findOwnDraft(current, itemKey);
  const changed = own === undefined ? [] : kind.changedFields(saved, own.fields);
  return own === undefined || changed.length === 0 ? undefined : { ...own, changed };
}

function buildPage(current: Current, query: URLSearchParams) {
  return {
    ownId: requireUser(current),
    now: current.now().getTime(),
    zones: Intl.supportedValuesOf('timeZone'),
    isTaken: query.has('draft'),
    done: query.get('done'),
  };
}
