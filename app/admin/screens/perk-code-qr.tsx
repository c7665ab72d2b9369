import { withCurrent } from '#app/current/page/loaders.server.ts';
import { listCodes, redeemAddress } from '#app/perks/codes/codes.server.ts';
import { noBatch } from '#app/perks/problems.ts';
import { Problem } from '#lib/problem.ts';
import { qrCodeSvg } from '#lib/qr/qr-code.ts';

import type { Route } from './+types/perk-code-qr';

/** Of the first code of a batch. */
export const loader = withCurrent(async (current, { params: { perkId }, url }: Route.LoaderArgs) => {
  const { codes } = await listCodes(current, perkId, url.searchParams.get('batch') ?? '', { after: '', limit: 1 });
  const [first] = codes;
  if (first === undefined) throw new Problem(noBatch);
  return new Response(qrCodeSvg(redeemAddress(current, first.code)), {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' },
  });
});
