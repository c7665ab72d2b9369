import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { answerOnce, runIdempotently } from '#app/storage/idempotency.server.ts';

import { inTurn, submitAttempt } from './attempts.server.ts';
import * as calls from './calls.ts';
import { exposeLevel, tipLevel } from './gifts.server.ts';
import { changeLevel, deleteLevel, publishLevel } from './publications.server.ts';

const PLAY = { audit: 'level.play', unaudited: 'The server of a game tells hundreds a second.' };

export const playAnswers: SiteAnswer[] = [
  answerOnce(
    calls.publishLevel,
    async (current: Current, { body }) => ({
      status: 201,
      data: await publishLevel(current, body),
    }),
    {
      ...PLAY,
      headers: { 'Idempotency-Key': 'upload-8f31' },
      body: {
        userId: 'pl4yer',
        title: 'Night Shift at the Spring Factory',
        tags: ['ltag_boss'],
        requiredPlayers: 1,
        avatarId: 'bureau-employee',
        creatorTime: 1131.4,
        gameVersion: '1.20.4',
        locale: 'en-US',
        content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
        data: 'SGVsbG8gd29ybGQ=',
      },
    },
  ),
  answer(
    calls.changeLevel,
    async (current: Current, { params, body }) => {
      await changeLevel(current, params.levelId, body);
      return { status: 204 };
    },
    { ...PLAY, body: { userId: 'pl4yer', title: 'Night Shift, Revisited', unlisted: false } },
  ),
  answer(
    calls.deleteLevel,
    async (current: Current, { params, query }) => {
      await deleteLevel(current, params.levelId, query.userId);
      return { status: 204 };
    },
    { ...PLAY, query: { userId: 'pl4yer' } },
  ),
  answer(
    calls.submitAttempt,
    (current: Current, { params, body, request }) =>
      inTurn(current, params.levelId, () =>
        runIdempotently(current, request, body, async (current) => ({
          data: await submitAttempt(current, params.levelId, body),
        })),
      ),
    {
      ...PLAY,
      headers: { 'Idempotency-Key': 'sitting-51c0' },
      body: { userId: 'pl4yer', outcome: 'won', attempts: 3, playTime: 190.5, time: 61.64, score: 12400 },
    },
  ),
  answerOnce(
    calls.tipLevel,
    async (current: Current, { params, body }) => ({
      data: await tipLevel(current, params.levelId, body),
    }),
    { ...PLAY, headers: { 'Idempotency-Key': 'tip-77d2' }, body: { userId: 'pl4yer', bucks: 25 } },
  ),
  answerOnce(
    calls.exposeLevel,
    async (current: Current, { params, body }) => ({
      data: await exposeLevel(current, params.levelId, body),
    }),
    { ...PLAY, headers: { 'Idempotency-Key': 'exposure-09ab' }, body: { userId: 'pl4yer', bucks: 100 } },
  ),
];
