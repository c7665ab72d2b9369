import { expect, test } from 'vitest';

import { cutPage } from './cut-page.ts';

test.each([
  { found: [], shown: [], last: undefined },
  { found: [1], shown: [1], last: undefined },
  { found: [1, 2], shown: [1, 2], last: undefined },
  { found: [1, 2, 3], shown: [1, 2], last: 2 },
])('a page of two shows $shown of $found, and tells its last one only when more follow', ({ found, shown, last }) => {
  expect(cutPage<number>(found, 2)).toEqual({ shown, last });
});
