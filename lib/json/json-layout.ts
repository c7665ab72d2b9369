import { parseJson } from '#lib/parse-json.ts';

/** Deeper JSON is not laid out: what it is indented by grows with the square of its depth. */
export const MAX_JSON_DEPTH = 64;
/** What begins a line, by its depth. */
const LINES = Array.from({ length: MAX_JSON_DEPTH + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
/** A list at the bottom of all that is mostly what it is indented by. */
const [MAX_GROWTH, LEAST_ROOM] = [4, 65_536];

/**
 * JSON with each value on a line of its own, or without any space. Numbers, texts and names that stand there twice stay as they
 * were written. Undefined for what is no JSON or deeper than 64, and for lines that come to much more than it has now.
 */
export function layOutJson(text: string, layout: 'lines' | 'compact'): string | undefined {
  const tokens = listTokens(text);
  if (tokens === undefined || parseJson(text) === undefined) return undefined;
  if (layout === 'compact') return tokens.join('');
  let depth = 0;
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (length > Math.max(LEAST_ROOM, MAX_GROWTH * text.length)) return undefined;
    const isEmpty = isOpening(tokens[at - 1]) && isClosing(token);
    if (isClosing(token)) depth -= 1;
    if ((isClosing(token) && !isEmpty) || (isOpening(tokens[at - 1]) && !isEmpty)) add(LINES[depth] ?? '');
    add(token === ':' ? ': ' : token);
    if (isOpening(token)) depth += 1;
    if (token === ',') add(LINES[depth] ?? '');
  }
  return parts.join('');
}

const isOpening = (token: string | undefined) => token === '{' || token === '[';
const isClosing = (token: string | undefined) => token === '}' || token === ']';

const MARKS = new Set(['{', '}', '[', ']', ',', ':']);
const SPACES = new Set([' ', '\n', '\r', '\t']);

/** Undefined for what is too deep. What is no JSON has some tokens too. */
function listTokens(text: string): string[] | undefined {
  const tokens: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const end = SPACES.has(text.charAt(at)) ? at : tokenEnd(text, at);
    if (end > at) tokens.push(text.slice(at, end));
    const token = tokens.at(-1);
    if (end > at && isOpening(token)) depth += 1;
    if (end > at && isClosing(token)) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return undefined;
    at = Math.max(end, at + 1);
  }
  return tokens;
}

function tokenEnd(text: string, start: number): number {
  let at = start + 1;
  if (text[start] === '"') {
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (MARKS.has(text.charAt(start))) return at;
  const isInside = (character: string) => !MARKS.has(character) && !SPACES.has(character) && character !== '"';
  while (at < text.length && isInside(text.charAt(at))) at += 1;
  return at;
}
