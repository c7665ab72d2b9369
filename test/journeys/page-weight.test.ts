import { beforeAll, expect, test } from 'vitest';

import { weighPage } from '../bench/site/page-weight.ts';
import { BASE_URL } from './visitor.ts';

/** Bytes after gzip, beyond which something has come that no visitor needs before they do anything. */
const MAX_BYTES = 150_000;
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
