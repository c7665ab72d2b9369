import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isRole } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { getDocument } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import type { OwnDraft } from '#app/editor/own-draft.ts';
import { findOwnDraft } from '#app/editor/own-drafts.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import type { ItemPlace } from '#app/editor/schedule.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import type { ItemTags } from '#app/storage/item-tags.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import { Problem } from '#lib/problem.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import { getChangelog } from '../changelogs.server.ts';
import type { Changelog } from '../changelogs.server.ts';
import { findReleaseItems } from '../releases.server.ts';
import { valuesOfRelease } from './release-form.ts';
import { versionInPath } from './release-path.ts';
import { RELEASE_FIELDS, snapshotOf, valuesOfSnapshot } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

export interface EditedRelease extends TextDocument {
  readonly changelog: Changelog;
  readonly values: ReleaseValues;
}

export interface ReleasePlace {
  readonly app: string;
  readonly version: string;
  /** Of several of one version, the one for this role; by default for everyone. */
  readonly role?: string | undefined;
}

/** Needs staff. @throws Problem 401, 403 or 404 */
export async function getEditedRelease(current: Current, place: ReleasePlace): Promise<EditedRelease> {
  requireRole(current, 'staff');
  const changelog = getChangelog(current, place.app);
  const item = await findReleaseItem(current, place);
  if (item === undefined) throw new Problem(noDocument);
  return editedReleaseOf(changelog, await getDocument(current, CHANGELOGS_CRATE, item.itemId));
}

export function editedReleaseOf(changelog: Changelog, document: TextDocument): EditedRelease {
  return { ...document, changelog, values: valuesOfRelease(document.item, document.text) };
}

async function findReleaseItem(
  current: Current,
  { app, version: segment, role }: ReleasePlace,
): Promise<Item | undefined> {
  const version = versionInPath(segment);
  if (isItemId(version)) {
    const search = SearchQuery.parse({ itemIds: version, limit: '1' });
    const { items } = await findItems(current, CHANGELOGS_CRATE, search).catch(noneWithoutCrate);
    return items.find(({ tags }) => tags.includes(`app:${app}`));
  }
  const least: Role = isRole(role) ? role : 'public';
  const found = (await findReleaseItems(current, app)).filter(({ map }) => map['version'] === version);
  return found.find((item) => roleOf(item) === least) ?? (role === undefined ? found[0] : undefined);
}

/** As its tags name it, whether or not there is such a role. */
export function roleOf(item: ItemTags): string {
  return tagValues(item, 'role')[0] ?? 'public';
}

export interface OwnReleaseDraft extends OwnDraft {
  readonly values: ReleaseValues;
  readonly changed: readonly (keyof ReleaseValues)[];
}

/** What the actor has typed and not saved; undefined when it is what is saved. Needs staff. @throws Problem 401 or 403 */
export async function findOwnReleaseDraft(
  current: Current,
  place: ItemPlace,
  saved: ReleaseValues,
): Promise<OwnReleaseDraft | undefined> {
  const own = await findOwnDraft(current, place);
  const values = own && valuesOfSnapshot(own.fields);
  if (own === undefined || values === undefined) return undefined;
  const changed: (keyof ReleaseValues)[] = RELEASE_FIELDS.filter((name) => values[name] !== saved[name]);
  const linesOf = ({ lines }: ReleaseValues) => snapshotOf({ ...saved, lines }).release;
  if (linesOf(values) !== linesOf(saved)) changed.push('lines');
  return changed.length === 0 ? undefined : { ...own, values, changed };
}
