/** Characters; ten thousand words are about 60,000. */
export const MAX_MARKDOWN = 64 * 1024;

/** Characters that a thread with a time limit renders (`RenderPool`). */
export const MAX_ARTICLE = 256 * 1024;

/** Nested quotes, lists and blocks, on one line or by indentation, beyond which the parser's stack is in danger. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){33}|^[ \t]{132}|\[{99}|^[ \t]*:{36}/m;

/** The parser matches openers and closers of these in quadratic time. */
const MARKS = /[~*_[\]]/g;
const MAX_MARKS = 4000;

/** Blocks that begin and may never end lie one inside the other. */
const FENCES = /^[ \t>]*:::+[a-z]/gim;
const MAX_FENCES = 400;

/** Lines below a heading: from each the parser looks back to the start of the text. */
const UNDERLINES = /^[ \t>]*(?:=+|-+)[ \t]*$/gm;
const MAX_UNDERLINES = 400;

export interface TextLimits {
  readonly characters: number;
  readonly marks: number;
}

/** Of what is rendered in the thread that answers requests. */
export const OWN_THREAD: TextLimits = { characters: MAX_MARKDOWN, marks: MAX_MARKS };

/** Whether parsing would hold up everyone else, or break. */
export function exceedsLimits(text: string, limits: TextLimits): boolean {
  return (
    text.length > limits.characters ||
    DEEP.test(text) ||
    count(text, MARKS) > limits.marks ||
    count(text, FENCES) > MAX_FENCES ||
    count(text, UNDERLINES) > MAX_UNDERLINES
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The text as it was typed. */
export function plainHtml(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
