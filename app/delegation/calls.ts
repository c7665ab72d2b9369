import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, proofRequired } from '#app/current/problems.ts';

import { CreatedKey, ListedKey, NewKey, OwnKey } from './key.ts';
import { invalidNewKey, malformedKey, noKey, tooManyKeys } from './problems.ts';

export const getOwnKey = call({
  id: 'delegation.getOwnKey',
  method: 'GET',
  path: '/api/delegation/keys/@this',
  least: 'authenticated',
  summary: 'The key that asks: whose it is, what it may do and until when.',
  success: [{ status: 200, description: 'The key.', data: OwnKey }],
  problems: [malformedKey],
  byKey: true,
});

export const KeyOption = z.object({ id: z.string(), name: z.string(), description: z.string() });

export const listOptions = call({
  id: 'delegation.listOptions',
  method: 'GET',
  path: '/api/delegation/options',
  least: 'public',
  summary: 'What a key may be allowed, told in the locale of the asker.',
  success: [
    {
      status: 200,
      description: 'The permissions.',
      data: z.array(KeyOption),
    },
  ],
  problems: [],
});

export const listKeys = call({
  id: 'delegation.listKeys',
  method: 'GET',
  path: '/api/delegation/keys',
  least: 'authenticated',
  summary: 'One’s own keys, the newest first.',
  success: [{ status: 200, description: 'The keys.', data: z.array(ListedKey) }],
  problems: [badCredentials],
});

export const createKey = call({
  id: 'delegation.createKey',
  method: 'POST',
  path: '/api/delegation/keys',
  least: 'authenticated',
  summary: 'Makes a key. This answer is the only one that holds it. Needs a sign-in of the last 15 minutes.',
  body: { json: NewKey, refusal: invalidNewKey },
  success: [{ status: 201, description: 'The new key.', data: CreatedKey }],
  problems: [badCredentials, proofRequired, tooManyKeys],
});

export const revokeKey = call({
  id: 'delegation.revokeKey',
  method: 'DELETE',
  path: '/api/delegation/keys/{passId}',
  least: 'authenticated',
  summary: 'Ends one of one’s own keys.',
  params: z.object({ passId: z.string() }),
  success: [{ status: 204, description: 'It does not work any more.' }],
  problems: [badCredentials, noKey],
});
