import type { Current } from '#app/current/current.server.ts';
import { isAtLeast, isRole } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { DocumentKind, DocumentWrite, EditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import { completeNamedEntries } from '#app/feedbag/entries/statuses.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import type { Problem } from '#lib/problem.ts';
import { isProblem, problemAt } from '#lib/problem.ts';

import { getChangelog } from '../changelogs.server.ts';
import type { Changelog } from '../changelogs.server.ts';
import { notifyOfRelease, withdrawReleaseEvents } from '../event-kinds.server.ts';
import { roleAbove, versionTaken } from '../problems.ts';
import { RELEASE_ITEMS, findReleaseItems, releaseName } from '../releases.server.ts';
import { requirePublishable } from './release-checks.server.ts';
import { compareReleases } from './release-comparison.ts';
import type { ReleaseDifference } from './release-comparison.ts';
import { bodyOfForm, parametersOfForm, requireStorable, readRole, valuesOfRelease } from './release-form.ts';
import { mergeReleases, mergedRelease } from './release-merge.ts';
import { releasePath, releasePreviewPath, versionInPath } from './release-path.ts';
import {
  RELEASE_FIELDS,
  formOfValues,
  newItemKey,
  toSnapshot,
  valuesOfForm,
  valuesOfSnapshot,
} from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

type ReleaseKind = DocumentKind<ReleaseValues, ReleaseDifference>;

/**
 * The releases of an app, whose names in the editor are their versions or ids.
 * @param role of several of one version, the one for this role; by default for everyone @throws Problem 404 for an unknown app
 */
export function releaseKind(current: Current, app: string, role?: string): ReleaseKind {
  const changelog = getChangelog(current, app);
  return {
    items: RELEASE_ITEMS,
    unknown: noDocument,
    saved: 'editor.done.saved',
    newItemKey: newItemKey(app),
    listPath: `/editor/releases/${app}`,
    previewPath: releasePreviewPath,
    pathTo: (item, query) => {
      const { version } = item.map;
      return releasePath(
        { app, version: typeof version === 'string' ? version : item.itemId, role: readRole(item) },
        query,
      );
    },
    find: (current, name) => findReleaseItem(current, app, versionInPath(name), role),
    readValues: (_, { item, text }) => valuesOfRelease(item, text),
    typedIn: (fields) => valuesOfForm(fields.typed()),
    changedFields,
    toWrite: (current, fields, before) => toWrite(current, changelog, valuesOfForm(fields.typed()), before),
    atFields,
    merge: mergeReleases,
    compare: compareReleases,
    toFields: (merge, chosen) => formOfValues(mergedRelease(merge, chosen)),
    requireShowable: (current, { values, item }) => requirePublishable(current, app, values, item?.itemId),
    // When it was new to readers, whenever it was written; what is hidden and shown again is not new.
    mapWhenShown: ({ now }, { map }) => ('publishedAt' in map ? undefined : { publishedAt: now().toISOString() }),
    mapWhenHidden: (_, { map, createdAt }) => ('publishedAt' in map ? undefined : { publishedAt: createdAt }),
    whenShown: (current, item, values) => announceRelease(current, item, values, changelog),
    whenHidden: withdrawReleaseEvents,
  };
}

async function findReleaseItem(
  current: Current,
  app: string,
  version: string,
  role: string | undefined,
): Promise<Item | undefined> {
  if (isItemId(version)) {
    const item = await RELEASE_ITEMS.find(current, version);
    return item?.tags.includes(`app:${app}`) === true ? item : undefined;
  }
  const least: Role = isRole(role) ? role : 'public';
  const found = (await findReleaseItems(current, app)).filter(({ map }) => map['version'] === version);
  return found.find((item) => readRole(item) === least) ?? (role === undefined ? found[0] : undefined);
}

function changedFields(saved: ReleaseValues, typed: Readonly<Record<string, string>>): string[] {
  const values = valuesOfSnapshot(typed);
  if (values === undefined) return [];
  const stringifyLines = ({ lines }: ReleaseValues) => toSnapshot({ ...saved, lines }).release;
  const fields = RELEASE_FIELDS.filter((name) => values[name] !== saved[name]);
  return stringifyLines(values) === stringifyLines(saved) ? fields : [...fields, 'lines'];
}

async function toWrite(
  current: Current,
  changelog: Changelog,
  values: ReleaseValues,
  before: EditedDocument<ReleaseValues> | undefined,
): Promise<DocumentWrite<ReleaseValues>> {
  requireStorable(values, before?.values);
  const { app } = changelog;
  const { role, visibility } = values;
  const version = values.version.trim();
  if (!isRole(role) || !isAtLeast(current.actor.role, role)) throw problemAt('role', roleAbove);
  const isSame = before?.item.map['version'] === version && readRole(before.item) === role;
  if (!isSame && (await isTaken(current, changelog, { version, role }, before?.item))) throw takenVersion();
  const name = releaseName(app, version, role);
  return {
    parameters: parametersOfForm(values, { app, name, before: before?.item }),
    visibility: visibility === 'unlisted' || visibility === 'hidden' ? visibility : 'public',
    text: bodyOfForm(values),
    contentType: 'application/json',
    values,
  };
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
    (item) => item.itemId !== before?.itemId && item.map['version'] === version && readRole(item) === role,
  );
}

function takenVersion(): Problem {
  return problemAt('version', versionTaken);
}

/** Two may write it at the same moment: then the crate says so. */
async function atFields(saving: Promise<Item>): Promise<Item> {
  try {
    return await saving;
  } catch (refusal) {
    throw isProblem(refusal, nameTaken) ? takenVersion() : refusal;
  }
}

async function announceRelease(
  current: Current,
  item: Item,
  values: ReleaseValues,
  { path }: Pick<Changelog, 'path'>,
): Promise<void> {
  await notifyOfRelease(current, item);
  if (isForEveryone(item)) await completeNamedEntries(current, JSON.stringify(values), path);
}

/** Nobody learns from feedback of a patch that they may not read. */
function isForEveryone({ tags }: Item): boolean {
  return !tags.some(
    (tag) => tag === 'hidden' || tag === 'unlisted' || (tag.startsWith('role:') && tag !== 'role:public'),
  );
}
