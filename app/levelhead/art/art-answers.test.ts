import sharp from 'sharp';
import { expect, test } from 'vitest';

import { qrCodeSvg } from '#lib/qr/qr-code.ts';
import { useTestSite } from '#test/site.ts';

import { avatarUrl, levelIconUrl, levelLinkUrl, levelMapUrl } from './art-url.ts';

const site = useTestSite();
const CONTENT = { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 };

const pictureAt = async (path: string) => {
  const response = await site.ask(undefined, path);
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  const { format, width, height } = await image.metadata();
  return [response.status, response.headers.get('content-type'), format, width, height];
};

test('clients get portraits in the sizes and forms that they ask for, also of ids that nobody knows', async () => {
  const at = (size: string, file: string) => pictureAt(`/media/fit-in/${size}/avatars/${file}`);
  expect(await at('64x64', 'spookstone-screamer.webp')).toEqual([200, 'image/webp', 'webp', 64, 64]);
  expect(await at('16x16', 'bureau-employee.png')).toEqual([200, 'image/png', 'png', 16, 16]);
  expect(await at('512x512', 'some-day-a-new-one.png')).toEqual([200, 'image/png', 'png', 512, 512]);
  expect(await at('301x150', 'shade-rune.webp')).toEqual([200, 'image/webp', 'webp', 148, 148]);
});

test.each([
  ['/media/fit-in/15x15/avatars/shade-rune.webp', 400],
  ['/media/fit-in/513x513/avatars/shade-rune.png', 400],
  ['/media/fit-in/64x64/avatars/%3Cscript%3E.png', 400],
  ['/media/avatars/a%2Fb.svg', 404],
  ['/media/levels/0HDS26Q/map-1-1-1-1-1.svg', 404],
  ['/media/levels/0hds26q/map-1-1-1-1.svg', 404],
  ['/media/levels/0HDS26Q/link.svg', 404],
  ['/media/levels/0hds26q0/link.svg', 404],
])('%s is no address of a drawing: %i', async (path, status) => {
  expect((await site.ask(undefined, path)).status).toBe(status);
});

test('drawings of pages are kept for ever under their version, and not sent twice', async () => {
  for (const path of [avatarUrl('shade-rune'), levelIconUrl('0hds26q', CONTENT), levelMapUrl('0hds26q', CONTENT)]) {
    const response = await site.ask(undefined, path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toMatch(/^<svg /);
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await site.ask(undefined, path, { headers })).status).toBe(304);
    expect((await site.ask(undefined, path.split('?')[0] ?? '')).headers.get('cache-control')).toContain(
      'max-age=86400',
    );
  }
});

test('the code of a level leads to its short address', async () => {
  const response = await site.ask(undefined, levelLinkUrl('0hds26q'));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(response.headers.get('cache-control')).toContain('max-age=86400');
  expect(await response.text()).toBe(qrCodeSvg('http://localhost:8080/games/levelhead/+0hds26q'));
});
