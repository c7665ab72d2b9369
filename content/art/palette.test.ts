import { expect, test } from 'vitest';

import { dark, light } from './palette.ts';
import type { Theme } from './palette.ts';

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
  expect(contrast(theme.focus, theme.page)).toBeGreaterThanOrEqual(3);
  expect(contrast(theme.focus, theme.surface)).toBeGreaterThanOrEqual(3);
});

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
