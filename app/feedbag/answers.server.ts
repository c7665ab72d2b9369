import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { findCrashOfGame } from './crashes/same-crash.server.ts';
import { enterFromGame } from './entries/from-game.server.ts';
import { findSimilar } from './entries/similar.server.ts';
import { entryPath } from './entry.ts';
import type { FeedbackEntry } from './entry.ts';

export const feedbagAnswers: SiteAnswer[] = [
  answer(
    calls.findSimilarEntries,
    async (current: Current, { params, query }) => {
      const entries = await findSimilar(current, params.projectId, query.text);
      return { data: entries.map(shownEntry) };
    },
    {
      params: { projectId: 'levelhead' },
      query: { text: 'Jumps by itself' },
    },
  ),
  answer(
    calls.findKnownCrash,
    async (current: Current, { params, body }) => {
      const known = await findCrashOfGame(current, { ...body, projectId: params.projectId });
      return { data: known === undefined ? null : shownEntry(known) };
    },
    {
      unaudited: 'Changes nothing.',
      params: { projectId: 'levelhead' },
      body: { userId: 'pl4yer', log: 'ERROR in action number 1\n at gml_Object_obj_fan_Step_0 (line 12)' },
    },
  ),
  answer(
    calls.enterFromGame,
    async (current: Current, { params, body }) => {
      const { known, ...entered } = await enterFromGame(current, { ...body, projectId: params.projectId });
      return { status: 201, data: { ...entered, known: known === undefined ? null : shownEntry(known) } };
    },
    {
      audit: 'feedback.enter',
      unaudited: 'What the server of a game hands in names its app.',
      params: { projectId: 'levelhead' },
      body: {
        userId: 'pl4yer',
        title: 'GR-18 jumps by itself',
        version: '1.20.4',
        tags: ['input'],
        body: 'It jumps whenever the lights flicker, in every level with a fan.',
      },
    },
  ),
];

function shownEntry(entry: FeedbackEntry): calls.SimilarEntry {
  const { subjectId, title, status, votes } = entry;
  return { subjectId, title, status, votes, path: entryPath(entry) };
}
