import { beforeAll, expect, test } from 'vitest';

import { findPageFiles, weighPage } from '../bench/site/page-weight.ts';
import { BASE_URL } from './visitor.ts';

/** Bytes after gzip, beyond which something has come that no visitor needs before they do anything. */
const MAX_BYTES = 144_000;
const MAX_STYLES = 20_000;
let home: number;
let post: string;
beforeAll(async () => {
  const { scripts, styles } = await weighPage(`${BASE_URL}/?weigh`);
  home = scripts;
  expect(styles).toBeGreaterThan(5000);
  expect(styles).toBeLessThanOrEqual(MAX_STYLES);
  const feed = await (await fetch(`${BASE_URL}/blog?weigh`)).text();
  post = /href="(\/post\/[^"?]+)/.exec(feed)?.[1] ?? '';
});

// Of a post, a feed and a changelog what is only read brings none.
test.each([
  ['a feed', () => '/blog?'],
  ['a search', () => '/blog?q=the&'],
  ['a post', () => `${post}?`],
  ['patch notes', () => '/games/levelhead/patchnotes?'],
  ['a changelog', () => '/changelog?'],
])('%s brings no more script than the home page', async (_what, path) => {
  expect(home).toBeGreaterThan(50_000);
  expect(home).toBeLessThanOrEqual(MAX_BYTES);
  const { scripts } = await weighPage(`${BASE_URL}${path()}weigh`);
  expect(scripts).toBeLessThanOrEqual(home);
});

test('the home page and its scripts name the files of no other screen, so that they grow with none', async () => {
  const text = async (path: string) => (await fetch(new URL(path, BASE_URL))).text();
  const { scripts } = await findPageFiles(`${BASE_URL}/?weigh`);
  const html = await text('/?weigh');
  const [, version = ''] = /"version": "([^"]*)"/.exec(html) ?? [];
  const others = ['/about', '/account', '/feedbag', '/admin/accounts', '/games/levelhead/tower'];
  const query = new URLSearchParams({ paths: others.join(), version });
  const routes = JSON.parse(await text(`/__manifest?${query}`)) as Record<string, { id: string; module: string }>;
  const screens = Object.values(routes).filter(({ id }) => /\/screens\/(?!frame)/.test(id));
  expect(screens.length).toBeGreaterThanOrEqual(others.length);
  const loaded = [html, ...(await Promise.all([...scripts].map(text)))].join('\n');
  const named = screens.filter(({ id, module }) => loaded.includes(`"${id}"`) || loaded.includes(module.slice(1)));
  expect(named.map(({ id }) => id)).toEqual([]);
});
