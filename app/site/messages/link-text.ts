const LONGEST = 200;
/** What is read of a text before it is cleaned, so that no link can make the page work long. */
const READ = 2000;

/**
 * A text that came with a link, as it may be shown: one line of plain characters. Controls, invisible characters and
 * those that turn the direction of writing are gone, stacks of accents are cut, and what is too long ends in `…`.
 */
export function linkText(raw: string): string {
  const clean = raw
    .slice(0, READ)
    .toWellFormed()
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const letters = Array.from(clean);
  return letters.length <= LONGEST ? clean : `${letters.slice(0, LONGEST).join('')}…`;
}
