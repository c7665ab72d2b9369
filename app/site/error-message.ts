/** Longer messages are cut; who wrote the link decides what stands in it, not we. */
export const MAX_MESSAGE = 500;

/**
 * The message that the query of an error page's address tells (specification §2), as plain text. A link in it, in HTML
 * or Markdown, becomes its text followed by its absolute address; what could pass for something else is made visible.
 * @param publicUrl what addresses without a host belong to
 * @returns undefined when there is none, or it is no JSON text
 */
export function findErrorMessage(search: string, publicUrl: string): string | undefined {
  const told = parsed(new URLSearchParams(search).get('message'));
  if (typeof told !== 'string') return undefined;
  // A link may be longer than what is shown, but nobody reads pages of text here.
  const text = withoutLinks(told.slice(0, 4 * MAX_MESSAGE), publicUrl);
  const shown = visible(text).replaceAll(/\s+/g, ' ').trim();
  if (shown === '') return undefined;
  const characters = Array.from(shown);
  return characters.length > MAX_MESSAGE ? `${characters.slice(0, MAX_MESSAGE).join('')}…` : shown;
}

function parsed(json: string | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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
  // An address that would run something is no address.
  if (url === undefined || !/^https?:$/.test(url.protocol)) return label;
  return label.trim() === '' ? url.href : `${label} (${url.href})`;
}

/** Characters that are not seen, or that turn the direction of what follows, are written by their code point. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, (character) => {
    if (/[\t\n\r]/.test(character) || character === '\u200d') return character;
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
