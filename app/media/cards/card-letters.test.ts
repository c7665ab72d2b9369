import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { XSS_CORPUS } from '#test/xss-corpus.ts';

import { cardSvg, drawCard } from './draw-card.server.tsx';
import { slicesFor } from './fonts.server.ts';

const DOT = { src: 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', width: 40, height: 40 };
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

test('texts that are hostile are letters on a card, whatever they say: nothing runs, nothing is fetched, and none fails', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('a card asks nobody'));
  const elementsOf = (svg: string) => [...new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, name = '']) => name))];
  const plain = await cardSvg({ locale: 'en-US', kicker: 'Blog', title: 'Nothing but words' }, DOT, DOT);
  const known = new Set(elementsOf(plain));
  for (const { what, markdown } of XSS_CORPUS) {
    const svg = await cardSvg(
      { locale: 'en-US', kicker: markdown.slice(0, 60), title: markdown.slice(0, 140) },
      DOT,
      DOT,
    );
    expect([what, elementsOf(svg).filter((name) => !known.has(name))]).toEqual([what, []]);
    const addresses = [...svg.matchAll(/(?:href|src)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    expect([what, addresses.filter((address) => !/^(?:data:image\/|#|['"]?#)/.test(address))]).toEqual([what, []]);
    expect([what, / on\w+=/i.test(svg)]).toEqual([what, false]);
  }
  const all = XSS_CORPUS.map(({ markdown }) => markdown).join('');
  const png = await drawCard({ locale: 'ja-JP', kicker: all.slice(0, 200), title: all.slice(0, 500) }, DOT, DOT);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(fetching).not.toHaveBeenCalled();
  fetching.mockRestore();
});

describe('the title of a card', () => {
  test.each(TITLES)('has a glyph for each character in %s: %s', async (locale, title) => {
    const { text } = await slicesFor(locale, title);
    expect(text).toBe(title);
    const characters = [...new Set(title.replaceAll(/\s/g, ''))];
    const shapes = await Promise.all(characters.map((character) => shapesOf(locale, character)));
    for (const [at, shape] of shapes.entries())
      expect([characters[at], shape.length > 20]).toEqual([characters[at], true]);
    // Missing glyphs would all have the same box.
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test.each(TITLES)('has its glyphs in every other locale too: %s', async (_locale, title) => {
    for (const locale of LOCALES) expect([locale, (await slicesFor(locale, title)).text]).toEqual([locale, title]);
  });

  test('omits characters that no face has, such as emoji', async () => {
    expect((await slicesFor('en-US', 'A 🎉 party 👩‍👩‍👧 now')).text).toBe('A party now');
    expect(await shapesOf('ja-JP', '怪獣🎉')).toBe(await shapesOf('ja-JP', '怪獣'));
    const nothing = await drawCard({ locale: 'en-US', kicker: '', title: '🎉' }, DOT, DOT);
    expect(await sharp(nothing).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });

  test('loads as few slices of the faces as it needs', async () => {
    expect((await slicesFor('en-US', 'Crashlands 2')).slices).toHaveLength(1);
    expect((await slicesFor('ja-JP', '怪獣')).slices.length).toBeLessThan(4);
  });
});
