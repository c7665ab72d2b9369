import { expect, test } from 'vitest';

import { signIn } from '../sign-in.ts';
import { BASE_URL } from '../visitor.ts';
import { answered, contentOf, lookOverAll, publicScreens } from './every-screen.ts';

/** Screens that staff have alone, or that look otherwise for who is signed in; around them is the same for all of staff. */
const OF_STAFF = ['/about', '/editor', '/account', '/login?prove&returnTo=/account'];
const ADMIN = ['/admin', '/admin/accounts', '/admin/accounts/c0llab', '/admin/alias-moderation'];
/** Public screens with more in them. */
const FOR_STAFF = [
  '/games/how-many-dudes',
  '/games/rumpus-pack',
  '/games/how-many-dudes/presskit',
  '/games/levelhead/patchnotes?version=1.9.0',
  '/post/something-in-the-box',
];

test('screens that staff have alone pass axe', async () => {
  const opened = [...OF_STAFF, ...ADMIN];
  await lookOverAll([...answered(opened), { path: '/?masquerade=super', status: 400 }], [], { as: 'staff' });
});

test('what staff see beyond visitors on public screens passes axe', async () => {
  const { cookie } = signIn('staff');
  const found = await Promise.all((['games', 'posts', 'site'] as const).map(publicScreens));
  const differing: string[] = [];
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of found.flatMap(({ opened, contents }) => opened.concat(contents)))
    if ((await htmlFor('', path)) !== (await htmlFor(cookie, path))) differing.push(path);
  expect(differing).toEqual(expect.arrayContaining(['/games', '/blog']));
  await lookOverAll([], answered([...new Set([...differing, ...FOR_STAFF])]), { as: 'staff' });
});

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(answered(['/admin/accounts?text=sock&masquerade=staff']), [], { as: 'admin' });
});

async function htmlFor(cookie: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, BASE_URL), { headers: { cookie, 'accept-language': 'en-US' } });
  return contentOf(path, await response.text()).html;
}
