/**
 * Each three neighbours of a word, once, with spaces around it, so that its beginning counts most. The letters of each are
 * sorted: two that changed places, which is the most frequent error of typing, change little.
 */
export function toTrigrams(word: string): string[] {
  return toThrees(Array.from(`  ${word} `));
}

/** Only those inside of it: every word that contains this one has all of them. */
export function toInnerTrigrams(word: string): string[] {
  return toThrees(Array.from(word));
}

function toThrees(letters: string[]): string[] {
  const threes = letters.slice(2).map((_, at) =>
    letters
      .slice(at, at + 3)
      .toSorted()
      .join(''),
  );
  return [...new Set(threes)];
}
