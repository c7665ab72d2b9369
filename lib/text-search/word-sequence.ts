import { foldSpelling } from './spelling.ts';
import type { TextWord } from './words.ts';

/** Between two parts of a text; no word has it. */
const PART = '\n';

/**
 * The words of a text in their order and plainest spelling, with a space on each side; letters of scripts without spaces
 * stand side by side as they do in the text. A phrase stands in a text when its sequence stands in that of the text.
 */
export class WordSequence {
  #text = '';
  #last: TextWord | undefined;

  beginPart(): void {
    if (this.#last === undefined) return;
    this.#text += this.#last.kind === 'letter' ? ` ${PART}` : PART;
    this.#last = undefined;
  }

  add(word: TextWord): void {
    // Two neighbours say nothing that each letter does not.
    if (word.kind === 'pair') return;
    const isLetter = word.kind === 'letter';
    const wasLetter = this.#last?.kind === 'letter';
    if (!(isLetter && wasLetter ? isBeside(this.#last, word) : this.#text.endsWith(' '))) this.#text += ' ';
    this.#text += isLetter ? word.exact : `${foldSpelling(word.exact)} `;
    this.#last = word;
  }

  toString(): string {
    return this.#last?.kind === 'letter' ? `${this.#text} ` : this.#text;
  }
}

/** A run whose spelling has changed its length is the place of each of its letters. */
function isBeside(last: TextWord | undefined, { start, end }: TextWord): boolean {
  return last?.end === start || (last?.start === start && last.end === end);
}
