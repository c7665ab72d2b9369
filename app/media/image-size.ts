export const MAX_WIDTH = 1920;

/** Device pixels per pixel. */
export const SCALES = [1, 1.5, 2, 2.5, 3, 3.5, 4];

const TILE = 160;
const THUMBNAIL = 256;
const FIT = 512;
const LOGO = 640;
/** Banners are as wide as the window, rounded up to a multiple of this. */
const BANNER_STEP = 100;

interface Shape {
  heightFor(width: number): number;
}

const SQUARE: Shape = { heightFor: (width) => width };
const TALL: Shape = { heightFor: (width) => Math.round((width * 4) / 3) };

export const WIDTHS: readonly number[] = allWidths();

export function fitWidth(width: number): number {
  return WIDTHS.find((one) => one >= width) ?? MAX_WIDTH;
}

/** The shape of a box in which the width alone limits a picture of this form. */
export function pickShape({ width, height }: { width: number; height: number }): Shape {
  return height > width ? TALL : SQUARE;
}

/** Few boxes are allowed, so that clients cannot cause pictures without end. */
export function isAllowedSize(width: number, height: number): boolean {
  return WIDTHS.includes(width) && [SQUARE, TALL].some((shape) => shape.heightFor(width) === height);
}

function allWidths(): number[] {
  const steps = Array.from({ length: MAX_WIDTH / BANNER_STEP }, (_, at) => (at + 1) * BANNER_STEP);
  const bases = [TILE, THUMBNAIL, FIT, LOGO, ...steps, MAX_WIDTH];
  const widths = bases.flatMap((base) => SCALES.map((scale) => Math.min(MAX_WIDTH, base * scale)));
  return [...new Set(widths)].toSorted((a, b) => a - b);
}
