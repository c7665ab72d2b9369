/** How much there is to read. */
interface WordCount {
  /** Words between spaces or, in languages that write none, as a dictionary of the platform cuts them. */
  readonly words: number;
  /** Characters of Chinese and Japanese, which are read one by one; they are in no word. */
  readonly characters: number;
}

const WORDS_PER_MINUTE = 220;
const CHARACTERS_PER_MINUTE = 500;

const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
/** Languages that put no space between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const SPACED = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.,_-](?=[\p{L}\p{N}]))*/gu;

const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** @param text without marks of Markdown */
export function countWords(text: string): WordCount {
  let words = 0;
  let characters = 0;
  const others = text
    .replaceAll(UNSPACED, (run) => {
      for (const { isWordLike } of segmenter.segment(run)) words += Number(isWordLike);
      return ' ';
    })
    .replaceAll(IDEOGRAPHIC, () => {
      characters += 1;
      return ' ';
    });
  return { words: words + (others.match(SPACED)?.length ?? 0), characters };
}

/** At least one. */
export function readingMinutes({ words, characters }: WordCount): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE));
}
