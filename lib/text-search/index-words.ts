import { foldSpelling } from './spelling.ts';
import { WordSequence } from './word-sequence.ts';
import { cutWords } from './words.ts';

export interface IndexedWords {
  /** What an index keeps of a text, each once: its words, and after `OTHER` their other spellings. */
  readonly tokens: Set<string>;
  /** Each word that is cut at spaces, with its plainest spelling, by which a beginning or a typing error finds it. */
  readonly dictionary: Map<string, string>;
  /** All words in their order, in which phrases are looked for. */
  readonly sequence: WordSequence;
}

/** Before another spelling, so that it is told from a word that is spelled so. No word has it. */
export const OTHER = '~';
/** Words of one text, each counted as often as it stands there; those after them are not found. */
const MAX_INDEXED_WORDS = 30_000;

/** @param into what other parts of the same text have brought; no phrase goes on from one part to the next */
export function indexWords(text: string, into: IndexedWords = emptyIndex(), most = MAX_INDEXED_WORDS): IndexedWords {
  into.sequence.beginPart();
  for (const word of cutWords(text, most)) {
    into.sequence.add(word);
    const { kind, exact, others } = word;
    if (into.tokens.has(exact)) continue;
    into.tokens.add(exact);
    for (const other of others) into.tokens.add(OTHER + other);
    if (kind === 'word') into.dictionary.set(exact, foldSpelling(exact));
  }
  return into;
}

function emptyIndex(): IndexedWords {
  return { tokens: new Set(), dictionary: new Map(), sequence: new WordSequence() };
}
