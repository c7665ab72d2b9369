import { expect, test } from 'vitest';

import { signIn } from '../sign-in.ts';
import { BASE_URL } from '../visitor.ts';
import { LOOKS, SCREEN_SUBJECTS, answered, lookOverAll, mainOf, publicScreens } from './every-screen.ts';

/** Screens that are public with more in them for staff. */
const FOR_STAFF = [
  '/games/how-many-dudes',
  '/games/rumpus-pack',
  '/games/how-many-dudes/presskit',
  '/games/levelhead/patchnotes?version=1.9.0',
  '/post/something-in-the-box',
];

/** What stands there for staff alone is made of parts that are looked over in both schemes where staff work. */
const TWO_LOOKS = LOOKS.filter((look) => !('rules' in look));

test('what staff see beyond visitors on public screens passes axe', async () => {
  const { cookie } = signIn('staff');
  const found = await Promise.all(SCREEN_SUBJECTS.map(publicScreens));
  const differing: string[] = [];
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of found.flatMap(({ opened, contents }) => opened.concat(contents))) {
    const [seen, more] = await Promise.all([htmlFor('', path), htmlFor(cookie, path)]);
    if (seen !== more) differing.push(path);
  }
  expect(differing).toEqual(expect.arrayContaining(['/games', '/blog']));
  await lookOverAll([], answered([...new Set([...differing, ...FOR_STAFF])]), { as: 'staff', looks: TWO_LOOKS });
});

async function htmlFor(cookie: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, BASE_URL), { headers: { cookie, 'accept-language': 'en-US' } });
  return mainOf(await response.text());
}
