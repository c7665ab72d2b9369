import { readCell } from './csv.ts';

/** What makes a text no spreadsheet, in words that follow the number of the line, from 1. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, words: string) {
    super(words);
    this.line = line;
  }
}

interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface CsvBounds {
  /** Characters of a row. */
  readonly maxRow: number;
  readonly maxCells: number;
}

/**
 * The rows of a spreadsheet as `writeCsv` writes them, and as spreadsheets save them again: between commas, semicolons or tabs,
 * whichever the first line has. Rows without anything are left out. @throws CsvFault
 */
export function* readCsv(text: string, bounds: CsvBounds): Generator<CsvRow> {
  const reader = new CsvReader(text, bounds);
  for (let row = reader.next(); row !== undefined; row = reader.next()) yield row;
}

const [FEED, RETURN, QUOTE] = [10, 13, 34] as const;
const SEPARATORS = [',', ';', '\t'] as const;

class CsvReader {
  readonly #text: string;
  readonly #bounds: CsvBounds;
  readonly #separator: number;
  #at: number;
  #line = 1;

  constructor(text: string, bounds: CsvBounds) {
    this.#text = text;
    this.#bounds = bounds;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
    this.#separator = this.#findSeparator();
  }

  next(): CsvRow | undefined {
    this.#skipBreaks();
    if (this.#at >= this.#text.length) return undefined;
    const line = this.#line;
    const end = this.#at + this.#bounds.maxRow;
    const cells: string[] = [];
    do {
      if (cells.length === this.#bounds.maxCells) throw new CsvFault(line, `at most ${this.#bounds.maxCells} cells`);
      cells.push(readCell(this.#takeCell(end)));
    } while (this.#takeSeparator());
    return { line, cells };
  }

  /** The first in the first line that stands outside of quotes. */
  #findSeparator(): number {
    let isQuoted = false;
    for (let at = this.#at; at < Math.min(this.#text.length, this.#at + this.#bounds.maxRow); at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) isQuoted = !isQuoted;
      else if (!isQuoted && (code === FEED || code === RETURN)) break;
      else if (!isQuoted && SEPARATORS.some((one) => one.charCodeAt(0) === code)) return code;
    }
    return SEPARATORS[0].charCodeAt(0);
  }

  #skipBreaks(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === FEED) this.#line += 1;
      else if (code !== RETURN) return;
    }
  }

  #takeCell(end: number): string {
    return this.#text.charCodeAt(this.#at) === QUOTE ? this.#takeQuoted(end) : this.#takePlain(end);
  }

  #takePlain(end: number): string {
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === this.#separator || code === FEED || code === RETURN) break;
      if (code === QUOTE) throw new CsvFault(this.#line, 'a cell with a quote in it stands between quotes');
      if (this.#at >= end) throw new CsvFault(this.#line, `at most ${this.#bounds.maxRow} characters`);
    }
    return this.#text.slice(from, this.#at);
  }

  #takeQuoted(end: number): string {
    const begun = this.#line;
    const from = this.#at + 1;
    for (this.#at = from; ; this.#at += 1) {
      if (this.#at >= this.#text.length) throw new CsvFault(begun, 'a quote is not closed');
      if (this.#at >= end) throw new CsvFault(begun, `at most ${this.#bounds.maxRow} characters`);
      const code = this.#text.charCodeAt(this.#at);
      if (code === FEED) this.#line += 1;
      if (code !== QUOTE) continue;
      if (this.#text.charCodeAt(this.#at + 1) !== QUOTE) break;
      this.#at += 1;
    }
    const cell = this.#text.slice(from, this.#at).replaceAll('""', '"');
    this.#at += 1;
    const code = this.#text.charCodeAt(this.#at);
    const isEnd = this.#at >= this.#text.length || code === this.#separator || code === FEED || code === RETURN;
    if (!isEnd) throw new CsvFault(this.#line, 'after a quote that closes, the cell ends');
    return cell;
  }

  #takeSeparator(): boolean {
    if (this.#text.charCodeAt(this.#at) !== this.#separator) return false;
    this.#at += 1;
    return true;
  }
}
