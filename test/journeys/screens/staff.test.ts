import type { Page } from 'playwright-core';
import { test } from 'vitest';

import { lookOverAll, opened, publicScreens, visitPlainly } from './every-screen.ts';

/** Public screens that look otherwise for staff. */
const FOR_STAFF = [
  '/editor',
  '/account',
  '/games/how-many-dudes',
  '/games/rumpus-pack',
  '/games/how-many-dudes/presskit',
  '/games/levelhead/patchnotes?version=1.9.0',
  '/post/something-in-the-box',
  '/login?prove&returnTo=/account',
];
const OF_STAFF = ['/admin', '/admin/accounts', '/admin/accounts/c0llab', '/admin/alias-moderation'];

test('what staff see beyond what visitors do passes axe', async () => {
  const [{ page: anyone }, { page }] = await Promise.all([visitPlainly(), visitPlainly({ as: 'staff' })]);
  const listed = (await Promise.all((['games', 'posts', 'site'] as const).map(publicScreens))).flat();
  const differing: string[] = [];
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of listed) if ((await mainOf(anyone, path)) !== (await mainOf(page, path))) differing.push(path);
  // Around what is the same for all, staff have the same header and footer everywhere.
  const screens = new Set(['/about', ...differing, ...FOR_STAFF]);
  await lookOverAll([...opened([...screens]), { path: '/?masquerade=super', status: 400 }], { as: 'staff' });
});

test('the screens of staff alone pass axe', async () => {
  await lookOverAll(opened(OF_STAFF), { as: 'staff' });
});

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(opened(['/admin/accounts?text=sock&masquerade=staff']), { as: 'admin' });
});

/** The part of a page that is no shell, as the server sends it. */
async function mainOf({ request }: Page, path: string): Promise<string | undefined> {
  const html = await (await request.get(path)).text();
  return /<main.*<\/main>/s.exec(html)?.[0];
}
