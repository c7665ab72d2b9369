import { palette } from '#content/art/palette.ts';

import type { Creature } from './creatures.ts';
import { star } from './faces.ts';
import { dot, stroke } from './pen.ts';
import type { Pen } from './pen.ts';

/** What is worn on a head is drawn as if it stood on 64, 0. */
const HATS = {
  cap: (pen, colour) =>
    pen.solid('M38 4q-2-26 26-26T90 4q-26-8-52 0', colour, 4.5) + pen.solid('M66 2q30-6 42 6-20 6-42 2z', colour, 4.5),
  crown: (pen) =>
    pen.solid('m40 6-6-30 16 12 14-18 14 18 16-12-6 30q-24-8-48 0', palette.sun, 4.5) + dot(64, -4, 4, palette.coral),
  party: (pen, colour) =>
    pen.solid('M44 6 66-34 84 6q-20-8-40 0', colour, 4.5) +
    stroke('m54-10 22 6m-16-18 12 4', 4, '#fff') +
    dot(66, -34, 6, palette.sun, `stroke="${palette.ink}" stroke-width="4"`),
  bowler: (pen, colour) =>
    pen.solid('M42 2q0-30 22-30T86 2z', colour, 4.5) +
    pen.solid('M28 0q36-8 72 0 2 9-8 8-28-6-56 0-10 1-8-8', colour, 4.5),
  hardhat: (pen) =>
    pen.solid('M36 4q0-28 28-28T92 4z', palette.tangerine, 4.5) +
    pen.solid('M58-26h12V2H58zM28 2h72v8H28z', palette.sun, 4),
  halo: () =>
    `<ellipse cx="64" cy="-13" rx="25" ry="7" fill="none" stroke="${palette.ink}" stroke-width="11"/><ellipse cx="64" cy="-13" rx="25" ry="7" fill="none" stroke="${palette.sun}" stroke-width="5"/>`,
  blossom: (_pen, colour) =>
    [0, 72, 144, 216, 288]
      .map(
        (turn) =>
          `<circle cx="88" cy="-3" r="6" fill="${colour}" stroke="${palette.ink}" stroke-width="4" transform="rotate(${turn} 88 5)"/>`,
      )
      .join('') + dot(88, 5, 5, palette.sun),
  sprout: () =>
    stroke('M64 4v-16') +
    `<path d="M64-12q-4-18-24-14 2 16 24 14 2-16 22-14-4 16-22 14" fill="${palette.mint}" stroke="${palette.ink}" stroke-width="4.5"/>`,
  star: () => stroke('M64 4v-14') + star(64, -18, 12, palette.sun, 4),
} as const satisfies Record<string, (pen: Pen, colour: string) => string>;

const FACEWEAR = {
  glasses: (x, y, gap) =>
    [-1, 1]
      .map((side) =>
        dot(x + side * gap, y, gap * 0.86, '#fff', `fill-opacity=".28" stroke="${palette.ink}" stroke-width="4.5"`),
      )
      .join(''),
  monocle: (x, y, gap) =>
    dot(x + gap, y, gap * 0.88, '#fff', `fill-opacity=".22" stroke="${palette.sun}" stroke-width="5"`) +
    stroke(`M${x + gap + 8} ${y + gap * 0.8}q6 16-2 28`, 2.5, palette.sun),
  shades: (x, y, gap) =>
    `<path d="M${x - gap - 13} ${y - 8}h${2 * gap + 26}v8q-2 10-13 10t-13-10l-${gap > 12 ? 3 : 1}-3-3 3q-2 10-13 10t-13-10z" fill="${palette.ink}"/>` +
    stroke(`M${x - gap - 7} ${y - 3}l8 0`, 3.5, '#8f7fd0'),
} as const satisfies Record<string, (x: number, y: number, gap: number) => string>;

const NECKWEAR = {
  tie: (pen, colour) => pen.solid('M58 0h12l-3 7 5 22-8 7-8-7 5-22z', colour, 4),
  bow: (pen, colour) =>
    pen.solid('M64 6 44-4q-5 10 0 21zm0 0 20-10q5 10 0 21z', colour, 4) +
    dot(64, 6, 5, palette.cloud, `stroke="${palette.ink}" stroke-width="4"`),
} as const satisfies Record<string, (pen: Pen, colour: string) => string>;

export type Gear = keyof typeof HATS | keyof typeof FACEWEAR | keyof typeof NECKWEAR | 'none';
const HAT_KINDS = Object.keys(HATS) as [keyof typeof HATS, ...(keyof typeof HATS)[]];
export const GEAR_KINDS: readonly [Gear, ...Gear[]] = [
  'none',
  ...HAT_KINDS,
  'none',
  'glasses',
  'shades',
  'monocle',
  'none',
];

export function drawGear(pen: Pen, gear: Gear, { crown, eyes, neck }: Creature, colour: string): string {
  if (gear in HATS) {
    const { x = 64, y, size = 1 } = crown;
    const hat: (pen: Pen, colour: string) => string = HATS[gear as keyof typeof HATS];
    return `<g transform="translate(${x - 64 * size} ${y}) scale(${size})">${hat(pen, colour)}</g>`;
  }
  if (gear in FACEWEAR && eyes !== undefined)
    return FACEWEAR[gear as keyof typeof FACEWEAR](eyes.x ?? 64, eyes.y, eyes.gap);
  if (gear in NECKWEAR && neck !== undefined) {
    return `<g transform="translate(0 ${neck})">${NECKWEAR[gear as keyof typeof NECKWEAR](pen, colour)}</g>`;
  }
  return '';
}
