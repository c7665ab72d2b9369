import type { Current } from '#app/current/current.server.ts';
import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { beginDocument, openDocument } from '#app/editor/kinds/open-document.server.ts';
import { NEW_NAME } from '#app/editor/own-draft.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';

import { PLATFORMS } from '../changelog.ts';
import { getChangelog } from '../changelogs.server.ts';
import type { Changelog } from '../changelogs.server.ts';
import { findReleaseItems } from '../releases.server.ts';
import { emptyValues, readRole } from './release-form.ts';
import type { ReleaseValues } from './release-values.ts';
import { releaseKind } from './releases-kind.server.ts';

interface ReleaseVariant {
  readonly role: Role;
  readonly isWritten: boolean;
  readonly isHere: boolean;
}

/** The page of a release, or of a new one. Needs staff. @throws Problem 401 or 403, 404 for an unknown app or release */
export async function openRelease(
  current: Current,
  { app, version }: { readonly app: string; readonly version: string },
  query: URLSearchParams,
) {
  const role = query.get('role') ?? undefined;
  const kind = releaseKind(current, app, role);
  const changelog = getChangelog(current, app);
  if (version !== NEW_NAME) {
    const { page } = await openDocument(current, kind, version, query);
    const { values } = page;
    return { ...buildChoices(current, changelog, values), page, variants: await findVariants(current, app, values) };
  }
  const today = current.now().toISOString().slice(0, 10);
  const begun = { version: query.get('version') ?? '', role: role ?? 'public' };
  const { page } = await beginDocument(current, kind, { ...emptyValues(today), ...begun }, query);
  const variants: ReleaseVariant[] = [];
  return { ...buildChoices(current, changelog, page.values), page, variants };
}

/** Other items of the same version: what each of them adds is for its role. */
async function findVariants(current: Current, app: string, { version, role: own }: ReleaseValues) {
  const items = await findReleaseItems(current, app);
  const written = new Set(items.filter(({ map }) => map['version'] === version).map(readRole));
  return rolesUpTo(current).map((role): ReleaseVariant => {
    return { role, isWritten: written.has(role), isHere: role === own };
  });
}

/** Nobody writes what they may not read. */
function rolesUpTo({ actor }: Current): Role[] {
  return ROLES.slice(0, ROLES.indexOf(actor.role) + 1);
}

function buildChoices(current: Current, { app, name, path, game }: Changelog, { platforms, lines }: ReleaseValues) {
  const named = [platforms, ...lines.map((line) => line.platforms)].join(', ');
  const offered = PLATFORMS.filter((one) => game === undefined || game.platforms.includes(one) || named.includes(one));
  return {
    app,
    name,
    path,
    roles: rolesUpTo(current),
    platforms: offered.map((platform) => ({ platform, name: SYSTEM_NAMES[platform] })),
  };
}
