import * as z from 'zod/mini';

import { tooManyPending } from '#app/approvals/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed, proofRequired } from '#app/current/problems.ts';

import { AppId, AskedAppKey, CreatedAppKey, ListedAppKey, NewAppKey, Rotation } from './app-key.ts';
import { appKeyOver, invalidNewAppKey, noAppKey } from './problems.ts';

const params = z.object({ keyId: z.string() });

const NEW_KEY = [
  { status: 201, description: 'The new key.', data: CreatedAppKey },
  { status: 202, description: 'It works when a super user has confirmed it.', data: AskedAppKey },
] as const;

export const listAppKeys = call({
  id: 'apps.listAppKeys',
  method: 'GET',
  path: '/api/apps/keys',
  least: 'admin',
  summary: 'The keys that game servers send as Rumpus-App-Key, the newest first.',
  query: z.object({ appId: z.optional(AppId) }),
  success: [{ status: 200, description: 'The keys.', data: z.array(ListedAppKey) }],
  problems: [badCredentials, notAllowed],
});

export const createAppKey = call({
  id: 'apps.createAppKey',
  method: 'POST',
  path: '/api/apps/keys',
  least: 'admin',
  summary: 'Makes a key for the servers of an app. This answer is the only one that holds it.',
  body: { json: NewAppKey, refusal: invalidNewAppKey },
  success: NEW_KEY,
  problems: [badCredentials, notAllowed, proofRequired, tooManyPending],
});

export const rotateAppKey = call({
  id: 'apps.rotateAppKey',
  method: 'POST',
  path: '/api/apps/keys/{keyId}/rotations',
  least: 'admin',
  summary: 'Makes a key in the place of another, which goes on for `overlapHours`, 24 unless told.',
  params,
  body: { json: Rotation, refusal: invalidNewAppKey },
  success: NEW_KEY,
  problems: [badCredentials, notAllowed, proofRequired, noAppKey, appKeyOver, tooManyPending],
});

export const revokeAppKey = call({
  id: 'apps.revokeAppKey',
  method: 'DELETE',
  path: '/api/apps/keys/{keyId}',
  least: 'admin',
  summary: 'Ends a key at once.',
  params,
  success: [{ status: 204, description: 'It does not work any more.' }],
  problems: [badCredentials, notAllowed, noAppKey],
});
