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

/** How much two words have in common: 1 for the same, 0 for nothing. */
export function computeSimilarity(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((trigram) => other.includes(trigram)).length;
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}
