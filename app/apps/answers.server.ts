import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { createAppKey, listAppKeys, revokeAppKey, rotateAppKey } from './app-keys.server.ts';
import * as calls from './calls.ts';

/** What forms of the console do too. */
export const APP_KEY_ANSWERS = {
  create: answer(
    calls.createAppKey,
    async (current: Current, { body }) => ({
      status: 201,
      data: await createAppKey(current, body),
    }),
    {
      audit: ['appKey.create', 'app.create'],
      body: {
        appId: 'levelhead',
        name: 'Server in Frankfurt',
        scopes: [{ crateId: 'public-library', may: ['read', 'stats'] }],
        days: 30,
      },
    },
  ),
  rotate: answer(
    calls.rotateAppKey,
    async (current: Current, { params, body }) => ({
      status: 201,
      data: await rotateAppKey(current, params.keyId, body.overlapHours),
    }),
    { audit: 'appKey.rotate', body: { overlapHours: 24 } },
  ),
  revoke: answer(
    calls.revokeAppKey,
    async (current: Current, { params }) => {
      await revokeAppKey(current, params.keyId);
      return { status: 204 };
    },
    { audit: 'appKey.revoke' },
  ),
};

export const appAnswers: SiteAnswer[] = [
  answer(calls.listAppKeys, async (current: Current, { query }) => ({
    data: await listAppKeys(current, query.appId),
  })),
  ...Object.values(APP_KEY_ANSWERS),
];
