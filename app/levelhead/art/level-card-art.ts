import { palette } from '#content/art/palette.ts';

import type { ContentFigures } from './content-figures.ts';
import { levelIconSvg } from './level-icon.ts';
import { levelMapSvg } from './level-map.ts';

const MAX_DIAMONDS = 5;

/** For a share card, nearly square: the screen of a cabinet with its token, and its diamonds below. */
export function levelCardSvg(levelId: string, figures: ContentFigures, diamonds: number | undefined): string {
  const lit = diamonds === undefined || diamonds > MAX_DIAMONDS ? 0 : Math.round(diamonds);
  const gems = Array.from(
    { length: MAX_DIAMONDS },
    (_, at) =>
      `<path transform="translate(${172 + at * 88} 500) scale(3)" d="M7 4h10l5 6-10 11L2 10zM2 10h20" fill="${at < lit ? palette.lagoon : 'none'}" stroke="${at < lit ? palette.cloud : '#9d8de0'}" stroke-width="2.2"/>`,
  );
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="600" viewBox="0 0 640 600" stroke-linecap="round" stroke-linejoin="round">' +
    `<path fill="#241a52" d="M0 0h640v600H0z"/>` +
    nested(levelMapSvg(levelId, figures), { x: 0, y: 0, width: 640, height: 240 }) +
    `<path d="M0 240h640" stroke="${palette.ink}" stroke-width="8"/>` +
    nested(levelIconSvg(levelId, figures), { x: 200, y: 250, width: 240, height: 240 }) +
    `${gems.join('')}</svg>`
  );
}

interface SvgBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

function nested(svg: string, { x, y, width, height }: SvgBox): string {
  return svg.replace(
    /^<svg xmlns="[^"]*" width="\d+" height="\d+"/,
    `<svg x="${x}" y="${y}" width="${width}" height="${height}"`,
  );
}
