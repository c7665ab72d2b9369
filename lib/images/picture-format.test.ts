import { expect, test } from 'vitest';

import { pickPictureFormat } from './picture-format.ts';

test.each([
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['image/webp,*/*', 'webp'],
  ['image/png,image/*;q=0.8', 'plain'],
  ['image/avif;q=0, image/webp', 'webp'],
  ['IMAGE/AVIF; q=0.5', 'avif'],
  ['image/avif;q=0.0,image/webp;q=0', 'plain'],
  ['*/*', 'plain'],
  ['', 'plain'],
  [null, 'plain'],
])('a browser that accepts %s gets %s', (accept, format) => {
  expect(pickPictureFormat(accept)).toBe(format);
});
