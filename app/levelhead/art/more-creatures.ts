import { palette } from '#content/art/palette.ts';

import type { Creature } from './creatures.ts';
import { dot, mirrored, mix, stroke, lighten } from './pen.ts';

const INK_LINE = `stroke="${palette.ink}"`;

const parcel: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M22 46 8 30h48l8 16zm84 0 14-16H72l-8 16z', lighten(main)) +
    pen.solid('M22 44h84v68q0 6-6 6H28q-6 0-6-6z', main) +
    `<path d="M54 46h20v14l-5-4-5 4-5-4-5 4z" fill="${accent}"/>` +
    pen.solid('M80 100h18v10H80z', '#fffdf7', 3),
  eyes: { y: 76, gap: 18, size: 1.1 },
  mouth: { y: 97 },
  crown: { y: 36 },
};

const dragon: Creature = {
  draw: (pen, { main, accent }) =>
    mirrored(
      pen.solid('M38 40Q16 32 18 6q24 4 34 24z', accent) +
        pen.solid('M30 62 6 52l8 16-10 10 14 4-6 14 20-8z', accent, 4),
    ) +
    pen.solid(
      'M64 24c26 0 40 18 40 42 0 12-4 20-8 26 3 20-12 30-32 30S29 112 32 92c-4-6-8-14-8-26 0-24 14-42 40-42',
      main,
    ) +
    `<ellipse cx="64" cy="98" rx="27" ry="19" fill="${lighten(main)}"/>` +
    mirrored(dot(54, 88, 3, palette.ink)) +
    stroke('M58 32h12m-10 9h8', 4, accent),
  eyes: { y: 62, gap: 17 },
  mouth: { y: 103 },
  crown: { y: 26 },
};

const flower: Creature = {
  draw: (pen, { main, accent }) =>
    stroke('M64 96v40', 8, '#17a385') +
    pen.solid('M64 122q-20-18-34-6 10 18 34 6', '#35d69a', 4) +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map(
        (turn) =>
          `<g transform="rotate(${turn} 64 60)"><path d="M64 34Q46 22 52 8q12-8 24 0 6 14-12 26" fill="${turn % 90 === 0 ? main : mix(main, palette.cloud, 0.3)}" ${INK_LINE} stroke-width="5"/></g>`,
      )
      .join('') +
    pen.solid('M64 28a32 32 0 1 1 0 64 32 32 0 0 1 0-64', accent),
  eyes: { y: 56, gap: 12 },
  mouth: { y: 73 },
  crown: { y: 16 },
};

const cat: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M28 42 22 10l28 18q14-3 28 0l28-18-6 32q10 12 10 30 0 40-46 40T18 72q0-18 10-30', main) +
    mirrored(`<path d="m32 38-3-16 14 10z" fill="${accent}"/>`) +
    stroke('M56 32v12m8-14v16m8-14v12', 4.5, mix(main, palette.ink, 0.4)) +
    mirrored(stroke('M30 84 10 80m20 12-18 6', 3.5)) +
    `<path d="M58 77h12l-6 7z" fill="${palette.ink}"/>`,
  eyes: { y: 64, gap: 20, size: 1.1 },
  mouth: { y: 91, size: 0.9 },
  crown: { y: 30 },
};

const octopus: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid(
      'M64 18c28 0 42 18 42 42 0 12-4 18-6 26l6 28q-6 12-16 3l-6-15-4 16q-7 9-14 0l-2-16-2 16q-7 9-14 0l-4-16-6 15q-10 9-16-3l6-28c-2-8-6-14-6-26 0-24 14-42 42-42',
      main,
    ) +
    [
      [30, 104],
      [98, 104],
      [54, 108],
      [74, 108],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 3.5, accent))
      .join('') +
    dot(44, 34, 5, lighten(main)) +
    dot(54, 28, 3, lighten(main)),
  eyes: { y: 60, gap: 17, size: 1.1 },
  mouth: { y: 82 },
  crown: { y: 21 },
};

const snail: Creature = {
  draw: (pen, { main, accent }) =>
    stroke('M27 52 23 34m19 18 4-18', 6) +
    pen.solid('M18 120V60q0-16 17-16t17 16v32h58q10 0 10 14t-10 14z', main) +
    pen.solid('M82 26a38 38 0 1 1 0 76 38 38 0 0 1 0-76', accent) +
    stroke('M82 66q-8-2-6-10 6-10 18-4 12 10 4 24-14 14-32 2-14-18-2-36', 5, mix(accent, palette.ink, 0.45)),
  eyes: { x: 34.5, y: 30, gap: 12, size: 0.95 },
  mouth: { x: 35, y: 70, size: 0.75 },
  crown: { x: 82, y: 30 },
};

const eyeball: Creature = {
  draw: (pen, { main, accent }) =>
    mirrored(pen.solid('M36 54Q4 22 2 68q10-6 14 2 8-6 14 4z', accent) + stroke('M42 28 32 14m20 9-5-15', 5)) +
    pen.solid('M64 22a42 42 0 1 1 0 84 42 42 0 0 1 0-84', '#fffdf7') +
    stroke('m26 76 10-4m62 10-9-5m5-31-9 4', 3, palette.coral) +
    dot(64, 58, 21, main, `${INK_LINE} stroke-width="4.5"`) +
    dot(64, 58, 11, palette.ink) +
    dot(56, 50, 6, '#fff'),
  mouth: { y: 91, size: 0.8 },
  crown: { y: 24 },
};

const bat: Creature = {
  draw: (pen, { main, accent }) =>
    mirrored(
      pen.solid('M42 56Q4 26 2 90q10-8 17 2 8-8 14 2 6-6 13 0z', accent) + pen.solid('M38 48 32 10l26 24z', main),
    ) +
    pen.solid('M64 30c22 0 34 18 34 42s-12 46-34 46-34-22-34-46 12-42 34-42', main) +
    `<path d="M64 86c12 0 18 6 18 14-4 8-10 13-18 13s-14-5-18-13c0-8 6-14 18-14" fill="${lighten(main)}"/>`,
  eyes: { y: 62, gap: 14 },
  mouth: { y: 82 },
  crown: { y: 31, size: 0.8 },
};

const frog: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M16 50a22 22 0 0 1 41-9q7-1 14 0a22 22 0 0 1 41 9q6 14 6 32 0 38-54 38T10 82q0-18 6-32', main) +
    `<path d="M64 98c26 0 36 4 38 8-10 9-24 11-38 11s-28-2-38-11c2-4 12-8 38-8" fill="${lighten(main)}"/>` +
    mirrored(dot(26, 80, 6, accent)) +
    mirrored(dot(59, 66, 2, palette.ink)),
  eyes: { y: 48, gap: 27, size: 1.25 },
  mouth: { y: 86, size: 1.5 },
  crown: { y: 42, size: 0.6 },
};

const egg: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M32 96V56q0-30 32-30t32 30v40z', main) +
    pen.solid('M38 40q2-30 26-30t26 30l-9-7-8 9-9-9-9 9-8-9z', '#fffdf7') +
    pen.solid('m20 76 13 10 10-12 11 12 10-12 10 12 11-12 10 12 13-10q2 48-44 48T20 76', '#fffdf7') +
    dot(38, 100, 5, accent) +
    dot(66, 110, 7, accent) +
    dot(90, 98, 4, accent),
  eyes: { y: 56, gap: 15 },
  mouth: { y: 71, size: 0.7 },
  crown: { y: 12, size: 0.7 },
};

const television: Creature = {
  draw: (pen, { main, accent }) =>
    stroke('M54 34 36 10m30 24L88 8', 5) +
    dot(36, 10, 5, accent, `${INK_LINE} stroke-width="4"`) +
    dot(88, 8, 5, accent, `${INK_LINE} stroke-width="4"`) +
    stroke('m34 106-6 16m66-16 6 16', 7) +
    pen.solid('M26 32h76q12 0 12 12v54q0 12-12 12H26q-12 0-12-12V44q0-12 12-12', main) +
    `<path d="M34 42h46q10 0 10 10v38q0 10-10 10H34q-10 0-10-10V52q0-10 10-10" fill="${palette.ink}"/>` +
    `<path d="M34 48h12L30 88V54q0-4 4-6" fill="#fff" opacity=".14"/>` +
    dot(102, 54, 5, accent, `${INK_LINE} stroke-width="3.5"`) +
    dot(102, 70, 5, accent, `${INK_LINE} stroke-width="3.5"`) +
    stroke('M98 86h8m-8 7h8', 3.5),
  eyes: { x: 57, y: 65, gap: 14 },
  mouth: { x: 57, y: 85, size: 0.85 },
  crown: { y: 34 },
  glows: true,
};

const flame: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid(
      'M62 8c6 20 44 32 44 70 0 28-18 42-42 42S22 106 22 78c0-18 9-26 13-38 6 6 8 11 9 18 8-14 16-30 18-50',
      main,
    ) +
    `<path d="M66 54c3 13 24 18 24 38 0 16-12 24-26 24s-26-8-26-24c0-18 24-24 28-38" fill="${accent}"/>` +
    dot(104, 26, 4, accent) +
    dot(20, 34, 3, accent),
  eyes: { y: 78, gap: 16 },
  mouth: { y: 99 },
  crown: { y: 30, size: 0.8 },
};

const planet: Creature = {
  draw: (pen, { main, accent }) =>
    `<g transform="rotate(-14 64 70)">${stroke('M30 70Q4 78 4 84', 13)}${stroke('M98 70q26 8 26 14', 13)}${stroke('M30 70Q4 78 4 84', 5, accent)}${stroke('M98 70q26 8 26 14', 5, accent)}</g>` +
    pen.solid('M64 20a42 42 0 1 1 0 84 42 42 0 0 1 0-84', main) +
    `<path d="M36 36q14 6 22 2t18-12M28 48q10 4 16 2" fill="none" stroke="${lighten(main)}" stroke-width="5"/>` +
    `<g transform="rotate(-14 64 70)">${stroke('M4 84q0 14 60 14t60-14', 14)}${stroke('M4 84q0 14 60 14t60-14', 6, accent)}</g>` +
    dot(108, 22, 7, lighten(accent), `${INK_LINE} stroke-width="4"`),
  eyes: { y: 56, gap: 16 },
  mouth: { y: 74, size: 0.9 },
  crown: { y: 23 },
};

export const moreCreatures = {
  parcel,
  dragon,
  flower,
  cat,
  octopus,
  snail,
  eyeball,
  bat,
  frog,
  egg,
  television,
  flame,
  planet,
} satisfies Record<string, Creature>;
