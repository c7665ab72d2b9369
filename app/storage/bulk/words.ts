import type { Problem } from '#lib/problem.ts';

/** The sentence of a refusal, with what it says of each field. */
export function wordsOf({ message, details }: Problem): string {
  const fields = Object.entries(details.fields ?? {}).map(([name, words]) => `${name}: ${words}`);
  return fields.length === 0 ? message : fields.join('; ');
}
