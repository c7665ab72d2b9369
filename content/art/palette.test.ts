import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { dark, light } from './palette.ts';
import type { Theme } from './palette.ts';

const sheet = readFileSync(new URL('../../app/site.css', import.meta.url), 'utf8');
const TEXTS = ['text', 'muted', 'link', 'danger', 'success'] as const;

test.each([
  ['light', light],
  ['dark', dark],
])('every text of the %s theme stands out 4.5 to 1 from page and surface', (_, theme: Theme) => {
  for (const text of TEXTS) {
    expect(contrast(theme[text], theme.page), `${text} on page`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme[text], theme.surface), `${text} on surface`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThanOrEqual(4.5);
  for (const outline of ['edge', 'focus'] as const) {
    expect(contrast(theme[outline], theme.page), `${outline} on page`).toBeGreaterThanOrEqual(3);
    expect(contrast(theme[outline], theme.surface), `${outline} on surface`).toBeGreaterThanOrEqual(3);
  }
});

test('the style sheet paints with the values of the two themes', () => {
  const root = sheet.slice(sheet.indexOf(':root {'), sheet.indexOf('@theme'));
  expect(valuesIn(root, 0)).toMatchObject(light);
  expect(valuesIn(root, 1)).toMatchObject(dark);
});

/** The tokens that are set to a color in a theme, named as there. @param at of the two of a light-dark() */
function valuesIn(css: string, at: 0 | 1): Record<string, string> {
  const found = [...css.matchAll(/--([a-z-]+): (?:(#[0-9a-f]{6})|light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\));/g)];
  return Object.fromEntries(
    found.map(([, name = '', always, ...pair]) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      always ?? pair[at] ?? '',
    ]),
  );
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
