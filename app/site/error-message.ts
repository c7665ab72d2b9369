import { parseJson } from '#lib/parse-json.ts';

/** Longer messages are cut; anyone can write such a link. */
export const MAX_MESSAGE = 500;

/** Specification §2: links become text and address, deceptive characters visible; else undefined. */
export function findErrorMessage(search: string, publicUrl: string): string | undefined {
  const message = parseJson(new URLSearchParams(search).get('message') ?? '');
  if (typeof message !== 'string') return undefined;
  // A link may be longer than its text, but only the start is shown.
  const text = withoutLinks(message.slice(0, 4 * MAX_MESSAGE), publicUrl);
  const shown = visible(text).replaceAll(/\s+/g, ' ').trim();
  if (shown === '') return undefined;
  const characters = Array.from(shown);
  return characters.length > MAX_MESSAGE ? `${characters.slice(0, MAX_MESSAGE).join('')}…` : shown;
}

const MARKDOWN_LINK = /\[([^\][]*)\]\(((?:[^()\s]|\([^()\s]*\))*)\)/g;
const HTML_LINK = /<a\s([^<>]*)>([^<>]*)<\/a>/gi;
const HREF = /\bhref=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

function withoutLinks(text: string, publicUrl: string): string {
  return text
    .replaceAll(MARKDOWN_LINK, (_whole, label: string, href: string) => spelledOut(label, href, publicUrl))
    .replaceAll(HTML_LINK, (_whole, attributes: string, label: string) => {
      const [, double, single, bare] = HREF.exec(attributes) ?? [];
      return spelledOut(label, double ?? single ?? bare ?? 'none:', publicUrl);
    });
}

function spelledOut(label: string, href: string, publicUrl: string): string {
  const url = URL.canParse(href, publicUrl) ? new URL(href, publicUrl) : undefined;
  // Other schemes, such as javascript:, are dropped.
  if (url === undefined || !/^https?:$/.test(url.protocol)) return label;
  return label.trim() === '' ? url.href : `${label} (${url.href})`;
}

/** Shows invisible characters and those that change the direction as their code points. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, (character) => {
    if (/[\t\n\r]/.test(character) || character === '\u200d') return character;
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
