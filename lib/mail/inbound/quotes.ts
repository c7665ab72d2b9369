/** Stands in our mails above what an answer need not repeat; no mail program changes it, in no language. */
export const REPLY_MARKER = /##-[^\n]{0,200}-##/;

/** Before the text of our mails. */
export function replyMarkerOf(words: string): string {
  return `##- ${words} -##`;
}

/**
 * What somebody has written above the mail that they answer: without the mail, the line that introduces it, and their
 * signature. An answer between the lines of a mail stays whole.
 */
export function withoutQuotes(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const at = lines.findIndex((_, index) => beginsQuote(lines, index));
  const own = at === -1 ? lines : withoutIntroduction(lines.slice(0, at));
  const signature = own.findIndex((line) => /^-- ?$/.test(line));
  return (signature === -1 ? own : own.slice(0, signature)).join('\n').trim();
}

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (REPLY_MARKER.test(line)) return true;
  if (/^\s*-{3,}[^-\n]{3,60}-{3,}\s*$/.test(line) || /^\s*_{20,}\s*$/.test(line)) return true;
  if (line.startsWith('>')) return isRestQuoted(lines.slice(at));
  return isHeaderBlock(lines.slice(at, at + 4));
}

/** Nobody has written anything below it. */
function isRestQuoted(lines: readonly string[]): boolean {
  const own = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('>'));
  return own === -1 || /^-- ?$/.test(lines[own] ?? '');
}

/** `From: Pip <pip@example.org>` with `Sent:`, `To:` or the like below, whatever the language. */
function isHeaderBlock(lines: readonly string[]): boolean {
  const fields = lines.map((line) => /^\s{0,4}\*?\p{L}[\p{L} ]{0,24}\s?[:：]\*?\s?(\S.{0,300})$/u.exec(line)?.[1]);
  return fields.length >= 3 && fields.slice(0, 3).every((value) => value !== undefined) && /@/.test(fields[0] ?? '');
}

/** `On Monday Pip <pip@example.org> wrote:`, whatever the language, on at most three lines. */
function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (last === -1 || !/[:：]\s*$/.test(lines[last] ?? '')) return lines;
  let first = last;
  while (first > Math.max(0, last - 2) && (lines[first - 1] ?? '').trim() !== '') first -= 1;
  const introduction = lines.slice(first, last + 1).join(' ');
  return /\d/.test(introduction) && /[@<]|\d{4}|\d:\d/.test(introduction) ? lines.slice(0, first) : lines;
}
