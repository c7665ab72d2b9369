import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

const TOWER = '/games/levelhead/tower';
const KNOWN = '0hds26q';

test('a search of the Tower stands in its address, helps with a wrong word, and Back brings back what was', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open(TOWER);
  const field = page.getByRole('searchbox', { name: 'Find levels' });
  await field.fill('tag:boss dimonds:2');
  await field.press('Enter');
  await page.getByText('This search doesn’t know').waitFor();
  const address = page.url();
  expect(new URL(address).searchParams.get('q')).toBe('tag:boss dimonds:2');
  await page.locator('li', { hasText: 'Did you mean' }).getByRole('link').click();
  await page.waitForURL((url) => url.searchParams.get('q') === 'tag:boss diamonds:2');
  await page.getByText('This search doesn’t know').waitFor({ state: 'detached' });
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  const found = await first.innerText();
  await page.goBack();
  await page.waitForURL(address);
  await expect.poll(() => field.inputValue()).toBe('tag:boss dimonds:2');
  await page.goForward();
  await expect.poll(() => field.inputValue()).toBe('tag:boss diamonds:2');
  await expect.poll(() => first.innerText()).toBe(found);
});

test.each([
  TOWER,
  '/games/levelhead/marketing',
  '/games/levelhead/players',
  '/games',
  '/blog',
  '/support/sign-in',
  '/contact',
])('a card of %s leads on wherever it is pressed', async (path) => {
  const visitor = await visit();
  await visitor.open(path);
  const [cards, dead] = await visitor.page.evaluate(() => {
    const cards = [...document.querySelectorAll('main .block-link')].slice(0, 3);
    const isDead = (card: Element, x: number, y: number) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      const link = document.elementFromPoint(left + width * x, top + height * y)?.closest('a');
      return link === undefined || link === null || !card.contains(link);
    };
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.35, 0.65, 0.9].map((y) => [x, y] as const));
    const dead = cards.flatMap((card) => {
      card.scrollIntoView({ block: 'center', behavior: 'instant' });
      return points.filter(([x, y]) => isDead(card, x, y)).map(([x, y]) => [card.textContent, x, y]);
    });
    return [cards.length, dead] as const;
  });
  expect([cards > 0, dead]).toEqual([true, []]);
});

test('who made a level is a link of its own on the card, with a ring of its own', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open(TOWER);
  const card = page.locator('main .cabinet').first();
  await card.getByRole('heading').getByRole('link').press('Tab');
  const maker = card.locator('.named-player');
  await expect.poll(() => maker.evaluate((link) => link === document.activeElement)).toBe(true);
  const ringOf = (element: Element) => getComputedStyle(element).outlineStyle;
  expect([await maker.evaluate(ringOf), await card.evaluate(ringOf)]).toEqual(['solid', 'none']);
  await visitor.follow(() => page.keyboard.press('Enter'), /\/games\/levelhead\/players\/\w+$/);
});

test('the code of a level is copied, and what is counted of it counts on while somebody looks', async () => {
  const visitor = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await page.clock.install();
  await visitor.open(`/games/levelhead/levels/${KNOWN}`);
  await page.route(/\/api\/storage\/crates\/levelhead\/items\?/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { stats: Record<string, number> }[] };
    for (const { stats } of data) stats['Likes'] = 424_242;
    await route.fulfill({ response, json: { data } });
  });
  await page.clock.fastForward(20_000);
  await page.getByText('424,242').waitFor();
  await page.getByRole('button', { name: 'Copy code' }).press('Enter');
  await page.getByText('Copied!').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(KNOWN);
});

test('a playlist is made and arranged by keyboard, and the focus stays with the level that moves', async () => {
  const visitor = await visit({ as: 'creator' });
  const { page } = visitor;
  await visitor.open('/games/levelhead/playlists');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Walked');
  await visitor.follow(() => name.press('Enter'), /\/playlists\/[a-z0-9]{7}\/edit$/);
  const { pathname } = new URL(page.url());
  const found = await page.evaluate(() =>
    fetch('/api/levelhead/levels?limit=2&sort=-createdAt').then((answer) => answer.json()),
  );
  const levels = (found as { data: { levelId: string; title: string }[] }).data;
  const rows = page.getByRole('main').getByRole('listitem');
  for (const [at, { levelId, title }] of levels.entries()) {
    const code = page.getByRole('textbox', { name: 'Code or address of a level' });
    await code.fill(levelId);
    await code.press('Enter');
    await rows.nth(at).getByRole('link', { name: title }).waitFor();
  }
  const last = levels[1]?.title ?? '';
  const up = page.getByRole('button', { name: `Move ${last} up` });
  await up.press('Enter');
  await rows.first().getByRole('link', { name: last }).waitFor();
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
  await visitor.open('/games/levelhead/playlists');
  const row = rows.filter({ has: page.locator(`a[href="${pathname}"]`) });
  await row.getByRole('button', { name: /^Delete/ }).press('Enter');
  await row.waitFor({ state: 'detached' });
});
