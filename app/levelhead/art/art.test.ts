import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DEFAULT_AVATAR } from '../player.ts';
import { AVATARS, avatarSvg, pickRecipe } from './avatar.ts';
import { cleanFigures } from './content-figures.ts';
import { levelIconSvg } from './level-icon.ts';
import { levelMapSvg } from './level-map.ts';

const figure = fc.integer({ min: 0, max: 100 });
const figures = fc.record({ World: figure, Movement: figure, Puzzles: figure, Enemies: figure, Hazards: figure });

test('the catalogue has more than sixty portraits, no two of them alike, and the ones that samples name', () => {
  expect(AVATARS.length).toBeGreaterThan(60);
  expect(new Set(AVATARS.map(avatarSvg)).size).toBe(AVATARS.length);
  expect(AVATARS).toEqual(expect.arrayContaining([DEFAULT_AVATAR, 'spookstone-screamer', 'shade-rune']));
});

test('an unknown id is a creature of the kind that its words name, and always the same', () => {
  expect(pickRecipe('lava-lamp').kind).toBe('flame');
  expect(pickRecipe('attic-phantom').kind).toBe('ghost');
  expect(avatarSvg('constructor')).toBe(avatarSvg('constructor'));
  const kinds = new Set(Array.from({ length: 2000 }, (_, at) => avatarSvg(`stranger ${at}`)));
  expect(kinds.size).toBeLessThanOrEqual(26 * 12);
});

test('any text is an id, and none of it stands in the drawing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), figures, (text, content) => {
      const hostile = `"><script>${text}</script>&{}`;
      for (const draw of [
        avatarSvg,
        (id: string) => levelIconSvg(id, content),
        (id: string) => levelMapSvg(id, content),
      ]) {
        const svg = draw(hostile);
        expect(svg).toBe(draw(hostile));
        expect(svg).not.toContain('script');
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      }
    }),
    { numRuns: 20 },
  );
});

test('a map stays within its frame, begins and ends on firm ground, and is small', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{7}$/), figures, (levelId, content) => {
      const svg = levelMapSvg(levelId, content);
      expect(svg.length).toBeLessThan(24_000);
      expect(levelIconSvg(levelId, content).length).toBeLessThan(6000);
      const moves = [...svg.matchAll(/<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)"/g)];
      for (const [, x, y, width] of moves) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x) + Number(width)).toBeLessThanOrEqual(640);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThan(240);
      }
    }),
    { numRuns: 20 },
  );
});

test('figures are whole numbers from 0 to 100, whatever is given', () => {
  const given = { World: 49.4, Movement: -3, Puzzles: 1e9, Enemies: '12', Hazards: Number.NaN };
  expect(cleanFigures(given)).toEqual({ World: 49, Movement: 0, Puzzles: 100, Enemies: 0, Hazards: 0 });
  expect(levelIconSvg('0hds26q', cleanFigures({}))).not.toMatch(/NaN|Infinity/);
});
