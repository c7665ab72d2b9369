import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import { enterFromGame } from './entries/from-game.server.ts';
import { findSimilar } from './entries/similar.server.ts';
import { entryPath } from './entry.ts';

export const feedbagAnswers: Answer<Current>[] = [
  answer(calls.findSimilarEntries, async (current: Current, { params, query }) => {
    const entries = await findSimilar(current, params.projectId, query.text);
    return {
      data: entries.map((entry) => {
        const { subjectId, title, status, votes } = entry;
        return { subjectId, title, status, votes, path: entryPath(entry) };
      }),
    };
  }),
  answer(calls.enterFromGame, async (current: Current, { params, body }) => ({
    status: 201,
    data: await enterFromGame(current, { ...body, projectId: params.projectId }),
  })),
];
