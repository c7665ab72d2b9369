import { beforeAll, expect, test } from 'vitest';

import { weighPage } from '../bench/site/page-weight.ts';
import { BASE_URL } from './visitor.ts';

let home: number;
let post: string;
beforeAll(async () => {
  home = (await weighPage(`${BASE_URL}/?weigh`)).scripts;
  const feed = await (await fetch(`${BASE_URL}/blog?weigh`)).text();
  post = /href="(\/post\/[^"?]+)/.exec(feed)?.[1] ?? '';
});

// In bytes after gzip, as it was measured with a little room: the next feature of a page comes with what it weighs.
test.each([
  ['a feed', 0, () => '/blog?'],
  ['a search', 0, () => '/blog?q=the&'],
  ['a post', 500, () => `${post}?`],
  ['patch notes', 2200, () => '/games/levelhead/patchnotes?'],
  ['a changelog', 1300, () => '/changelog?'],
])('%s brings no more script than the home page and %i bytes', async (_what, more, path) => {
  expect(home).toBeGreaterThan(50_000);
  const { scripts } = await weighPage(`${BASE_URL}${path()}weigh`);
  expect(scripts).toBeLessThanOrEqual(home + more);
});
