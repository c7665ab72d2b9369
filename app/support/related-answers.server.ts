import type { Current } from '#app/current/current.server.ts';
import { indexWords } from '#lib/text-search/index-words.ts';

import { findAnswers } from './answer-items.server.ts';
import type { SupportAnswer } from './answer.ts';

const RELATED = 4;

/** Those that share most with it: a game counts for more than a topic, and that for more than a word of the question. */
export async function findRelatedAnswers(current: Current, to: SupportAnswer): Promise<SupportAnswer[]> {
  const words = collectWords(to);
  const likeness = (other: SupportAnswer) =>
    (other.games.some((game) => to.games.includes(game)) ? 5 : 0) +
    (other.topic === to.topic ? 3 : 0) +
    [...collectWords(other)].filter((word) => words.has(word)).length;
  const others = (await findAnswers(current)).filter(({ itemId }) => itemId !== to.itemId);
  return others
    .filter((one) => likeness(one) >= MIN_LIKENESS)
    .toSorted((one, other) => likeness(other) - likeness(one))
    .slice(0, RELATED);
}

const MIN_LIKENESS = 2;
/** Shorter words are in most questions. */
const TELLING = 4;

function collectWords({ title }: SupportAnswer): Set<string> {
  return new Set([...indexWords(title).dictionary.values()].filter((word) => word.length >= TELLING));
}
