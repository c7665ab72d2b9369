import { expect, test } from 'vitest';

import { splitUrl } from './split-url.ts';

test.each([
  ['http://a.example/b/c?d=/e', '/b/c', '?d=/e'],
  ['https://a.example/', '/', ''],
  ['https://a.example', '/', ''],
  ['http://[::1]:8080/b?', '/b', '?'],
])('%s has its path and its query', (url, path, search) => {
  expect(splitUrl(url)).toEqual([path, search]);
});
