/** A source text taken apart. Both texts keep the positions and the lines of the original. */
export interface Scan {
  /** Without comments. */
  readonly code: string;
  /** Without comments and without what stands in strings, templates and regular expressions. */
  readonly bare: string;
  /** What stands in strings and templates; `${}` is where a template inserts a value. */
  readonly strings: readonly string[];
}

const scans = new Map<string, Scan>();

export function scan(text: string): Scan {
  const known = scans.get(text);
  if (known !== undefined) return known;
  const fresh = new Scanner(text).run();
  scans.set(text, fresh);
  return fresh;
}

type Range = [from: number, to: number];

/** After these a slash begins a regular expression; elsewhere it divides, or closes an element. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{;+\-*%~^]|=>|\b(?:return|typeof|case|throw|await|else))\s*$/;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

class Scanner {
  readonly #text: string;
  readonly #comments: Range[] = [];
  readonly #contents: Range[] = [];
  readonly #strings: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Scan {
    this.#readCode(false);
    const code = blank(this.#text, this.#comments);
    return { code, bare: blank(code, this.#contents), strings: this.#strings };
  }

  /** To the end, or to the brace that closes the insertion of a template. */
  #readCode(inTemplate: boolean): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const start = this.#text[this.#at] ?? '';
      if (inTemplate && start === '}' && depth === 0) return;
      if (start === '{') depth += 1;
      else if (start === '}') depth -= 1;
      if (!this.#readLiteral(start)) this.#at += 1;
    }
  }

  #readLiteral(start: string): boolean {
    if (start === '/') return this.#readComment() || this.#readRegex();
    if (start === '`') return this.#readTemplate();
    // An apostrophe after a letter stands in the text of an element.
    const isString = start === '"' || (start === "'" && !/\w/.test(this.#text[this.#at - 1] ?? ''));
    return isString && this.#readString(start);
  }

  #readComment(): boolean {
    const isLine = this.#text.startsWith('//', this.#at);
    if (!isLine && !this.#text.startsWith('/*', this.#at)) return false;
    const found = this.#text.indexOf(isLine ? '\n' : '*/', this.#at + 2);
    const end = found === -1 ? this.#text.length : found + (isLine ? 0 : 2);
    this.#comments.push([this.#at, end]);
    this.#at = end;
    return true;
  }

  #readRegex(): boolean {
    REGEX.lastIndex = this.#at;
    const found = REGEX.exec(this.#text);
    if (found === null || !BEFORE_REGEX.test(this.#text.slice(Math.max(0, this.#at - 40), this.#at))) return false;
    this.#contents.push([this.#at + 1, this.#at + found[0].length]);
    this.#at += found[0].length;
    return true;
  }

  #readString(quote: string): boolean {
    const start = this.#at + 1;
    this.#at = start;
    while (this.#at < this.#text.length && !(quote + '\n').includes(this.#text[this.#at] ?? '')) this.#step();
    this.#keep(start, this.#at);
    this.#at += 1;
    return true;
  }

  #readTemplate(): boolean {
    const first = this.#strings.push('') - 1;
    let start = (this.#at += 1);
    let whole = '';
    while (this.#at < this.#text.length && this.#text[this.#at] !== '`') {
      if (!this.#text.startsWith('${', this.#at)) {
        this.#step();
        continue;
      }
      whole += `${this.#text.slice(start, this.#at)}\${}`;
      this.#contents.push([start, this.#at]);
      this.#at += 2;
      this.#readCode(true);
      start = this.#at += 1;
    }
    this.#contents.push([start, this.#at]);
    this.#strings[first] = whole + this.#text.slice(start, this.#at);
    this.#at += 1;
    return true;
  }

  #step(): void {
    this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
  }

  #keep(start: number, end: number): void {
    this.#contents.push([start, end]);
    this.#strings.push(this.#text.slice(start, end));
  }
}

function blank(text: string, ranges: Range[]): string {
  let result = '';
  let at = 0;
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (from < at) continue;
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return result + text.slice(at);
}
