import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Locale } from '#app/current/locale.ts';
import { memoize } from '#lib/memoize.ts';

interface CardFont {
  name: string;
  data: Buffer;
  weight: 400;
  style: 'normal';
}

/** The display faces of docs/design.md; the first has Latin, Cyrillic and Japanese. */
const FACES = ['dela-gothic-one', 'black-han-sans', 'zcool-kuaile', 'chocolate-classical-sans'] as const;
type Face = (typeof FACES)[number];

const OWN: Partial<Record<Locale, Face>> = {
  'ko-KR': 'black-han-sans',
  'zh-CN': 'zcool-kuaile',
  'zh-TW': 'chocolate-classical-sans',
};

/** The tables of the faces list emoji, but the faces have no glyphs for them. */
const EMOJI =
  /\p{Extended_Pictographic}\u{FE0F}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{200D}|\u{FE0F}|\u{20E3}/gu;

const require = createRequire(import.meta.url);
/** Some megabytes each. Most cards are written in Latin alone, which is one. */
const MAX_SETS = 8;

/** The slices that a text needs, the locale's own face first, and the text without characters that no face has. */
export async function slicesFor(locale: Locale, text: string): Promise<{ slices: FontSlice[]; text: string }> {
  const own = OWN[locale];
  const faces = [...new Set([...(own === undefined ? [] : [own]), ...FACES])];
  const slices = (await Promise.all(faces.map(loadSlices))).flat();
  const findSlice = (character: string) => slices.find(({ ranges }) => isIn(ranges, character.codePointAt(0) ?? 0));
  // Even an empty text needs a face for its layout.
  const needed = new Set([findSlice(' ')]);
  const written = Array.from(text.replaceAll(EMOJI, '')).filter((character) => {
    const slice = findSlice(character);
    needed.add(slice);
    return slice !== undefined;
  });
  const wanted = slices.filter((slice) => needed.has(slice));
  return { slices: wanted, text: written.join('').replaceAll(/\s+/g, ' ').trim() };
}

/** The same array for the same slices: Satori reads the fonts of each array once, which takes longer than to draw with them. */
export function loadFonts(slices: readonly FontSlice[]): Promise<CardFont[]> {
  return loadSet([...new Set(slices.map(({ face, name }) => `${face} ${name}`))].join());
}

const loadSet = memoize((names: string) => Promise.all(names.split(',').map(readFont)), MAX_SETS);

interface FontSlice {
  face: Face;
  name: string;
  ranges: [first: number, last: number][];
}

const loadSlices = memoize(async (face: Face): Promise<FontSlice[]> => {
  const table = JSON.parse(await readFile(join(pathToFolder(face), 'unicode.json'), 'utf8')) as Record<string, string>;
  // Named slices, such as Latin, have whole alphabets; numbered ones repeat some of their letters.
  const names = Object.keys(table).toSorted((a, b) => Number(a.startsWith('[')) - Number(b.startsWith('[')));
  return names.map((name) => ({
    face,
    name: name.replaceAll(/[[\]]/g, ''),
    ranges: (table[name] ?? '').split(',').map(parseRange),
  }));
});

function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function isIn(ranges: FontSlice['ranges'], code: number): boolean {
  return ranges.some(([first, last]) => first <= code && code <= last);
}

/** @param name the face, a space and the slice */
async function readFont(name: string): Promise<CardFont> {
  const [face = '', slice] = name.split(' ');
  const data = await readFile(join(pathToFolder(face), 'files', `${face}-${slice}-400-normal.woff`));
  return { name, data, weight: 400, style: 'normal' };
}

function pathToFolder(face: string): string {
  return dirname(require.resolve(`@fontsource/${face}/package.json`));
}
