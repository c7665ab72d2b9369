import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import type { AskedAppKey, CreatedAppKey } from './app-key.ts';
import { listAppKeys, revokeAppKey } from './app-keys.server.ts';
import * as calls from './calls.ts';
import { createAppKey, rotateAppKey } from './new-keys.server.ts';

const toReply = (made: CreatedAppKey | AskedAppKey) => ({ status: 'approvalId' in made ? 202 : 201, data: made });

/** What forms of the console do too. */
export const APP_KEY_ANSWERS = {
  create: answer(calls.createAppKey, async (current: Current, { body }) => toReply(await createAppKey(current, body)), {
    audit: ['appKey.create', 'app.create', 'approval.ask'],
    body: {
      appId: 'levelhead',
      name: 'Server in Frankfurt',
      scopes: [{ crateId: 'public-library', may: ['read', 'stats'] }],
      days: 30,
    },
  }),
  rotate: answer(
    calls.rotateAppKey,
    async (current: Current, { params, body }) => toReply(await rotateAppKey(current, params.keyId, body.overlapHours)),
    { audit: ['appKey.rotate', 'approval.ask'], body: { overlapHours: 24 } },
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
