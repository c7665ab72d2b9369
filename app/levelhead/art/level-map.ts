import { palette } from '#content/art/palette.ts';

import type { ContentFigures } from './content-figures.ts';
import { Dice } from './dice.ts';
import { mix, dot, round, stroke } from './pen.ts';

const MAP_WIDTH = 640;
const MAP_HEIGHT = 240;
/** Of the grid that a level is built on. */
const CELL = 20;
const COLUMNS = MAP_WIDTH / CELL;
const FLOOR = MAP_HEIGHT / CELL - 2;

/** A level from its start at the left to its goal at the right, as a side view of 640 by 240. */
export function levelMapSvg(levelId: string, figures: ContentFigures): string {
  const dice = new Dice(`map ${levelId}`);
  const look = dice.pick(LOOKS);
  const ground = makeGround(dice, figures);
  const taken = new Set<number>();
  const things = [
    ...drawPlatforms(dice, figures, ground, look),
    ...drawPuzzles(dice, figures, { ground, taken }),
    ...drawHazards(dice, figures, { ground, taken }),
    ...drawEnemies(dice, figures, { ground, taken }),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MAP_WIDTH}" height="${MAP_HEIGHT}" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path fill="${look.sky}" d="M0 0h${MAP_WIDTH}v${MAP_HEIGHT}H0z"/>` +
    drawScenery(dice, figures, look) +
    groundShape(ground, look) +
    things.join('') +
    start(ground[1] ?? FLOOR) +
    goal(ground[COLUMNS - 2] ?? FLOOR) +
    '</svg>'
  );
}

/** One thing stands in a column. */
function isTaken(taken: Set<number>, column: number): boolean {
  if (taken.has(column)) return true;
  taken.add(column);
  return false;
}

interface MapColumns {
  readonly ground: readonly (number | undefined)[];
  readonly taken: Set<number>;
}

interface MapLook {
  sky: string;
  far: string;
  earth: string;
  grass: string;
}

const LOOKS: readonly [MapLook, ...MapLook[]] = [
  { sky: '#bfe9ff', far: '#8fd3ee', earth: '#a8643c', grass: palette.mint },
  { sky: '#33246e', far: '#4a3791', earth: '#1c1537', grass: palette.grape },
  { sky: '#ffe3a1', far: '#ffc777', earth: '#c8643a', grass: palette.tangerine },
  { sky: '#ffd3e6', far: '#ffb0d3', earth: '#7a45e6', grass: palette.gum },
  { sky: '#17405a', far: '#1f5f78', earth: '#0e2a42', grass: palette.lagoon },
  { sky: '#d9cffb', far: '#bcabf2', earth: '#4a3791', grass: '#8bf2c0' },
];

/** The row of the surface in each column; undefined where there is a gap. Start and goal stand on safe ground. */
function makeGround(dice: Dice, { World, Movement, Hazards }: ContentFigures): (number | undefined)[] {
  let row = FLOOR - dice.between(0, 1);
  let gap = 0;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const isSafe = column < 4 || column > COLUMNS - 5;
    if (gap > 0 && !isSafe) {
      gap -= 1;
      return undefined;
    }
    gap = 0;
    if (!isSafe && dice.next() < 0.03 + Hazards / 900 + Movement / 1400) {
      gap = dice.between(0, 1);
      return undefined;
    }
    if (column > 3 && column < COLUMNS - 4 && dice.next() < 0.12 + World / 260) {
      row = Math.max(FLOOR - 4, Math.min(FLOOR + 1, row + dice.between(-2, 2)));
    }
    return row;
  });
}

function groundShape(ground: readonly (number | undefined)[], { earth, grass }: MapLook): string {
  const columns = ground.map((row, column) => ({ row, x: column * CELL })).filter((one) => one.row !== undefined);
  const fill = columns.map(({ row = 0, x }) => `M${x} ${row * CELL}h${CELL}V${MAP_HEIGHT}h-${CELL}z`).join('');
  const top = columns.map(({ row = 0, x }) => `M${x} ${row * CELL}h${CELL}v7h-${CELL}z`).join('');
  return (
    `<path d="${fill}" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="6"/>` +
    `<path d="${fill}" fill="${earth}" stroke="${earth}" stroke-width=".8"/><path d="${top}" fill="${grass}" stroke="${grass}" stroke-width=".8"/>`
  );
}

function drawPlatforms(
  dice: Dice,
  { Movement }: ContentFigures,
  ground: readonly (number | undefined)[],
  { grass }: MapLook,
): string[] {
  const built = new Set<string>();
  return Array.from({ length: 2 + Math.round(Movement / 11) }, () => {
    const column = dice.between(4, COLUMNS - 7);
    const length = dice.between(2, 4);
    const under = Math.min(...ground.slice(column, column + length).map((row) => row ?? FLOOR));
    const row = under - dice.between(2, 4);
    const cells = Array.from({ length: length + 2 }, (_, at) => `${column + at - 1} ${row}`);
    if (row < 2 || cells.some((cell) => built.has(cell))) return '';
    for (const cell of cells) built.add(cell);
    const moves = dice.next() < Movement / 160;
    const [x, y] = [column * CELL, row * CELL];
    const arrows = moves ? stroke(`M${x + length * CELL + 6} ${y + 6}h12m-5-5 5 5-5 5`, 3) : '';
    return `<rect x="${x}" y="${y}" width="${length * CELL}" height="12" rx="5" fill="${mix(grass, palette.cloud, 0.35)}" stroke="${palette.ink}" stroke-width="3.5"/>${arrows}`;
  });
}

function drawPuzzles(dice: Dice, { Puzzles }: ContentFigures, { ground, taken }: MapColumns): string[] {
  return Array.from({ length: Math.round(Puzzles / 17) }, () => {
    const column = dice.between(5, COLUMNS - 6);
    const row = ground[column];
    const kind = dice.between(0, 2);
    if (row === undefined || isTaken(taken, column)) return '';
    const [x, y] = [column * CELL, row * CELL];
    if (kind === 0) {
      return `<rect x="${x + 2}" y="${y - 44}" width="16" height="44" rx="3" fill="${palette.grape}" stroke="${palette.ink}" stroke-width="3.5"/>${dot(x + 10, y - 26, 3.5, palette.sun)}`;
    }
    if (kind === 1) {
      return `<rect x="${x}" y="${y - 64}" width="20" height="20" rx="4" fill="${palette.sun}" stroke="${palette.ink}" stroke-width="3.5"/>${stroke(`M${x + 7} ${y - 57}q3-4 6 0 1 3-3 5m0 3v0`, 3)}`;
    }
    return `${stroke(`M${x + 10} ${y - 4}l7-15`, 4)}${dot(x + 17, y - 20, 4.5, palette.coral, `stroke="${palette.ink}" stroke-width="3"`)}<path d="M${x + 1} ${y}q9-10 18 0z" fill="${palette.cloud}" stroke="${palette.ink}" stroke-width="3"/>`;
  });
}

function drawHazards(dice: Dice, { Hazards }: ContentFigures, { ground, taken }: MapColumns): string[] {
  return Array.from({ length: Math.round(Hazards / 8) }, () => {
    const column = dice.between(4, COLUMNS - 6);
    const row = ground[column];
    const isSaw = dice.next() < 0.35;
    const [x, y] = [column * CELL, (row ?? FLOOR) * CELL];
    if (isTaken(taken, column)) return '';
    if (isSaw) return saw(x + 10, Math.max(30, y - dice.between(40, 90)));
    if (row === undefined) return '';
    return `<path d="M${x} ${y}l5-14 5 14 5-14 5 14z" fill="#e8e2fa" stroke="${palette.ink}" stroke-width="3"/>`;
  });
}

function drawEnemies(dice: Dice, { Enemies }: ContentFigures, { ground, taken }: MapColumns): string[] {
  return Array.from({ length: Math.round(Enemies / 12) }, () => {
    const column = dice.between(6, COLUMNS - 5);
    const row = ground[column];
    const flies = row === undefined || dice.next() < 0.25;
    const colour = dice.pick([palette.coral, palette.gum, palette.tangerine, palette.mint]);
    if (isTaken(taken, column)) return '';
    const x = column * CELL + 10;
    const y = (row ?? FLOOR) * CELL - (flies ? dice.between(50, 100) : 0);
    return critter(x, Math.max(34, y), colour, flies);
  });
}

function critter(x: number, y: number, colour: string, flies: boolean): string {
  const wings = flies
    ? `<path d="M${x - 9} ${y - 12}q-12-10-14 2 6 0 14 6m18-8q12-10 14 2-6 0-14 6" fill="${palette.cloud}" stroke="${palette.ink}" stroke-width="3"/>`
    : '';
  return `${wings}<path d="M${x - 10} ${y - 1}v-9q0-10 10-10t10 10v9z" fill="${colour}" stroke="${palette.ink}" stroke-width="3.5"/>${dot(x - 4, y - 11, 2.6, palette.ink)}${dot(x + 4, y - 11, 2.6, palette.ink)}`;
}

function saw(x: number, y: number): string {
  const teeth = Array.from({ length: 16 }, (_, at) => {
    const radius = at % 2 === 0 ? 14 : 9;
    const turn = (Math.PI * at) / 8;
    return `${round(x + radius * Math.cos(turn))} ${round(y + radius * Math.sin(turn))}`;
  });
  return `<path d="M${teeth.join('L')}z" fill="#c9c3e0" stroke="${palette.ink}" stroke-width="3"/>${dot(x, y, 3.5, palette.ink)}`;
}

function drawScenery(dice: Dice, { World }: ContentFigures, { sky, far }: MapLook): string {
  const hills = Array.from({ length: 3 + Math.round(World / 25) }, () => {
    const [x, width, height] = [dice.between(-60, MAP_WIDTH - 40), dice.between(120, 260), dice.between(50, 130)];
    return `M${x} ${MAP_HEIGHT}q${round(width / 2)} ${-2 * height} ${width} 0z`;
  });
  const light = mix(sky, '#ffffff', 0.5);
  const sun = dot(dice.between(60, MAP_WIDTH - 60), dice.between(28, 60), dice.between(14, 26), light);
  const clouds = Array.from({ length: 4 }, () => {
    const [x, y] = [dice.between(20, MAP_WIDTH - 90), dice.between(24, 80)];
    return `<path d="M${x} ${y}q0-14 16-12 6-14 20-6 18-4 18 10 12 0 10 8z" fill="${light}" opacity=".8"/>`;
  });
  return `${sun}${clouds.join('')}<path d="${hills.join('')}" fill="${far}"/>`;
}

function start(row: number): string {
  const y = row * CELL;
  return (
    `<rect x="22" y="${y - 26}" width="22" height="20" rx="6" fill="${palette.cloud}" stroke="${palette.ink}" stroke-width="3.5"/>` +
    `<rect x="28" y="${y - 21}" width="15" height="9" rx="3" fill="${palette.ink}"/>${dot(33, y - 17, 2, palette.mint)}${dot(39, y - 17, 2, palette.mint)}` +
    stroke(`M28 ${y - 5}v3m10-3v3m-6-25v-6`, 4) +
    `<path d="M46 ${y - 16}h16v15H46z" fill="${palette.tangerine}" stroke="${palette.ink}" stroke-width="3.5"/>` +
    stroke(`M54 ${y - 16}v6`, 3)
  );
}

function goal(row: number): string {
  const [x, y] = [MAP_WIDTH - 44, row * CELL];
  return (
    stroke(`M${x} ${y - 2}v-62`, 5) +
    `<path d="M${x + 2} ${y - 64}l30 9-30 11z" fill="${palette.coral}" stroke="${palette.ink}" stroke-width="3.5"/>` +
    `<path d="M${x - 14} ${y}q14-16 28 0z" fill="${palette.sun}" stroke="${palette.ink}" stroke-width="3.5"/>`
  );
}
