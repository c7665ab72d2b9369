import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { clampedLimit, linkHeaders, pageLimit } from './page.ts';

const URL_OF_PAGE = 'http://localhost/api/things?sort=-name&before=x&local-cache-id=17&after=y';

test('linkHeader links the neighbouring pages by the same query from another start, encoded', () => {
  expect(linkHeaders(URL_OF_PAGE, { next: { after: 'a b&c' }, prev: { before: 7 } })).toEqual({
    link: '</api/things?sort=-name&after=a+b%26c>; rel="next", </api/things?sort=-name&before=7>; rel="prev"',
  });
});

test('linkHeader links only pages that exist', () => {
  expect(linkHeaders(URL_OF_PAGE, { next: { after: undefined }, prev: { before: 'b' } })).toEqual({
    link: '</api/things?sort=-name&before=b>; rel="prev"',
  });
  expect(linkHeaders(URL_OF_PAGE, { next: { after: undefined } })).toEqual({});
});

test('pageLimit takes a limit from 1 to the maximum, and the default where none is named', () => {
  const Query = z.object({ limit: pageLimit(64, 16) });
  expect(Query.parse({})).toEqual({ limit: 16 });
  expect(Query.parse({ limit: '64' })).toEqual({ limit: 64 });
  for (const limit of ['0', '65', '1.5', 'x', '1e1', '0x10', ' 5 ', '+5', '00016']) {
    expect(Query.safeParse({ limit }).error?.issues[0]?.message).toBe('a whole number from 1 to 64');
  }
});

test('takes a limit in any spelling, and more than the maximum as the maximum, where it clamps', () => {
  const Query = z.object({ limit: clampedLimit(64, 16) });
  expect(Query.parse({})).toEqual({ limit: 16 });
  const read = ['5', ' 5 ', '1e1', '0x10', '00016', '64', '65', '1e9'].map((limit) => Query.parse({ limit }).limit);
  expect(read).toEqual([5, 5, 10, 16, 16, 64, 64, 64]);
  for (const limit of ['0', '-1', '1.5', 'x', '']) {
    expect(Query.safeParse({ limit }).error?.issues[0]?.message).toBe('a whole number from 1');
  }
});
