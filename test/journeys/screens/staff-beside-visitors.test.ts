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

/** Each such part is looked at on one screen, and on all that have any in `npm run test:full`. */
test('what staff see beyond visitors on public screens passes axe', async () => {
  const { cookie } = signIn('staff');
  const found = await Promise.all(SCREEN_SUBJECTS.map(publicScreens));
  const differing: string[] = [];
  const parts = new Map<string, string>();
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of found.flatMap(({ opened, contents }) => opened.concat(contents))) {
    const [seen, more] = await Promise.all([htmlFor('', path), htmlFor(cookie, path)]);
    if (seen === more) continue;
    differing.push(path);
    const beyond = tagsOf(more).difference(tagsOf(seen));
    for (const tag of beyond) if (!parts.has(tag)) parts.set(tag, path);
  }
  expect(differing).toEqual(expect.arrayContaining(['/games', '/blog']));
  const looked = process.env.FULL === undefined ? parts.values() : differing;
  await lookOverAll([], answered([...new Set([...looked, ...FOR_STAFF])]), { as: 'staff', looks: TWO_LOOKS });
});

/** Of its elements, each once: they differ in what they hold and where they lead. */
function tagsOf(html: string): Set<string> {
  const tags = html.match(/<[a-z][^>]*>/g) ?? [];
  return new Set(tags.map((tag) => tag.replaceAll(/ (?!class|role|type|disabled)[\w-]+="[^"]*"/gi, '')));
}

async function htmlFor(cookie: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, BASE_URL), { headers: { cookie, 'accept-language': 'en-US' } });
  return mainOf(await response.text());
}
