export interface PaletteResult {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** The address of a screen, without a locale. */
  readonly to: string;
  /** For what the server does with a page: the address is loaded anew. */
  readonly isFullLoad?: boolean;
  /** Why it is not possible now, in words. */
  readonly refusal?: string | undefined;
}

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
