import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { createAppKey, listAppKeys, revokeAppKey, rotateAppKey } from './app-keys.server.ts';
import * as calls from './calls.ts';

export const appAnswers: Answer<Current>[] = [
  answer(calls.listAppKeys, async (current: Current, { query }) => ({
    data: await listAppKeys(current, query.appId),
  })),
  answer(
    calls.createAppKey,
    async (current: Current, { body }) => ({
      status: 201,
      data: await createAppKey(current, body),
    }),
    {
      body: {
        appId: 'levelhead',
        name: 'Server in Frankfurt',
        scopes: [{ crateId: 'public-library', may: ['read', 'stats'] }],
        days: 30,
      },
    },
  ),
  answer(
    calls.rotateAppKey,
    async (current: Current, { params, body }) => ({
      status: 201,
      data: await rotateAppKey(current, params.keyId, body.overlapHours),
    }),
    { body: { overlapHours: 24 } },
  ),
  answer(calls.revokeAppKey, async (current: Current, { params }) => {
    await revokeAppKey(current, params.keyId);
    return { status: 204 };
  }),
];
