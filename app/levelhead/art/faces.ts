import { palette } from '#content/art/palette.ts';

import { dot, round, darken, stroke } from './pen.ts';

interface FaceColours {
  mark: string;
  white: string;
  lid: string;
}

type DrawEye = (x: number, y: number, size: number, colours: FaceColours, side: -1 | 1) => string;

const EYES = {
  wide: (x, y, size, { white, mark }, side) =>
    ball(x, y, 10 * size, white, mark) + pupil(x - side * 2 * size, y + size, 5 * size),
  dots: (x, y, size, { mark }) => dot(x, y, 6 * size, mark) + dot(x - 2 * size, y - 2 * size, 2 * size, '#fff'),
  sleepy: (x, y, size, { white, mark, lid }) =>
    ball(x, y, 10 * size, white, mark) +
    pupil(x, y + 4 * size, 4.5 * size) +
    `<path d="M${round(x - 11 * size)} ${round(y + size)}a${round(11 * size)} ${round(11 * size)} 0 0 1 ${round(22 * size)} 0z" fill="${darken(lid)}" stroke="${palette.ink}" stroke-width="3.5"/>`,
  angry: (x, y, size, { white, mark }, side) =>
    ball(x, y, 9.5 * size, white, mark) +
    pupil(x - side * 2 * size, y + 2 * size, 4.5 * size) +
    stroke(
      `M${round(x + side * 12 * size)} ${round(y - 14 * size)}L${round(x - side * 9 * size)} ${round(y - 6 * size)}`,
      6,
    ),
  happy: (x, y, size, { mark }) =>
    stroke(
      `M${round(x - 9 * size)} ${round(y + 4 * size)}q${round(9 * size)} ${round(-14 * size)} ${round(18 * size)} 0`,
      5,
      mark,
    ),
  uneven: (x, y, size, { white, mark }, side) => {
    const radius = (side < 0 ? 12.5 : 8) * size;
    return ball(x, y, radius, white, mark) + pupil(x + 2 * size, y - size, radius * 0.42);
  },
  stars: (x, y, size, { mark }) => star(x, y, 12 * size, mark === palette.ink ? palette.sun : mark),
  crossed: (x, y, size, { mark }) => {
    const half = round(7 * size);
    return stroke(
      `M${round(x - half)} ${round(y - half)}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`,
      5,
      mark,
    );
  },
} as const satisfies Record<string, DrawEye>;
export type Eyes = keyof typeof EYES;
export const EYE_KINDS = Object.keys(EYES) as [Eyes, ...Eyes[]];

type DrawMouth = (x: number, y: number, size: number, mark: string) => string;

const MOUTHS = {
  smile: (x, y, size, mark) =>
    stroke(
      `M${round(x - 11 * size)} ${round(y - 3 * size)}q${round(11 * size)} ${round(12 * size)} ${round(22 * size)} 0`,
      5,
      mark,
    ),
  grin: (x, y, size) =>
    `<path d="M${round(x - 14 * size)} ${round(y - 5 * size)}h${round(28 * size)}q${round(-2 * size)} ${round(16 * size)} ${round(-14 * size)} ${round(16 * size)}t${round(-14 * size)} ${round(-16 * size)}z" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="4"/>` +
    `<path d="M${round(x - 12 * size)} ${round(y - 4 * size)}h${round(24 * size)}v${round(4 * size)}h${round(-24 * size)}z" fill="#fff"/>`,
  scream: (x, y, size) =>
    `<ellipse cx="${x}" cy="${y}" rx="${round(10 * size)}" ry="${round(12 * size)}" fill="${palette.ink}"/><ellipse cx="${x}" cy="${round(y + 6 * size)}" rx="${round(6 * size)}" ry="${round(4.5 * size)}" fill="${palette.coral}"/>`,
  flat: (x, y, size, mark) => stroke(`M${round(x - 9 * size)} ${round(y + size)}h${round(18 * size)}`, 5, mark),
  fangs: (x, y, size, mark) =>
    stroke(
      `M${round(x - 14 * size)} ${round(y - 3 * size)}q${round(14 * size)} ${round(10 * size)} ${round(28 * size)} 0`,
      5,
      mark,
    ) +
    [-8, 3]
      .map(
        (at) =>
          `<path d="M${round(x + at * size)} ${round(y + size)}h${round(6 * size)}l${round(-3 * size)} ${round(9 * size)}z" fill="#fff" stroke="${palette.ink}" stroke-width="2.5"/>`,
      )
      .join(''),
  tongue: (x, y, size, mark) =>
    `<path d="M${round(x)} ${round(y + 2 * size)}h${round(9 * size)}v${round(6 * size)}q0 ${round(5 * size)} ${round(-4.5 * size)} ${round(5 * size)}t${round(-4.5 * size)} ${round(-5 * size)}z" fill="${palette.coral}" stroke="${palette.ink}" stroke-width="3"/>` +
    stroke(
      `M${round(x - 12 * size)} ${round(y - 2 * size)}q${round(12 * size)} ${round(9 * size)} ${round(24 * size)} 0`,
      5,
      mark,
    ),
  oh: (x, y, size) =>
    `<ellipse cx="${x}" cy="${round(y + size)}" rx="${round(5.5 * size)}" ry="${round(6.5 * size)}" fill="${palette.ink}"/>`,
  wobble: (x, y, size, mark) =>
    stroke(
      `M${round(x - 14 * size)} ${round(y + 2 * size)}q${round(4.7 * size)} ${round(-9 * size)} ${round(9.4 * size)} 0t${round(9.4 * size)} 0 ${round(9.4 * size)} 0`,
      5,
      mark,
    ),
} as const satisfies Record<string, DrawMouth>;
export type Mouth = keyof typeof MOUTHS;
export const MOUTH_KINDS = Object.keys(MOUTHS) as [Mouth, ...Mouth[]];

export function drawEyes(
  kind: Eyes,
  at: { x?: number; y: number; gap: number; size?: number },
  colours: FaceColours,
): string {
  const { x = 64, y, gap, size = 1 } = at;
  const draw: DrawEye = EYES[kind];
  return draw(x - gap, y, size, colours, -1) + draw(x + gap, y, size, colours, 1);
}

export function drawMouth(
  kind: Mouth,
  { x = 64, y, size = 1 }: { x?: number; y: number; size?: number },
  mark: string,
): string {
  const draw: DrawMouth = MOUTHS[kind];
  return draw(x, y, size, mark);
}

export function star(x: number, y: number, radius: number, fill: string, line = 3): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const far = at % 2 === 0 ? radius : radius * 0.45;
    const turn = (Math.PI * at) / 5 - Math.PI / 2;
    return `${round(x + far * Math.cos(turn))} ${round(y + far * Math.sin(turn))}`;
  });
  return `<path d="M${points.join('L')}z" fill="${fill}" stroke="${palette.ink}" stroke-width="${line}"/>`;
}

function ball(x: number, y: number, radius: number, white: string, mark: string): string {
  return dot(x, y, radius, white, mark === palette.ink ? `stroke="${palette.ink}" stroke-width="4"` : '');
}

function pupil(x: number, y: number, radius: number): string {
  return dot(x, y, radius, palette.ink) + dot(x - radius * 0.35, y - radius * 0.4, radius * 0.38, '#fff');
}
