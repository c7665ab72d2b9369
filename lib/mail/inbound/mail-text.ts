import { decodeText } from './charsets.ts';
import { linesOfHtml } from './html-lines.ts';
import { linesOfText } from './mail-lines.ts';
import type { MailLine } from './mail-lines.ts';
import { MailFormError } from './mime.ts';
import type { MailPart } from './mime.ts';

/** Characters of which a text and a page are read; a mail has fewer words that count. */
const [MAX_TEXT, MAX_HTML] = [400_000, 1_000_000];

/**
 * What a person reads of a mail: of alternatives the plain one, unless it is empty. */
/** @param usualCharset of whoever writes, where a part says none @throws MailFormError
 */
export function readMailLines(part: MailPart, usualCharset?: string): MailLine[] {
  const { type, parts } = part;
  const read = (inner: MailPart) => readMailLines(inner, usualCharset);
  if (type === 'multipart/alternative') {
    const ways = parts.map(read);
    const plain = parts.findIndex((inner, at) => inner.type === 'text/plain' && says(ways[at]));
    return ways[plain] ?? ways.findLast(says) ?? [];
  }
  if (parts.length > 0) return parts.flatMap(read);
  return isText(part) ? readTextPart(part, usualCharset) : [];
}

/** All that a mail says, each alternative for itself. */
export function readWholeText(part: MailPart, usualCharset?: string): string {
  if (part.parts.length > 0) {
    return part.parts
      .map((inner) => readWholeText(inner, usualCharset))
      .filter((text) => text !== '')
      .join(`\n\n${'='.repeat(72)}\n\n`);
  }
  return isText(part) ? textOfLines(readTextPart(part, usualCharset)).trim() : '';
}

/** With the signs of quotes. */
export function textOfLines(lines: readonly MailLine[]): string {
  return lines.map(({ depth, text }) => (depth === 0 ? text : `${'>'.repeat(depth)} ${text}`)).join('\n');
}

function says(lines: readonly MailLine[] | undefined): boolean {
  return lines?.some(({ text }) => text.trim() !== '') ?? false;
}

/** Words of the mail itself, which are no file. */
export function isText({ type, isFile }: MailPart): boolean {
  return !isFile && /^text\/(?:plain|html|enriched)$/.test(type);
}

function readTextPart(part: MailPart, usualCharset: string | undefined): MailLine[] {
  const isHtml = part.type === 'text/html';
  const most = isHtml ? MAX_HTML : MAX_TEXT;
  // A letter has four bytes at most.
  const bytes = part.bytes().subarray(0, most * 4);
  const text = decodeText(bytes, part.params.get('charset')?.raw, usualCharset).slice(0, most);
  if (isHtml) return linesOfPage(text);
  const saysSo = (name: string, value: string) => part.params.get(name)?.raw.toLowerCase() === value;
  return linesOfText(text, { isFlowed: saysSo('format', 'flowed'), hasDelSp: saysSo('delsp', 'yes') });
}

function linesOfPage(html: string): MailLine[] {
  requireShallow(html);
  return linesOfHtml(html);
}

/** Elements inside of elements; long conversations have some hundreds. */
const MAX_HTML_DEPTH = 1000;

/** Elements that are not closed, or need not be. */
const UNCLOSED = new Set(
  'area base body br col dd dt embed head hr html img input li link meta option p source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

function requireShallow(html: string): void {
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    if (UNCLOSED.has(name.toLowerCase())) continue;
    depth = end === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_HTML_DEPTH) throw new MailFormError('elements are too deep');
  }
}
