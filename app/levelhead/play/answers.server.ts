import type { Current } from '#app/current/current.server.ts';
import { answerOnce, runIdempotently } from '#app/storage/idempotency.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { inTurn, submitAttempt } from './attempts.server.ts';
import * as calls from './calls.ts';
import { exposeLevel, tipLevel } from './gifts.server.ts';
import { changeLevel, deleteLevel, publishLevel } from './publications.server.ts';

export const playAnswers: Answer<Current>[] = [
  answerOnce(calls.publishLevel, async (current: Current, { body }) => ({
    status: 201,
    data: await publishLevel(current, body),
  })),
  answer(calls.changeLevel, async (current: Current, { params, body }) => {
    await changeLevel(current, params.levelId, body);
    return { status: 204 };
  }),
  answer(calls.deleteLevel, async (current: Current, { params, query }) => {
    await deleteLevel(current, params.levelId, query.userId);
    return { status: 204 };
  }),
  answer(calls.submitAttempt, (current: Current, { params, body, request }) =>
    inTurn(current, params.levelId, () =>
      runIdempotently(current, request, body, async (current) => ({
        data: await submitAttempt(current, params.levelId, body),
      })),
    ),
  ),
  answerOnce(calls.tipLevel, async (current: Current, { params, body }) => ({
    data: await tipLevel(current, params.levelId, body),
  })),
  answerOnce(calls.exposeLevel, async (current: Current, { params, body }) => ({
    data: await exposeLevel(current, params.levelId, body),
  })),
];
