import { isDeepStrictEqual } from 'node:util';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast, isRole } from '#app/current/role.ts';
import { createDocument, saveDocument } from '#app/editor/documents.server.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { changedByOthers, noDocument } from '#app/editor/problems.ts';
import { requireApprovalToShow } from '#app/editor/reviews/reviews.server.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import { getChangelog } from '../changelogs.server.ts';
import type { Changelog } from '../changelogs.server.ts';
import { withdrawReleaseEvents } from '../event-kinds.server.ts';
import { roleAbove, versionTaken } from '../problems.ts';
import { findReleaseItems, releaseName } from '../releases.server.ts';
import { getEditedRelease, roleOf } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';
import { requirePublishable } from './release-checks.server.ts';
import { bodyOfForm, parametersOfForm, requireStorable } from './release-form.ts';
import { announceRelease } from './release-publications.server.ts';
import { newPlace } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

/** Needs staff and the right to create releases. @throws Problem 401, 403 or 404, else at the field to blame */
export async function createEditedRelease(current: Current, app: string, values: ReleaseValues): Promise<Item> {
  requireRole(current, 'staff');
  const changelog = getChangelog(current, app);
  requireStorable(values, undefined);
  const parameters = await requireParameters(current, changelog, values, undefined);
  const isShown = values.visibility !== 'hidden';
  if (isShown) await requirePublishable(current, app, values, undefined);
  const written = isShown ? publishedAt(parameters, current.now().toISOString()) : parameters;
  const create = async (current: Current) => {
    const created = await createDocument(current, CHANGELOGS_CRATE, written, bodyOfForm(values), JSON_BODY);
    if (isShown) await announceRelease(current, created, values, changelog);
    return created;
  };
  const item = await atVersionField(inTransaction(current, create));
  await deleteOwnDraft(current, newPlace(app));
  return item;
}

/**
 * Needs staff and the right to change releases. @param etag of the state that the writer has seen
 * @throws Problem 412 when somebody has saved since, 401, 403 or 404, 400 when readers would see something with an error in it,
 * else at the field to blame
 */
export async function saveRelease(
  current: Current,
  place: ReleasePlace,
  values: ReleaseValues,
  etag: string,
): Promise<Item> {
  const { changelog, item, text, values: before } = await getEditedRelease(current, place);
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(changedByOthers);
  requireStorable(values, before);
  const parameters = await requireParameters(current, changelog, values, item);
  const body = bodyOfForm(values);
  const isShown = values.visibility !== 'hidden';
  if (isShown) await requirePublishable(current, changelog.app, values, item.itemId);
  const wasShown = !item.tags.includes('hidden');
  const isPublished = isShown && !wasShown;
  const changed = changedParts(item, parameters).concat(body === text ? [] : ['text']);
  if (isPublished) await requireApprovalToShow(current, item, changed);
  // An approval is of a state, so what changes nothing makes no new one.
  if (changed.length === 0) {
    await deleteOwnDraft(current, item);
    return item;
  }
  const out = isPublished ? current.now().toISOString() : item.createdAt;
  const written = isShown === wasShown ? parameters : publishedAt(parameters, out);
  const save = async (current: Current) => {
    const saved = await saveDocument(current, item, written, body, etag, JSON_BODY);
    if (isPublished) await announceRelease(current, saved, values, changelog);
    if (wasShown && !isShown) await withdrawReleaseEvents(current, saved);
    return saved;
  };
  const saved = await atVersionField(inTransaction(current, save));
  await deleteOwnDraft(current, item);
  return saved;
}

const JSON_BODY = { contentType: 'application/json' };

type ReleaseParameters = ReturnType<typeof parametersOfForm>;

/** When it was new to readers, whenever it was written; what is hidden and shown again is not new. */
export function publishedAt<Written extends Pick<ReleaseParameters, 'map'>>(written: Written, at: string): Written {
  return { ...written, map: { publishedAt: at, ...written.map } };
}

function changedParts({ tags, map }: Item, written: ReleaseParameters): string[] {
  const visible = (all: readonly string[]) => all.filter((tag) => !STATES.has(tag)).toSorted();
  const states = (all: readonly string[]) => all.filter((tag) => STATES.has(tag));
  const pairs = {
    tags: [visible(tags), visible(written.tags ?? [])],
    visibility: [states(tags), states(written.tags ?? [])],
    map: [map, written.map],
  };
  return Object.entries(pairs).flatMap(([part, [was, is]]) => (isDeepStrictEqual(was, is) ? [] : [part]));
}

const STATES: ReadonlySet<string> = new Set(['hidden', 'unlisted']);

/** Of what is hidden; what is out is hidden first. Needs staff. @throws Problem 401, 403 or 404, 412 when somebody has saved since */
export async function deleteRelease(current: Current, place: ReleasePlace, etag: string): Promise<Item> {
  const { item } = await getEditedRelease(current, place);
  if (!item.tags.includes('hidden')) throw new Problem(changedByOthers);
  await deleteItem(current, CHANGELOGS_CRATE, item.itemId, { ifMatch: [etag] }, false);
  await deleteOwnDraft(current, item);
  return item;
}

/** Out of the trash, hidden as it was. Needs staff. @throws Problem 401, 403 or 404, 409 when another has its version by now */
export async function undeleteRelease(current: Current, app: string, itemId: string): Promise<Item> {
  requireRole(current, 'staff');
  getChangelog(current, app);
  if (!isItemId(itemId)) throw new Problem(noDocument);
  return atVersionField(undeleteItem(current, CHANGELOGS_CRATE, itemId));
}

async function requireParameters(
  current: Current,
  changelog: Changelog,
  values: ReleaseValues,
  before: Item | undefined,
): Promise<ReleaseParameters> {
  const { role } = values;
  const version = values.version.trim();
  if (!isRole(role) || !isAtLeast(current.actor.role, role)) {
    throw problemAt('role', roleAbove);
  }
  const isSame = before?.map['version'] === version && roleOf(before) === role;
  if (!isSame && (await isTaken(current, changelog, { version, role }, before))) throw takenVersion();
  return parametersOfForm(values, { app: changelog.app, name: releaseName(changelog.app, version, role), before });
}

/** Also by one without its name, of another hand, or by one that ships with the program. */
async function isTaken(
  current: Current,
  { app, own }: Changelog,
  { version, role }: { version: string; role: string },
  before: Item | undefined,
): Promise<boolean> {
  if (own.some((one) => one.version === version && (one.role ?? 'public') === role)) return true;
  const items = await findReleaseItems(current, app);
  return items.some(
    (item) => item.itemId !== before?.itemId && item.map['version'] === version && roleOf(item) === role,
  );
}

function takenVersion(): Problem {
  return problemAt('version', versionTaken);
}

/** Two may write it at the same moment: then the crate says so. */
export async function atVersionField(saving: Promise<Item>): Promise<Item> {
  try {
    return await saving;
  } catch (refusal) {
    throw isProblem(refusal, nameTaken) ? takenVersion() : refusal;
  }
}
