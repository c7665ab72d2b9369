import { foldSpelling } from './spelling.ts';
import { cutWords } from './words.ts';

export interface IndexedWords {
  /** What an index keeps of a text, each once: its words, and after `OTHER` their other spellings. */
  readonly tokens: Set<string>;
  /** Each word that is cut at spaces, with its plainest spelling, by which a beginning or a typing error finds it. */
  readonly dictionary: Map<string, string>;
}

/** Before another spelling, so that it is told from a word that is spelled so. No word has it. */
export const OTHER = '~';
/** Words of one text, each counted as often as it stands there; those after them are not found. */
export const MAX_INDEXED_WORDS = 30_000;

/** @param into what other parts of the same text have brought */
export function indexWords(text: string, into: IndexedWords = emptyIndex(), most = MAX_INDEXED_WORDS): IndexedWords {
  for (const { kind, exact, others } of cutWords(text, most)) {
    if (into.tokens.has(exact)) continue;
    into.tokens.add(exact);
    for (const other of others) into.tokens.add(OTHER + other);
    if (kind === 'word') into.dictionary.set(exact, foldSpelling(exact));
  }
  return into;
}

function emptyIndex(): IndexedWords {
  return { tokens: new Set(), dictionary: new Map() };
}
