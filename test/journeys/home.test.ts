import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

const POSTS = `${BASE_URL}/api/storage/crates/posts/items`;
const PUBLIC_GAMES = [
  'Crashlands 2',
  'Crashlands',
  'Levelhead',
  'Quadropus Rampage',
  'Flop Rocket',
  'Towelfight 2',
  'Roid Rage',
];

test('the home page shows the two newest posts of the crate, and a new one at once', async () => {
  const { page, ...visitor } = await visitHome();
  const posts = page.getByRole('region', { name: 'From the Blog' }).getByRole('heading', { level: 3 });
  const [newest = '', second = ''] = await newestTitles();
  expect(await posts.allInnerTexts()).toEqual([newest, second]);

  const title = 'The journey of the walking post';
  const remove = await createPost('journey-of-the-walking-post', title);
  try {
    await visitor.again();
    expect(await posts.allInnerTexts()).toEqual([title, newest]);
    expect(await page.getByText('By Waffle Lieutenant · Posted').count()).toBeGreaterThan(0);
  } finally {
    await remove();
  }
  await visitor.again();
  expect(await posts.allInnerTexts()).toEqual([newest, second]);
});

test('a visitor sees the games that are out, staff also those that are not', async () => {
  const visitor = await visit();
  await visitor.load('/');
  expect(await gameNames(visitor)).toEqual(PUBLIC_GAMES);
  await visitor.load('/games/rumpus-pack', 404);
  await visitor.load('/games/how-many-dudes', 404);

  const player = await visit({ as: 'player' });
  await player.load('/');
  expect(await gameNames(player)).toEqual(PUBLIC_GAMES);

  const staff = await visit({ as: 'staff' });
  await staff.load('/');
  const all = await gameNames(staff);
  expect(all.toSorted()).toEqual([...PUBLIC_GAMES, 'How Many Dudes?', 'Rumpus Pack'].toSorted());
  await staff.move(() => staff.page.getByRole('link', { name: 'Rumpus Pack' }).click(), '/games/rumpus-pack');
  expect(await staff.page.getByRole('heading', { level: 1 }).innerText()).toBe('Rumpus Pack');
});

test('a post and a game are one click away, and Back returns to the place on the page', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 600 } });
  const { page } = visitor;
  await visitor.load('/');
  const link = page.getByRole('heading', { level: 3 }).last().getByRole('link');
  const title = await link.innerText();
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);

  await visitor.move(() => link.click(), /^\/post\/[a-z0-9-]+$/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
  await expect.poll(() => page.title()).toContain(title);
  await page.waitForFunction(() => document.querySelector('main')?.getBoundingClientRect().top === 32);

  await visitor.move(() => page.goBack(), '/');
  await page.waitForFunction((place) => Math.abs(scrollY - place) <= 1, place);
  await visitor.move(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  expect(await page.getByRole('list', { name: 'Where to get it' }).getByRole('link').allInnerTexts()).toContain(
    'Steam',
  );
});

async function visitHome() {
  const visitor = await visit();
  await visitor.load('/');
  return { page: visitor.page, again: () => visitor.load('/') };
}

async function newestTitles(): Promise<string[]> {
  const response = await fetch(`${POSTS}?tags=-hidden,-unlisted,-topic:devchat&sort=createdAt&limit=2`);
  const { data } = (await response.json()) as { data: { map: { title: string } }[] };
  return data.map(({ map }) => map.title);
}

/** Publishes a post as staff. @returns what removes it again */
async function createPost(name: string, title: string): Promise<() => Promise<void>> {
  const { cookie, xsrf } = await signIn('staff');
  const headers = { cookie, 'x-xsrf-token': xsrf };
  const parameters = { name, map: { title, blurb: 'On two feet.', image: 'four-arms' }, tags: ['topic:blog'] };
  const response = await fetch(POSTS, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'text/markdown',
      'rumpus-item-parameters': encodeURIComponent(JSON.stringify(parameters)),
    },
    body: 'It walks.',
  });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { itemId: string } };
  return async () => {
    const { ok } = await fetch(`${POSTS}/${data.itemId}`, { method: 'DELETE', headers });
    expect(ok).toBe(true);
  };
}

function gameNames({ page }: BrowserVisitor): Promise<string[]> {
  return page.getByRole('region', { name: 'Our Games' }).getByRole('link').allInnerTexts();
}
