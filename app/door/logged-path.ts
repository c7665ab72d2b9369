import { decodeAll } from '#lib/http/route-segments.ts';

/** Without the token of a confirmation, of a preview or any other signed one, and a code that somebody redeems, however the path spells them. */
export function loggedPath(path: string): string {
  if (!SUSPECT.test(path)) return path;
  const decoded = decodeAll(path);
  const logged = decoded
    .replace(CONFIRMATION, '$1/*')
    .replaceAll(PREVIEW, '$1*')
    .replace(REDEEMED, '$1*')
    .replaceAll(SIGNED, '*');
  return logged === decoded ? path : logged;
}

const SUSPECT = /%|confirmation|preview_|redeem|\.[\w-]{43}/i;
/** Not the page /login/confirmation-required. */
const CONFIRMATION = /(confirmation)(?![\w-])(?!\.data$)[^]{2,}/i;
const PREVIEW = /(preview_)[\da-f]+/gi;
const REDEEMED = /(\/redeem\/)[^/]+/i;
/** As lib/signed.server.ts makes it. */
const SIGNED = /(?<![\w-])[\w-]+\.[\w-]{43}(?![\w-])/g;
