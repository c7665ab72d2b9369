/** Characters that a thread with a time limit renders (`RenderPool`). */
export const MAX_ARTICLE = 256 * 1024;

/** Characters, and of them signs and ends of lines, that the thread which answers requests renders by itself. */
const MAX_QUICK = 4096;
const MAX_QUICK_SIGNS = 128;
const SIGNS = /[^\p{L}\p{M}\p{N} ]/gu;

/** Whether any text so short and with so few signs is parsed in no more time than other things that a request does. */
export function isQuick(text: string): boolean {
  // Grammars of code are slow on letters alone.
  if (text.length > MAX_QUICK || text.includes('```') || text.includes('~~~')) return false;
  return (text.match(SIGNS)?.length ?? 0) <= MAX_QUICK_SIGNS;
}

/** What the time, the memory or the stack of the parser grows with. */
export interface TextMeasure {
  lines: number;
  /** Openers and closers of emphasis and brackets are matched in quadratic time. */
  marks: number;
  /** Quotes, lists and blocks, one inside of the other. */
  depth: number;
  /** Brackets that open in a paragraph while no earlier one is closed. */
  brackets: number;
  /** Blocks that begin. */
  blocks: number;
  /** Lines below headings and heads of tables: from each the parser looks back to the start of the text. */
  underlines: number;
  /** Of tables: a row has as many as the head, however few are typed. */
  cells: number;
  /** Characters of the heads of tables, which each row repeats. */
  names: number;
}

/** What of each an article may have; ten thousand words with a list of a thousand are far below. */
export const MOST: TextMeasure = {
  lines: 16_384,
  marks: 16_384,
  depth: 32,
  brackets: 98,
  blocks: 400,
  underlines: 400,
  cells: 20_000,
  names: 1_000_000,
};

/** Whether to parse it would take too much of anyone's time, or break. */
export function exceedsLimits(text: string): boolean {
  if (text.length > MAX_ARTICLE) return true;
  const measure = measureText(text);
  return (Object.keys(MOST) as (keyof TextMeasure)[]).some((name) => measure[name] > MOST[name]);
}

/** Looks at each character a few times at most. Counts no less than the parser finds, until lines are too many. */
export function measureText(text: string): TextMeasure {
  const measure = { lines: 0, marks: 0, depth: 0, brackets: 0, blocks: 0, underlines: 0, cells: 0, names: 0 };
  const open = new OpenParts(measure);
  for (const typed of text.split(/\r\n?|\n/)) {
    const line = readPrefix(typed);
    measure.lines += 1;
    if (measure.lines > MOST.lines) break;
    open.nest(line);
    open.countMarks(line);
    open.countCells(line);
  }
  return measure;
}

interface TextLine {
  /** Marks of quotes before what it says. */
  readonly quotes: number;
  /** Columns of marks of lists before it. */
  readonly lists: readonly number[];
  /** Where it begins. */
  readonly column: number;
  readonly content: string;
}

function readPrefix(line: string): TextLine {
  const lists: number[] = [];
  let [at, column, quotes] = [0, 0, 0];
  for (;;) {
    const space = line[at] === ' ' ? 1 : line[at] === '\t' ? 4 : 0;
    const quote = line[at] === '>' ? 1 : 0;
    const list = space + quote > 0 || (lists.length === 0 && isBreak(line, at)) ? 0 : listMarkWidth(line, at);
    if (space + quote + list === 0) break;
    quotes += quote;
    if (list > 0) lists.push(column);
    column += space + quote + list;
    at += list || 1;
  }
  return { quotes, lists, column, content: withoutSpacesAtEnd(line.slice(at)) };
}

/** A line across, which no list is inside of. */
function isBreak(line: string, at: number): boolean {
  const mark = line[at];
  if (mark !== '*' && mark !== '-') return false;
  let marks = 0;
  for (let next = at; next < line.length; next += 1) {
    if (line[next] === mark) marks += 1;
    else if (!isSpace(line[next])) return false;
  }
  return marks >= 3;
}

const DIGIT = /\d/;
const MAX_DIGITS = 9;

function listMarkWidth(line: string, at: number): number {
  let width = 1;
  if (!'-+*'.includes(line[at] ?? ' ')) {
    let digits = 0;
    while (digits <= MAX_DIGITS && DIGIT.test(line[at + digits] ?? '')) digits += 1;
    if (digits === 0 || digits > MAX_DIGITS || !'.)'.includes(line[at + digits] ?? ' ')) return 0;
    width = digits + 1;
  }
  const after = line[at + width];
  return after === undefined || isSpace(after) ? width : 0;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (isSpace(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** What has begun above a line and may not be over. */
class OpenParts {
  readonly #measure: TextMeasure;
  /** By their columns. */
  readonly #lists: number[] = [];
  #blocks: readonly { readonly colons: number; readonly quotes: number }[] = [];
  #brackets = 0;
  #table = { cells: 0, names: 0 };
  #above = '';
  #isBelowNothing = true;

  constructor(measure: TextMeasure) {
    this.#measure = measure;
  }

  nest(line: TextLine): void {
    const { quotes, lists, column, content } = line;
    // A paragraph at the edge ends all lists, unless it goes on from the line above.
    if (column === 0 && content !== '' && this.#isBelowNothing) this.#lists.length = 0;
    for (const list of lists) {
      while ((this.#lists.at(-1) ?? -1) >= list) this.#lists.pop();
      this.#lists.push(list);
    }
    if (isBlank(line)) this.#blocks = this.#blocks.filter((block) => block.quotes <= quotes);
    if (content.startsWith(':::')) this.#nestBlock(line);
    this.#measure.depth = Math.max(this.#measure.depth, quotes + this.#lists.length + this.#blocks.length);
  }

  #nestBlock({ quotes, lists, content }: TextLine): void {
    const colons = content.length - content.replace(/^:+/, '').length;
    if (colons < content.length) {
      this.#blocks = [...this.#blocks, { colons, quotes }].slice(-2 * MOST.depth);
      this.#measure.blocks += 1;
    } else if (lists.length === 0) {
      const ended = this.#blocks.findIndex((block) => block.colons <= colons && block.quotes === quotes);
      if (ended !== -1) this.#blocks = this.#blocks.slice(0, ended);
    }
  }

  countMarks(line: TextLine): void {
    if (isBlank(line)) this.#brackets = 0;
    for (const mark of line.content.match(/[~*_[\]]/g) ?? []) {
      this.#measure.marks += 1;
      if (mark === '[') this.#brackets += 1;
      if (mark === ']') this.#brackets = Math.max(0, this.#brackets - 1);
      this.#measure.brackets = Math.max(this.#measure.brackets, this.#brackets);
    }
  }

  countCells(line: TextLine): void {
    const { content, lists } = line;
    if (isBlank(line)) this.#table = { cells: 0, names: 0 };
    this.#measure.cells += this.#table.cells;
    this.#measure.names += this.#table.names;
    if (content === '' ? lists.length > 0 : /^[|:=\- \t]+$/.test(content)) {
      this.#measure.underlines += 1;
      const cells = content.split('|').length;
      // Another block may have ended the table above without an empty line between.
      if (cells > 1 || content.includes(':'))
        this.#table = {
          cells: Math.max(this.#table.cells, cells),
          names: Math.max(this.#table.names, this.#above.length),
        };
    }
    this.#above = content;
    this.#isBelowNothing = isBlank(line);
  }
}

function isBlank({ content, lists }: TextLine): boolean {
  return content === '' && lists.length === 0;
}

/** The text as it was typed. */
export function plainHtml(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
