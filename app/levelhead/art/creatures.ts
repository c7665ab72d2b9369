import { palette } from '#content/art/palette.ts';

import { dot, mirrored, mix, pipe, stroke, lighten } from './pen.ts';
import type { Pen } from './pen.ts';

export interface Creature {
  draw: (pen: Pen, colours: CreatureColours) => string;
  /** `gap` from the middle to each eye; no eyes of the kit where the creature has its own. */
  eyes?: { x?: number; y: number; gap: number; size?: number };
  mouth?: { x?: number; y: number; size?: number };
  /** Where a hat stands, and how wide. */
  crown: { x?: number; y: number; size?: number };
  /** Where a tie hangs; nothing hangs without it. */
  neck?: number;
  /** Its face is a screen or a shadow: what is on it glows. */
  glows?: boolean;
}

interface CreatureColours {
  main: string;
  accent: string;
}

const PAPER = '#fffdf7';

const robot: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M26 132q0-26 38-26t38 26z', accent) +
    mirrored(pen.solid('M28 62h-5q-8 0-8 8v10q0 8 8 8h5z', accent)) +
    stroke('M64 42V26') +
    dot(64, 20, 7, accent, `stroke="${palette.ink}" stroke-width="5"`) +
    pen.solid('M38 38h52q13 0 13 13v40q0 13-13 13H38q-13 0-13-13V51q0-13 13-13', main) +
    `<path d="M42 50h44q9 0 9 9v18q0 9-9 9H42q-9 0-9-9V59q0-9 9-9" fill="${palette.ink}"/>` +
    `<path d="M40 54h10l-10 24q-4-2-4-6V60q0-4 4-6" fill="#fff" opacity=".16"/>`,
  eyes: { y: 68, gap: 15 },
  mouth: { y: 95, size: 0.7 },
  crown: { y: 40 },
  neck: 110,
  glows: true,
};

const ghost: Creature = {
  draw: (pen, { main }) =>
    mirrored(pipe('M26 86q-13 0-12-16', 8, main)) +
    pen.solid('M24 110V64q0-42 40-42t40 42v46q-7 11-13 0t-14 0-13 0-13 0-14 0-13 0z', main) +
    stroke('M36 54q4-16 18-20', 5, lighten(main)),
  eyes: { y: 62, gap: 17, size: 1.15 },
  mouth: { y: 88 },
  crown: { y: 26 },
};

const rune: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('m12 34 12-7 7 11-10 8zM112 96l9 4-4 12-11-3z', main, 4) +
    pen.solid('M44 24 84 18l22 32-6 52-28 14-40-9-10-46z', main) +
    stroke('m104 62-12 5 5 10M32 92l8-6', 4) +
    stroke('m64 28 10 10-10 10-10-10zm0 20v9', 4.5, accent),
  eyes: { y: 72, gap: 18 },
  mouth: { y: 94, size: 0.9 },
  crown: { y: 24 },
};

const blob: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M18 114c-6-54 14-86 46-86s52 32 46 86q-10 9-20 0-8-7-14 2-12 12-24 0-6-9-14-2-10 9-20 0z', main) +
    stroke('M34 66q4-18 18-24', 5, lighten(main)) +
    dot(92, 96, 5, accent) +
    dot(82, 106, 3, accent) +
    dot(36, 100, 4, accent),
  eyes: { y: 66, gap: 17, size: 1.1 },
  mouth: { y: 90, size: 1.1 },
  crown: { y: 30 },
};

const bird: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M62 32Q46 14 54 6q8 4 10 12 3-12 13-11 4 10-10 25z', accent) +
    mirrored(pen.solid('M28 66Q4 78 14 108q16-2 22-18z', mix(main, palette.ink, 0.2))) +
    pen.solid('M64 26c28 0 44 22 44 48 0 31-17 46-44 46S20 105 20 74c0-26 16-48 44-48', main) +
    `<path d="M64 92c16 0 26 10 24 20-6 5-14 6-24 6s-18-1-24-6c-2-10 8-20 24-20" fill="${lighten(main)}"/>` +
    pen.solid('M64 68q12 2 16 12-6 16-16 16T48 80q4-10 16-12', accent, 4) +
    stroke('M50 80q14 6 28 0', 3.5),
  eyes: { y: 56, gap: 18 },
  crown: { y: 27 },
};

const cactus: Creature = {
  draw: (pen, { main, accent }) =>
    pipe('M46 92H34q-10 0-10-10V64', 14, main) +
    pipe('M82 78h12q10 0 10-10V52', 14, main) +
    pen.solid('M40 134V52q0-28 24-28t24 28v82z', main) +
    stroke('m48 108 4 6m24-10 5 5m-21 14 5 4M20 70l-5-2m92-8 5-3M50 38l-4-4', 3.5) +
    dot(87, 34, 8, accent, `stroke="${palette.ink}" stroke-width="4"`) +
    dot(87, 34, 2.5, palette.sun),
  eyes: { y: 62, gap: 11, size: 0.9 },
  mouth: { y: 84, size: 0.8 },
  crown: { y: 26, size: 0.8 },
};

const mushroom: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M42 74q-10 58 2 58h40q12 0 2-58z', mix(PAPER, accent, 0.15)) +
    pen.solid('M12 70q0-52 52-52t52 52q0 12-13 12H25q-13 0-13-12', main) +
    dot(38, 48, 9, accent) +
    dot(70, 36, 11, accent) +
    dot(97, 60, 8, accent) +
    dot(64, 66, 5, accent),
  eyes: { y: 93, gap: 11, size: 0.85 },
  mouth: { y: 109, size: 0.65 },
  crown: { y: 20 },
};

const crab: Creature = {
  draw: (pen, { main, accent }) =>
    stroke('m26 104-12 12m26-4-8 12m70-20 12 12m-26-4 8 12', 7) +
    mirrored(
      pipe('M28 76Q12 72 16 56', 5, main) + pen.solid('M24 24Q4 24 4 44q2 16 18 16 14-2 16-16L24 46l4-14z', accent),
    ) +
    mirrored(stroke('M48 58V42', 7)) +
    pen.solid('M12 84q0-36 52-36t52 36q0 32-52 32T12 84', main) +
    mirrored(dot(32, 76, 4, lighten(main)) + dot(38, 68, 2.5, lighten(main))),
  eyes: { y: 38, gap: 16, size: 1.05 },
  mouth: { y: 88, size: 1.2 },
  crown: { y: 52, size: 0.5 },
};

const moth: Creature = {
  draw: (pen, { main, accent }) =>
    mirrored(
      pen.solid('M58 62Q26 12 8 28q-10 30 22 46-24 6-14 30 20 16 42-20z', accent) +
        dot(28, 50, 8, lighten(accent)) +
        dot(30, 92, 5, lighten(accent)) +
        stroke('M56 42Q48 20 36 16m12 9-7 4m3-10-5-6', 4),
    ) +
    pen.solid('M64 36c17 0 24 14 24 34s-7 50-24 50-24-30-24-50 7-34 24-34', main) +
    stroke('M48 96q16 8 32 0m-28 12q12 6 24 0', 4),
  eyes: { y: 62, gap: 12 },
  mouth: { y: 82, size: 0.8 },
  crown: { y: 38, size: 0.7 },
};

const skull: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid(
      'M64 20c28 0 46 18 46 44 0 16-6 25-13 29v15q0 8-8 8H39q-8 0-8-8V93c-7-4-13-13-13-29 0-26 18-44 46-44',
      main,
    ) +
    mirrored(dot(45, 64, 15, palette.ink)) +
    `<path d="m64 78-6 11h12z" fill="${palette.ink}"/>` +
    stroke('M31 100h66M46 100v15m12-15v15m12-15v15m12-15v15', 4) +
    stroke('m78 22-4 12 8 6-4 8', 3.5, accent),
  eyes: { y: 64, gap: 19, size: 0.8 },
  crown: { y: 22 },
  glows: true,
};

const fish: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('M46 40Q44 12 80 12q-8 12 2 28z', accent) +
    mirrored(pen.solid('M26 62Q-4 50 6 88q12 6 24-2z', accent)) +
    pen.solid('M64 34c30 0 46 16 46 40s-16 40-46 40-46-16-46-40 16-40 46-40', main) +
    `<path d="M64 84c22 0 32 8 34 14-8 9-20 13-34 13s-26-4-34-13c2-6 12-14 34-14" fill="${lighten(main)}"/>` +
    mirrored(stroke('M34 84q6 6 4 14', 3.5)) +
    dot(112, 30, 5, 'none', `stroke="#fff" stroke-width="3"`) +
    dot(100, 16, 3, 'none', `stroke="#fff" stroke-width="3"`),
  eyes: { y: 62, gap: 23, size: 1.15 },
  mouth: { y: 88 },
  crown: { y: 36 },
};

const cloud: Creature = {
  draw: (pen, { main, accent }) =>
    pen.solid('m50 100-8 16h12l-4 14 20-20H58l6-10z', accent, 4) +
    stroke('m84 106-4 12m18-14-4 12m-66-10-4 12', 5, lighten(accent)) +
    pen.solid('M34 102q-24 0-24-22 0-19 19-21 3-31 34-31 26 0 32 24 24 0 24 25 0 25-25 25z', main),
  eyes: { y: 68, gap: 16, size: 1.1 },
  mouth: { y: 86 },
  crown: { y: 32 },
};

const saucer: Creature = {
  draw: (pen, { main, accent }) =>
    `<path d="m40 96-18 36h84L88 96z" fill="${palette.sun}" opacity=".45"/>` +
    `<path d="M26 80q0-62 38-62t38 62z" fill="#dff6ff" opacity=".6"/>` +
    pen.solid('M64 32q24 0 24 26 0 24-24 24T40 58q0-26 24-26', main, 4) +
    stroke('M26 80q0-62 38-62t38 62') +
    stroke('M38 52q4-16 14-22', 4, '#fff') +
    pen.solid('M4 88q0-17 60-17t60 17-60 21S4 88 4 88', accent) +
    [26, 64, 102]
      .map((x) => dot(x, x === 64 ? 96 : 91, 5, palette.cloud, `stroke="${palette.ink}" stroke-width="3.5"`))
      .join(''),
  eyes: { y: 52, gap: 11, size: 0.9 },
  mouth: { y: 65, size: 0.6 },
  crown: { y: 20, size: 0.8 },
};

export const firstCreatures = {
  robot,
  ghost,
  rune,
  blob,
  bird,
  cactus,
  mushroom,
  crab,
  moth,
  skull,
  fish,
  cloud,
  saucer,
} satisfies Record<string, Creature>;
