import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import { cardSvg, drawCard } from './draw-card.server.tsx';
import { fontsFor } from './fonts.server.ts';

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
