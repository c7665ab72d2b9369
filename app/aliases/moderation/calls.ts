import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { AliasContext, AliasUser, MAX_BODY } from '../alias.ts';
import { RULES, noAlias, noContext, taken } from '../problems.ts';
import { Decision, NewDecision, NewReport, QueueEntry, QueueQuery } from './moderation.ts';
import {
  alreadyDecided,
  changedMeanwhile,
  foreignCursor,
  noDecision,
  notUndoable,
  ownAlias,
  reasonRequired,
} from './problems.ts';

const params = z.object({ context: AliasContext, userId: AliasUser });

export const reportAlias = call({
  id: 'aliases.reportAlias',
  method: 'POST',
  path: '/api/aliases/contexts/{context}/users/{userId}/reports',
  least: 'authenticated',
  summary: 'Reports somebody’s name, once for each reporter and name; again changes nothing.',
  params,
  body: { json: NewReport, maxBytes: MAX_BODY },
  success: [{ status: 204, description: 'Moderators will see it.' }],
  problems: [badCredentials, ownAlias, noContext, noAlias],
});

export const findQueue = call({
  id: 'aliases.findQueue',
  method: 'GET',
  path: '/api/aliases/moderation',
  least: 'staff',
  summary: 'The names that wait for a moderator, the longest waiting first; or those of one user. Link goes on.',
  query: QueueQuery,
  success: [{ status: 200, description: 'The names, with what helps to judge them.', data: z.array(QueueEntry) }],
  problems: [badCredentials, notAllowed, foreignCursor],
});

export const decideAlias = call({
  id: 'aliases.decideAlias',
  method: 'POST',
  path: '/api/aliases/contexts/{context}/users/{userId}/decisions',
  least: 'staff',
  summary:
    'Approves, denies, replaces or whitelists a name: with If-Match whatever its state, else only while it waits for it.',
  params,
  headers: z.object({ 'if-match': z.optional(z.string()) }),
  body: { json: NewDecision, maxBytes: MAX_BODY },
  success: [{ status: 201, description: 'The decision.', data: Decision }],
  problems: [
    badCredentials,
    notAllowed,
    ownAlias,
    noContext,
    noAlias,
    reasonRequired,
    ...RULES,
    taken,
    alreadyDecided,
    changedMeanwhile,
  ],
});

export const undoDecision = call({
  id: 'aliases.undoDecision',
  method: 'POST',
  path: '/api/aliases/moderation/{decisionId}/undo',
  least: 'staff',
  summary: 'Takes a decision back, unless the name has changed since.',
  params: z.object({ decisionId: z.string() }),
  success: [{ status: 204, description: 'All is as it was before.' }],
  problems: [badCredentials, notAllowed, ownAlias, noDecision, notUndoable],
});
