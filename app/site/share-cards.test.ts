import { readdirSync } from 'node:fs';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { games } from '#content/games.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { cardSvg, drawCard } from '#app/media/cards/draw-card.server.tsx';
import { fontsFor } from '#app/media/cards/fonts.server.ts';

const site = useTestSite();
const DOT = { src: 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', width: 40, height: 40 };
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask(undefined, path, { headers, method });
const written = (locale: Locale, title: string) => cardSvg({ locale, kicker: '', title }, DOT, DOT);
const bareCards = new Map<Locale, Promise<string>>();
/** The paths of the letters: the difference to the same card without them. */
const shapesOf = async (locale: Locale, title: string) => {
  const bareCard = bareCards.get(locale) ?? written(locale, '');
  bareCards.set(locale, bareCard);
  const bare = new Set((await bareCard).match(/ d="[^"]*"/g));
  return ((await written(locale, title)).match(/ d="[^"]*"/g) ?? []).filter((shape) => !bare.has(shape)).join('');
};

const TITLES: [Locale, string][] = [
  ['ja-JP', '騒ぐ価値のあるゲーム、ラケットと怪獣'],
  ['ko-KR', '떠들썩하게 놀 만한 게임'],
  ['zh-CN', '值得大声喧哗的游戏'],
  ['zh-TW', '值得大聲喧嘩的遊戲'],
  ['ru-RU', 'Игры, ради которых стоит пошуметь'],
  ['tr-TR', 'Gürültüye değer oyunlar: şık, ılık, İyi'],
  ['pl-PL', 'Gry warte hałasu: źdźbło, łąka'],
];

describe('the title of a card', () => {
  test.each(TITLES)('has a glyph for each character in %s: %s', async (locale, title) => {
    const { text } = await fontsFor(locale, title);
    expect(text).toBe(title);
    const characters = [...new Set(title.replaceAll(/\s/g, ''))];
    const shapes = await Promise.all(characters.map((character) => shapesOf(locale, character)));
    for (const [at, shape] of shapes.entries())
      expect([characters[at], shape.length > 20]).toEqual([characters[at], true]);
    // Missing glyphs would all have the same box.
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test.each(TITLES)('has its glyphs in every other locale too: %s', async (_locale, title) => {
    for (const locale of LOCALES) expect([locale, (await fontsFor(locale, title)).text]).toEqual([locale, title]);
  });

  test('omits characters that no face has, such as emoji', async () => {
    expect((await fontsFor('en-US', 'A 🎉 party 👩‍👩‍👧 now')).text).toBe('A party now');
    expect(await shapesOf('ja-JP', '怪獣🎉')).toBe(await shapesOf('ja-JP', '怪獣'));
    const nothing = await drawCard({ locale: 'en-US', kicker: '', title: '🎉' }, DOT, DOT);
    expect(await sharp(nothing).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });

  test('loads as few slices of the faces as it needs', async () => {
    expect((await fontsFor('en-US', 'Crashlands 2')).fonts).toHaveLength(1);
    expect((await fontsFor('ja-JP', '怪獣')).fonts.length).toBeLessThan(4);
  });
});

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
    for (const { slug, unpublished, minUsertype } of games) {
      const { status } = await get(shareCardUrl('game', slug, 'en-US'), {}, 'HEAD');
      expect([slug, status]).toEqual([slug, unpublished || minUsertype !== 'public' ? 404 : 200]);
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

  test('of a post changes with its title, and disappears when it is hidden', async () => {
    const crate = await createCrate(site, 'posts');
    const { itemId } = await createItem(site, crate, 'creator', { name: 'a/b', map: { title: 'One title' } });
    const card = shareCardUrl('post', 'a/b', 'en-US');
    const change = (body: object) =>
      site.ask('creator', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body });
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
