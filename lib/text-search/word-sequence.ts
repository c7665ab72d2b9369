import { foldSpelling } from './spelling.ts';
import type { TextWord } from './words.ts';

/** Between two parts of a text; no word has it. */
const PART = '\n';
/** Between two words that stand beside each other; no word has it. */
export const BESIDE = '+';

/**
 * The words of a text in their order and plainest spelling, with a space on each side; letters of scripts without spaces
 * stand side by side as they do in the text. A phrase stands in a text when its sequence stands in that of the text.
 */
export class WordSequence {
  /** Each two words beside each other, once, by which an index finds a phrase; of letters, `cutWords` gives pairs. */
  readonly neighbours = new Set<string>();
  #text = '';
  #last: TextWord | undefined;
  /** The last word in its plainest spelling; undefined behind a letter. */
  #lastPlain: string | undefined;

  beginPart(): void {
    if (this.#last === undefined) return;
    this.#text += this.#last.kind === 'letter' ? ` ${PART}` : PART;
    this.#last = undefined;
    this.#lastPlain = undefined;
  }

  add(word: TextWord): void {
    // Two neighbours say nothing that each letter does not.
    if (word.kind === 'pair') return;
    const isLetter = word.kind === 'letter';
    const wasLetter = this.#last?.kind === 'letter';
    // To look at its end would copy all of the text for each word.
    if (!(isLetter && wasLetter ? isBeside(this.#last, word) : this.#lastPlain !== undefined)) this.#text += ' ';
    const plain = isLetter ? undefined : foldSpelling(word.exact);
    this.#text += plain === undefined ? word.exact : `${plain} `;
    if (plain !== undefined && this.#lastPlain !== undefined) this.neighbours.add(this.#lastPlain + BESIDE + plain);
    this.#last = word;
    this.#lastPlain = plain;
  }

  toString(): string {
    return this.#last?.kind === 'letter' ? `${this.#text} ` : this.#text;
  }
}

/** A run whose spelling has changed its length is the place of each of its letters. */
function isBeside(last: TextWord | undefined, { start, end }: TextWord): boolean {
  return last?.end === start || (last?.start === start && last.end === end);
}
