import { palette } from '#content/art/palette.ts';

const WHITE = '#ffffff';

/** Draws in the manner of the studio: thick ink lines, flat colours, and a hard shade at the lower right. */
export class Pen {
  #shapes = 0;

  /** A closed shape. @param line width of its outline */
  solid(path: string, fill: string, line = 5): string {
    this.#shapes += 1;
    const shape = `s${this.#shapes}`;
    return (
      `<clipPath id="c${this.#shapes}"><path id="${shape}" d="${path}"/></clipPath>` +
      `<use href="#${shape}" fill="${darken(fill)}"/>` +
      `<g clip-path="url(#c${this.#shapes})"><use href="#${shape}" x="-4" y="-5" fill="${fill}"/></g>` +
      `<use href="#${shape}" fill="none" stroke="${palette.ink}" stroke-width="${line}"/>`
    );
  }
}

export function darken(colour: string): string {
  return mix(colour, palette.night, 0.32);
}

export function lighten(colour: string): string {
  return mix(colour, WHITE, 0.45);
}

/** @param share of the other colour, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

export function dot(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function stroke(path: string, width = 5, colour: string = palette.ink): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

export function pipe(path: string, width: number, colour: string): string {
  return stroke(path, width + 9) + stroke(path, width, colour);
}

/** What is drawn at the left, on both sides. @param middle where the mirror stands */
export function mirrored(drawn: string, middle = 64): string {
  return `${drawn}<g transform="translate(${2 * middle} 0) scale(-1 1)">${drawn}</g>`;
}

/** To a tenth, so that drawings are short. */
export function round(number: number): number {
  return Math.round(number * 10) / 10;
}
