import { beforeAll, expect, test } from 'vitest';

import { weighPage } from '../bench/site/page-weight.ts';
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

test('a page and its scripts name the files of no other screen, so that it grows with none', async () => {
  const { origin } = new URL(BASE_URL);
  const html = await (await fetch(`${origin}/?weigh`)).text();
  const [, version = ''] = /"version": "([^"]*)"/.exec(html) ?? [];
  const others = ['/about', '/login', '/account', '/feedbag', '/admin/accounts', '/games/levelhead/tower'];
  const query = new URLSearchParams({ paths: others.join(), version });
  const answer = await (await fetch(`${origin}/__manifest?${query}`)).json();
  const routes = Object.values(answer as Record<string, { id: string; module: string }>);
  const files = routes.filter(({ id }) => id !== 'root').map(({ module }) => module);
  expect(files.length).toBeGreaterThanOrEqual(others.length);
  const texts = [html, ...(await Promise.all([...(await scriptsOf(`${origin}/?weigh`))].map(readText)))];
  // One that loads when it is needed, such as a panel, is no screen.
  expect(files.filter((file) => texts.some((text) => text.includes(file.replace('/assets/', ''))))).toEqual([]);
});
