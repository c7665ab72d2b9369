import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import { findCrashOfGame } from './crashes/same-crash.server.ts';
import { enterFromGame } from './entries/from-game.server.ts';
import { findSimilar } from './entries/similar.server.ts';
import { entryPath } from './entry.ts';
import type { FeedbackEntry } from './entry.ts';

export const feedbagAnswers: Answer<Current>[] = [
  answer(calls.findSimilarEntries, async (current: Current, { params, query }) => {
    const entries = await findSimilar(current, params.projectId, query.text);
    return { data: entries.map(shownEntry) };
  }),
  answer(calls.findKnownCrash, async (current: Current, { params, body }) => {
    const known = await findCrashOfGame(current, { ...body, projectId: params.projectId });
    return { data: known === undefined ? null : shownEntry(known) };
  }),
  answer(calls.enterFromGame, async (current: Current, { params, body }) => {
    const { known, ...entered } = await enterFromGame(current, { ...body, projectId: params.projectId });
    return { status: 201, data: { ...entered, known: known === undefined ? null : shownEntry(known) } };
  }),
];

function shownEntry(entry: FeedbackEntry): calls.SimilarEntry {
  const { subjectId, title, status, votes } = entry;
  return { subjectId, title, status, votes, path: entryPath(entry) };
}
