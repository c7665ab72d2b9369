import { palette } from '#content/art/palette.ts';

import { FIGURES, FIGURE_COLOURS, rankFigures } from './content-figures.ts';
import type { ContentFigures, Figure } from './content-figures.ts';
import { Dice } from './dice.ts';
import { star } from './faces.ts';
import { Pen, dot, mix, mirrored, round, stroke } from './pen.ts';

/** A token of 96 by 96: its rim shows the shares of the figures, its face what there is most of. */
export function levelIconSvg(levelId: string, figures: ContentFigures): string {
  const dice = new Dice(`icon ${levelId}`);
  const [first, second] = rankFigures(figures);
  const back = mix(
    FIGURE_COLOURS[first],
    dice.pick([palette.cloud, palette.night, palette.cloud]),
    0.2 + dice.next() * 0.35,
  );
  const turn = dice.between(-9, 9);
  const pen = new Pen();
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" stroke-linecap="round" stroke-linejoin="round">' +
    dot(48, 48, 45, palette.ink) +
    rim(figures) +
    dot(48, 48, 33, back, `stroke="${palette.ink}" stroke-width="4"`) +
    '<clipPath id="face"><circle cx="48" cy="48" r="31"/></clipPath><g clip-path="url(#face)">' +
    GROUNDS[dice.between(0, GROUNDS.length - 1)]?.(mix(back, '#ffffff', 0.35)) +
    `<g transform="rotate(${turn} 48 48)">${EMBLEMS[first](pen, FIGURE_COLOURS[second], dice)}</g></g>` +
    '</svg>'
  );
}

/** Five arcs, clockwise from the top; a figure of nothing has no arc. */
function rim(figures: ContentFigures): string {
  const sum = FIGURES.reduce((total, figure) => total + figures[figure], 0);
  const around = 2 * Math.PI * RIM;
  let start = 0;
  const arcs = FIGURES.map((figure) => {
    const length = sum === 0 ? around / 5 : (figures[figure] / sum) * around;
    const arc = `<circle cx="48" cy="48" r="${RIM}" fill="none" stroke="${FIGURE_COLOURS[figure]}" stroke-width="7" stroke-linecap="butt" stroke-dasharray="${round(Math.max(0, length - GAP))} ${round(around)}" stroke-dashoffset="${round(-start - GAP / 2)}" transform="rotate(-90 48 48)"/>`;
    start += length;
    return length > GAP ? arc : '';
  });
  return arcs.join('');
}

const RIM = 39;
const GAP = 2;

const GROUNDS: readonly ((colour: string) => string)[] = [
  (colour) =>
    `<circle cx="48" cy="56" r="24" fill="none" stroke="${colour}" stroke-width="48" stroke-dasharray="9.42" stroke-linecap="butt" opacity=".6"/>`,
  (colour) => stroke('M0 40 40 0M0 64 64 0M0 88 88 0M16 96 96 16M40 96 96 40M64 96 96 64', 6, colour),
  (colour) => `<path d="M10 68q20-16 38-4 18-14 40-2v34H10z" fill="${colour}"/>`,
  (colour) => dot(34, 34, 4, colour) + dot(64, 30, 3, colour) + dot(70, 58, 4, colour) + dot(28, 62, 3, colour),
];

/** Around the middle at 48, 48, at most 27 from it. */
const EMBLEMS: Record<Figure, (pen: Pen, second: string, dice: Dice) => string> = {
  World: (pen, second, dice) =>
    dice.pick([
      () =>
        pen.solid('M22 66 42 30l10 16 7-9 16 29z', palette.cloud, 4) +
        `<path d="m42 30-8 14 6-3 4 5 5-4z" fill="${second}"/>`,
      () =>
        pen.solid('M44 70V54h8v16z', palette.tangerine, 4) +
        pen.solid('M48 22q18 0 18 16 8 4 4 12-4 6-22 6t-22-6q-4-8 4-12 0-16 18-16', second, 4),
      () =>
        pen.solid('M26 46h44v10q0 4-6 6l-8 12q-4 4-8 0l-4-6-4 3-6-10q-8-3-8-7z', palette.tangerine, 4) +
        pen.solid('M22 38h52v12q-6 4-10 0-6 5-11 0-6 5-11 0-6 5-11 0-5 3-9-1z', second, 4),
    ])(),
  Movement: (pen, second, dice) =>
    dice.pick([
      () =>
        stroke('M34 62h28M34 54l28-4M34 46l28-4', 6) +
        stroke('M34 62h28M34 54l28-4M34 46l28-4', 2.5, '#c9c3e0') +
        pen.solid('M28 62h40v10H28z', second, 4) +
        pen.solid('M30 28h36v10H30z', palette.sun, 4),
      () => pen.solid('M28 50 48 22l20 28H57v22H39V50z', second, 4.5),
      () =>
        pen.solid('M30 28h18v26q16 0 24 10 2 8-2 8H30z', second, 4) +
        stroke('M36 40h8m-8 9h8', 4) +
        stroke('M20 44h-6m6 12h-8m8 12h-5', 4),
    ])(),
  Puzzles: (pen, second, dice) =>
    dice.pick([
      () =>
        pen.solid('M48 24a13 13 0 0 1 5 25v5h8v7h-8v4h10v8H43V49a13 13 0 0 1 5-25', palette.sun, 4) +
        dot(48, 36, 5, palette.ink),
      () => pen.solid('M30 34h11q-3-11 7-11t7 11h11v12q10-3 10 6t-10 6v12H30V58q9 2 9-6t-9-6z', second, 4),
      () =>
        pen.solid(
          'm48 22 5 8 9-3 1 10 9 3-5 8 5 8-9 3-1 10-9-3-5 8-5-8-9 3-1-10-9-3 5-8-5-8 9-3 1-10 9 3z',
          second,
          4,
        ) + dot(48, 48, 9, palette.cloud, `stroke="${palette.ink}" stroke-width="4"`),
    ])(),
  Enemies: (pen, second, dice) =>
    dice.pick([
      () => pen.solid('M26 70V46q0-22 22-22t22 22v24l-7-6-7 6-8-6-8 6-7-6z', second, 4) + eyes(9),
      () =>
        mirrored(pen.solid('M32 40 22 24q12 0 18 8z', palette.cloud, 4), 48) +
        pen.solid('M48 30q22 0 22 20T48 72 26 50t22-20', second, 4) +
        eyes(9) +
        stroke('M40 63q8 5 16 0', 3.5),
      () => pixelCritter(second, dice),
    ])(),
  Hazards: (pen, second, dice) =>
    dice.pick([
      () => pen.solid('m22 70 9-38 9 38zM38 70l10-46 10 46zM56 70l9-38 9 38z', palette.cloud, 4),
      () =>
        dot(46, 54, 18, palette.ink) +
        dot(40, 47, 4, '#8f7fd0') +
        stroke('M58 40q4-12 14-10', 4) +
        star(72, 29, 9, second),
      () =>
        pen.solid('M48 20q4 12 14 18 10 10 8 20-4 14-22 14T26 58q-1-8 6-16 3 6 6 7 0-18 10-29', second, 4) +
        `<path d="M48 50q9 7 8 14-2 6-8 6t-8-6q-1-6 8-14" fill="${palette.sun}"/>`,
      () =>
        Array.from(
          { length: 8 },
          (_, at) =>
            `<path d="m44 30 2-10 10 12z" fill="#c9c3e0" stroke="${palette.ink}" stroke-width="3.5" transform="rotate(${at * 45} 48 48)"/>`,
        ).join('') +
        dot(48, 48, 18, '#c9c3e0', `stroke="${palette.ink}" stroke-width="4"`) +
        dot(48, 48, 6, second, `stroke="${palette.ink}" stroke-width="3.5"`),
    ])(),
};

function eyes(gap: number): string {
  return mirrored(
    dot(48 - gap, 46, 6.5, '#ffffff', `stroke="${palette.ink}" stroke-width="3"`) +
      dot(48 - gap + 2, 47, 2.8, palette.ink),
    48,
  );
}

function pixelCritter(fill: string, dice: Dice): string {
  const size = 5.4;
  const cells = Array.from({ length: 7 * 4 }, (_, at) => ({ x: at % 4, y: Math.floor(at / 4) }))
    .filter(({ x, y }) => (y > 0 && y < 5 && x > 1) || dice.next() < 0.55)
    .flatMap(({ x, y }) =>
      x === 3
        ? [{ x, y }]
        : [
            { x, y },
            { x: 6 - x, y },
          ],
    );
  const squares = cells
    .map(({ x, y }) => `M${round(29 + x * size)} ${round(29 + y * size)}h${size}v${size}h-${size}z`)
    .join('');
  return (
    `<path d="${squares}" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="5"/><path d="${squares}" fill="${fill}" stroke="${fill}" stroke-width=".6"/>` +
    dot(42, 43, 3, palette.ink) +
    dot(54, 43, 3, palette.ink)
  );
}
