import { readdirSync } from 'node:fs';

import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { shareCardUrl } from '#app/media/share-card.ts';
import { games } from '#content/games.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

const site = useTestSite();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask(undefined, path, { headers, method });
let posts: string;
beforeAll(async () => void (posts = await createCrate(site, 'posts')));

describe('a card', () => {
  test.each([
    shareCardUrl('site', 'home', 'en-US'),
    shareCardUrl('game', 'crashlands-2', 'ja-JP'),
    shareCardUrl('policy', 'privacy', 'zh-CN'),
    shareCardUrl('page', 'rumpus-ce', 'ko-KR'),
    shareCardUrl('changelog', 'rumpus-ce', 'zh-TW'),
    '/media/cards/game/levelhead.png',
    '/media/cards/game/levelhead.png?locale=xx',
  ])('is a PNG of 1200 by 630 pixels: %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 });
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  test('exists for every public game, and for no other', async () => {
    const isPublic = ({ unpublished, minUsertype }: (typeof games)[number]) => !unpublished && minUsertype === 'public';
    const ofPublic = games.filter(isPublic);
    // Each takes half a second to draw; in `npm run test:full` all are.
    const drawn = ofPublic.slice(-countCases(ofPublic.length));
    for (const game of [...drawn, ...games.filter((game) => !isPublic(game))]) {
      const { status } = await get(shareCardUrl('game', game.slug, 'en-US'), {}, 'HEAD');
      expect([game.slug, status]).toEqual([game.slug, isPublic(game) ? 200 : 404]);
    }
  });

  test.each([
    'site/x',
    'page/x',
    'page/toString',
    'changelog/x',
    'game/none',
    'policy/none',
    'post/none',
    'person/x',
    'game/%ff',
    'game/..%2flogo',
  ])('answers 404 for %s', async (what) => {
    expect((await get(`/media/cards/${what}.png`)).status).toBe(404);
  });

  test('of a hidden game answers 404 to staff too, because a card is the same for everyone', async () => {
    const { status } = await site.ask('staff', shareCardUrl('game', 'rumpus-pack', 'en-US'));
    expect(status).toBe(404);
  });

  test.each([
    ['<svg onload=alert(1)></svg>', 'javascript:alert(1)'],
    ['</text><image href="https://tracker.example/a.png"/>', 'https://tracker.example/a.png'],
    ['<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;', '../../../etc/passwd'],
    [']]><script>alert(1)</script>\u202e\u0007', 'data:image/svg+xml,<svg onload=alert(1)>'],
  ])('is drawn whatever the title and picture of a post say: %s', async (title, image) => {
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('a card asks nobody'));
    const { itemId } = await createItem(site, posts, 'creator', { map: { title, image, topic: title, blurb: title } });
    const response = await get(shareCardUrl('post', itemId, 'en-US'));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 1200 });
    expect(fetching).not.toHaveBeenCalled();
    fetching.mockRestore();
  });

  test('of a post changes with its title, and disappears when it is hidden', async () => {
    const { itemId } = await createItem(site, posts, 'creator', { name: 'a/b', map: { title: 'One title' } });
    const card = shareCardUrl('post', 'a/b', 'en-US');
    const change = (body: object) =>
      site.ask('creator', `${posts}/items/${itemId}/metadata`, { method: 'PATCH', body });
    const first = await get(card);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
    expect((await change({ map: { title: '別の題名' } })).status).toBe(200);
    const second = await get(card, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(second.status).toBe(200);
    expect((await change({ tags: ['hidden'] })).status).toBe(200);
    expect((await get(card)).status).toBe(404);
  });
});

test('each game has a drawing for its card', () => {
  const drawings = readdirSync(new URL('../../content/art', import.meta.url));
  for (const { slug } of games) expect(drawings).toContain(`box-${slug}.svg`);
});
