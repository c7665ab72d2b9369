import { rankItems } from '#app/articles/search/ranking.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { highlight } from '#lib/text-search/highlights.ts';
import { MAX_SEARCH_TEXT, isTelling, readSearchText } from '#lib/text-search/search-terms.ts';
import type { SearchText } from '#lib/text-search/search-terms.ts';

import { findAnswers } from '../answer-items.server.ts';
import type { AnswerHits, SupportAnswer } from '../answer.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { SUPPORT_TOPICS } from '../topic.ts';

/** Whoever reads more than these should say more. */
const MAX_SHOWN = 20;

/**
 * The answers with all of the words, or where none has them with most, also with typing errors, the best first; in the reader's language, where there is one. Only
 * what the caller may list is found: the index says in which order. @param q whatever somebody has typed; of a long text the
 * beginning counts  @throws Problem 503 when it takes too long
 */
export async function searchAnswers(current: Current, q: string): Promise<AnswerHits> {
  const query = q.slice(0, MAX_SEARCH_TEXT).toWellFormed().replaceAll('\0', ' ').trim();
  const text = readSearchText(query);
  if (text.terms.length === 0) return { q: query, isSearch: false, hits: [], isOfMost: false };
  const { found, isOfMost } = await rankAnswers(current, await findAnswers(current), text);
  const hits = found.slice(0, MAX_SHOWN).map(({ answer }) => ({
    answer,
    title: highlight(answer.title, text.terms),
    blurb: highlight(answer.blurb, text.terms),
  }));
  return { q: query, isSearch: true, hits, isOfMost };
}

interface RankedAnswer {
  readonly answer: SupportAnswer;
  readonly score: number;
}

/** @param answers that the caller may list */
async function rankAnswers(
  current: Current,
  answers: readonly SupportAnswer[],
  text: SearchText,
): Promise<{ found: RankedAnswer[]; isOfMost: boolean }> {
  const listed = new Map(answers.flatMap((answer) => [answer.itemId, answer.wordsId].map((id) => [id, answer])));
  const { ranked, isOfMost } = await rankItems(current, SUPPORT_CRATE, text, { tags: LISTED });
  const found = new Map<SupportAnswer, number>();
  for (const { item_id: itemId, score } of ranked) {
    const answer = listed.get(itemId);
    if (answer !== undefined && !found.has(answer)) found.set(answer, score);
  }
  return { found: [...found].map(([answer, score]) => ({ answer, score })), isOfMost };
}

const LISTED = { included: [], excluded: ['hidden', 'unlisted'] };

/**
 * For words that are typed along: those that say enough of them where it counts, and without any the first about a topic.
 * @param contact a topic of the form with which one writes to the studio
 */
export async function suggestAnswers(current: Current, words: string, contact: string): Promise<SupportAnswer[]> {
  const answers = await findAnswers(current);
  const text = readSearchText(words.toWellFormed().replaceAll('\0', ' '));
  const { found } = text.terms.length === 0 ? { found: [] } : await rankAnswers(current, answers, text);
  const least = MIN_SCORE * text.terms.filter(isTelling).length;
  const best = found.filter(({ score }) => score >= least).map(({ answer }) => answer);
  const about = answers.filter(({ topic, games }) => SUPPORT_TOPICS[topic].contact === contact && games.length === 0);
  return (best.length > 0 ? best : about).slice(0, MAX_SUGGESTED);
}

/** For each word, on average: more than standing somewhere in the text. */
const MIN_SCORE = 2;
const MAX_SUGGESTED = 3;
