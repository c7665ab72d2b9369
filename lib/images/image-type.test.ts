import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { detectImageType } from './image-type.ts';

const made = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });

describe('a file', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('is told by its first bytes to be %s', async (format) => {
    expect(detectImageType(await made.clone().toFormat(format).toBuffer())).toBe(`image/${format}`);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><script>1</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a drawing behind a declaration', '<?xml version="1.0"?><svg/>'],
    ['sound in the same container as WebP', 'RIFF\x10\0\0\0WAVEfmt '],
    ['a film in the same container as AVIF', '\0\0\0\x20ftypisom\0\0\0\0'],
    ['half a signature', '\x89PNG'],
  ])('%s has no type', (_what, text) => {
    expect(detectImageType(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
