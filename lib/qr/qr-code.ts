import { encode } from 'uqr';

/** Light modules around it that readers need. */
const QUIET = 4;

/**
 * A code of a text, such as an address, which is read also where 15 % of it are lost (ISO/IEC 18004, level M). As a drawing of
 * any size, dark on white however the page is coloured. Of at most 2,331 bytes.
 */
export function qrCodeSvg(text: string): string {
  const { data, size } = encodeText(text, QUIET);
  const runs = data.map((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)]
      .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
      .join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`;
}

/** The same for whoever draws it: rows of modules, of which 1 is dark, without the light ones around it. */
export function qrCodeRows(text: string): string[] {
  return encodeText(text, 0).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
}

function encodeText(text: string, border: number) {
  return encode([...new TextEncoder().encode(text)], { ecc: 'M', border });
}
