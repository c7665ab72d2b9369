import sharp from 'sharp';
import { expect, test } from 'vitest';

import { imageUrl } from '#app/media/image-url.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const WHO = [undefined, 'player', 'creator', 'staff', 'admin', 'super'] as const;
const BOX = { width: 160, height: 213 };

const bodyOf = async (response: Response) => {
  const { message, code } = (await response.json()) as Record<string, unknown>;
  return [response.status, response.headers.get('cache-control'), message, code];
};
const statusOf = async (who: CastName | undefined, path: string) => {
  const response = await site.ask(who, path);
  // A stream that nobody reads or cancels keeps its file open.
  await response.body?.cancel();
  return response.status;
};
const statusesOf = (path: string) => Promise.all(WHO.map((who) => statusOf(who, path)));
const SOME = [404, 404, 404, 200, 200, 200];
const EVERYONE = [200, 200, 200, 200, 200, 200];

test.each([
  ['box-levelhead', EVERYONE],
  ['logo', EVERYONE],
  ['box-how-many-dudes', SOME],
  ['box-rumpus-pack', SOME],
])('the drawing %s is shown to those who may see its game: %j', async (name, statuses) => {
  expect(await statusesOf(imageUrl(name, BOX))).toEqual(statuses);
});

test('a restricted drawing is not cached by shared caches', async () => {
  const hidden = await site.ask('staff', imageUrl('box-rumpus-pack', BOX));
  expect([hidden.status, hidden.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  const etag = hidden.headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  expect((await site.ask('staff', imageUrl('box-rumpus-pack', BOX), { headers })).status).toBe(304);
  expect((await site.ask('player', imageUrl('box-rumpus-pack', BOX), { headers })).status).toBe(404);
  const open = await site.ask('staff', imageUrl('box-levelhead', BOX));
  expect(open.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('a restricted drawing answers others like a missing one', async () => {
  for (const size of ['160x213', '161x161']) {
    const [hidden, none] = await Promise.all(
      ['box-how-many-dudes', 'box-none'].map((name) =>
        site.ask(undefined, `/media/fit-in/${size}/snippets/${name}.jpg`).then(bodyOf),
      ),
    );
    expect(hidden).toEqual(none);
  }
});

test('staff with a masquerade see what that role sees', async () => {
  const path = `${imageUrl('box-how-many-dudes', BOX)}&masquerade=`;
  expect((await site.ask('staff', `${path}authenticated`)).status).toBe(404);
  expect((await site.ask('super', `${path}staff`)).status).toBe(200);
});

test('an upload that replaces a hidden drawing is hidden too, also as an animation', async () => {
  const frames = ['#ff5d62', '#35d69a'].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const body = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  const put = await site.ask('staff', '/api/media/snippets/box-how-many-dudes', { method: 'PUT', body });
  expect(put.status).toBe(201);
  expect(await statusesOf(imageUrl('box-how-many-dudes', BOX))).toEqual(SOME);
  expect(await statusesOf('/media/gifs/box-how-many-dudes.gif')).toEqual(SOME);
});
