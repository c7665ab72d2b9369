import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import { findChangelogs } from '../changelogs.server.ts';
import { RELEASE_ITEMS, readReleaseFacts } from '../releases.server.ts';
import { readRole } from './release-form.ts';
import { releasePath } from './release-path.ts';

/** Of all apps, the newest; older ones are found by their lists. */
const LOOKED_THROUGH = 256;

/** By version, title and the name of the app. Needs staff. @throws Problem 401, 403 */
export async function findReleasesToEdit(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  requireRole(current, 'staff');
  const names = new Map(findChangelogs(current).map(({ app, name }) => [app, name]));
  const found: FoundThing[] = [];
  for await (const item of RELEASE_ITEMS.all(current, { limit: LOOKED_THROUGH })) {
    const app = item.tags.find((tag) => tag.startsWith('app:'))?.slice('app:'.length) ?? '';
    const [appName, facts] = [names.get(app), readReleaseFacts(item)];
    if (appName === undefined || facts === undefined) continue;
    const { version, title = '' } = facts;
    if (!matchesEveryWord(`${appName} ${app} ${version} ${title}`, text)) continue;
    const to = releasePath({ app, version, role: readRole(item) });
    found.push({ kind: 'release', id: item.itemId, name: `${appName} ${version}`, about: title, to });
    if (found.length === limit) break;
  }
  return found;
}
