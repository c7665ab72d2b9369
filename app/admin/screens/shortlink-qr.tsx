import { withCurrent } from '#app/current/page/loaders.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { getShortlink } from '#app/shortlinks/shortlinks.server.ts';
import { drawPng } from '#lib/images/draw-png.server.ts';
import { Problem } from '#lib/problem.ts';
import { qrCodeSvg } from '#lib/qr/qr-code.ts';

import type { Route } from './+types/shortlink-qr';

/** In pixels, enough for a poster. */
const WIDTH = 1024;

/** Of the address of a link, as `{slug}.svg` or `{slug}.png`. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { slug, url } = await getShortlink(current, params.slug);
  const svg = qrCodeSvg(url);
  if (params.file === `${slug}.svg`) return picture(svg, 'image/svg+xml');
  if (params.file !== `${slug}.png`) throw new Problem(unknownPage);
  const { bytes, type } = await drawPng(new TextEncoder().encode(svg), WIDTH);
  return picture(bytes, type);
});

function picture(body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  });
}
