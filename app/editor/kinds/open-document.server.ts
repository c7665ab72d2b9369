import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';

import { undoFromQuery } from '../forms/undo-query.ts';
import { NEW_ITEM } from '../own-draft.ts';
import { findOwnChanges } from '../own-drafts.server.ts';
import { findPresentPeople } from '../presence/presence.server.ts';
import { findSchedules } from '../schedules.server.ts';
import { getEditedDocument } from './document-kind.server.ts';
import type { DocumentKind, DocumentValues } from './document-kind.server.ts';

export const NEW_NAME = 'new';

/** The page of one with all that stands beside its words. Needs staff. @throws Problem 401, 403, 404 */
export async function openDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
  query: URLSearchParams,
) {
  const { item, values } = await getEditedDocument(current, kind, name);
  const [schedules, own, people] = await Promise.all([
    findSchedules(current, item),
    findOwnChanges(current, item, kind.fields, values),
    findPresentPeople(current, item),
  ]);
  const { crateId, itemId, etag } = item;
  const page = pageOf(current, query);
  const undo = undoFromQuery(query, etag);
  return { item, page: { ...page, values, own, undo, document: { crateId, itemId, etag, schedules, people } } };
}

/** The page of a new one. Needs staff. @param values what its form holds @throws Problem 401, 403 */
export async function beginDocument<Field extends string>(
  current: Current,
  { crateId, fields }: DocumentKind<Field>,
  values: DocumentValues<NoInfer<Field>>,
  query: URLSearchParams,
) {
  requireRole(current, 'staff');
  const own = await findOwnChanges(current, { crateId, itemId: NEW_ITEM }, fields, values);
  return { item: undefined, page: { ...pageOf(current, query), values, own, undo: undefined, document: undefined } };
}

function pageOf(current: Current, query: URLSearchParams) {
  return {
    ...{ ownId: requireUser(current), now: current.now().getTime(), zones: Intl.supportedValuesOf('timeZone') },
    ...{ isTaken: query.has('draft'), done: query.get('done') },
  };
}
