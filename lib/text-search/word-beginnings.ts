/** Every typed word begins a word of the text. */
export function matchesEveryWord(text: string, typed: string): boolean {
  const words = splitWords(text);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

export function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._'’-]+/u)
    .filter((word) => word !== '');
}
