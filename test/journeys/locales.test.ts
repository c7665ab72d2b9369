import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

test('the language selector keeps the whole address, and the choice is remembered by cookie and local storage', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/linkout?url=https%3A%2F%2Fa.example%2F%3Fb%3D1#content');
  await page.getByText('Language: English').click();
  const choices = page.getByRole('navigation', { name: 'Change language' }).getByRole('link');
  await expect.poll(() => choices.count()).toBe(14);
  expect(await choices.and(page.locator('[aria-current=true]')).innerText()).toBe('English');
  await inspect(page, { part: 'footer' });

  await visitor.follow(() => page.getByRole('link', { name: 'Deutsch' }).click(), '/de-DE/linkout');
  const { search, hash } = new URL(page.url());
  expect(search + hash).toBe('?url=https%3A%2F%2Fa.example%2F%3Fb%3D1#content');
  await page.getByRole('link', { name: 'a.example' }).waitFor();
  await page.locator('html[lang=de-DE]').waitFor();
  await page.getByText('Sprache: Deutsch').waitFor();
  await page.getByText('Wir übersetzen diese Website noch.').waitFor();
  await expect.poll(() => remembered(visitor)).toEqual({ cookie: 'de-DE', storage: 'de-DE' });

  await visitor.open('/');
  expect(await page.locator('html').getAttribute('lang')).toBe('de-DE');
  await page.getByRole('heading', { name: 'Aus dem Blog' }).waitFor();
});

test('the language of the address stays from page to page, and the pseudo-locale loads no other texts', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const loaded: string[] = [];
  page.on('response', (response) => void loaded.push(new URL(response.url()).pathname));
  await visitor.open('/en-XA');
  await page.getByRole('heading', { name: '⟦Óúúŕ Ĝááɱééš⟧' }).waitFor();
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/en-XA/games/levelhead');
  await page.locator('html[lang=en-XA]').waitFor();
  const bare = () => page.locator('link[hreflang="x-default"]').getAttribute('href');
  await expect.poll(bare).toBe(`${BASE_URL}/games/levelhead`);
  await visitor.follow(() => page.locator('header a').first().click(), '/en-XA');
  await page.locator('html[lang=en-XA]').waitFor();
  const locales = loaded.flatMap((path) => /-([a-z]{2}-[A-Z]{2})-[\w-]+\.js$/.exec(path)?.[1] ?? []);
  expect(new Set(locales)).toEqual(new Set(['en-XA']));
});

async function remembered({ page }: BrowserVisitor) {
  const cookies = await page.context().cookies();
  return {
    cookie: cookies.find(({ name }) => name === 'locale')?.value,
    storage: await page.evaluate(() => localStorage.getItem('locale')),
  };
}
