import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { findPresentPeople } from '#app/editor/presence/presence.server.ts';
import { findPreviewLinks } from '#app/editor/previews/previews.server.ts';
import { showReview } from '#app/editor/reviews/reviews.server.ts';
import { findSchedules } from '#app/editor/schedules.server.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import { PLATFORMS } from '../changelog.ts';
import { getChangelog } from '../changelogs.server.ts';
import type { Changelog } from '../changelogs.server.ts';
import { findReleaseItems } from '../releases.server.ts';
import { findOwnReleaseDraft, getEditedRelease, roleOf } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';
import { emptyValues } from './release-form.ts';
import { newPlace } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

interface ReleaseVariant {
  readonly role: Role;
  readonly isWritten: boolean;
  readonly isHere: boolean;
}

/** The page of a new release. Needs staff. @throws Problem 401 or 403, 404 for an unknown app */
export async function loadNewRelease(
  current: Current,
  app: string,
  { version, role }: { version: string; role: string | undefined },
) {
  requireRole(current, 'staff');
  const changelog = getChangelog(current, app);
  const values = { ...emptyValues(current.now().toISOString().slice(0, 10)), version, role: role ?? 'public' };
  const own = await findOwnReleaseDraft(current, newPlace(app), values);
  const variants: ReleaseVariant[] = [];
  return { ...pageOf(current, changelog, values), values, own, release: undefined, panels: undefined, variants };
}

/** The page of a release with all that stands beside its words. Needs staff. @throws Problem as `getEditedRelease` */
export async function loadRelease(current: Current, place: ReleasePlace) {
  const { changelog, item, values } = await getEditedRelease(current, place);
  const [schedules, own, review, links, people, items] = await Promise.all([
    findSchedules(current, item),
    findOwnReleaseDraft(current, item, values),
    showReview(current, item, CHANGELOGS_CRATE),
    findPreviewLinks(current, item),
    findPresentPeople(current, item),
    findReleaseItems(current, changelog.app),
  ]);
  const { crateId, itemId, etag } = item;
  const isHidden = item.tags.includes('hidden');
  const isHeldBack = isHidden && !review.isNeeded && review.standing !== 'none' && review.standing !== 'approved';
  const written = new Set(items.filter(({ map }) => map['version'] === values.version).map(roleOf));
  const page = pageOf(current, changelog, values);
  const variants = page.roles.map((role) => {
    return { role, isWritten: written.has(role), isHere: role === values.role };
  });
  return {
    ...{ ...page, values, own, variants },
    release: { crateId, itemId, etag, isHidden, isHeldBack, schedules },
    panels: { review, links, people, ownId: requireUser(current) },
  };
}

/** The roles are those up to the writer's own: nobody writes what they may not read. */
function pageOf({ actor, now }: Current, { app, name, path, game }: Changelog, { platforms, lines }: ReleaseValues) {
  const named = [platforms, ...lines.map((line) => line.platforms)].join(', ');
  const offered = PLATFORMS.filter((one) => game === undefined || game.platforms.includes(one) || named.includes(one));
  return {
    ...{ app, name, path, now: now().getTime() },
    platforms: offered.map((platform) => ({ platform, name: SYSTEM_NAMES[platform] })),
    roles: ROLES.slice(0, ROLES.indexOf(actor.role) + 1),
    zones: Intl.supportedValuesOf('timeZone'),
  };
}
