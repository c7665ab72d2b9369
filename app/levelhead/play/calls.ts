import * as z from 'zod/mini';

import { accountBanned, noAccount } from '#app/accounts/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, keyMayNot, notAllowed } from '#app/current/problems.ts';
import { idempotencyHeaders, idempotencyProblems } from '#app/storage/idempotency.ts';
import { noCrate } from '#app/storage/problems.ts';

import { PlayerId } from '../player.ts';
import { noLevel } from '../problems.ts';
import { Attempt, AttemptResult } from './attempt.ts';
import { ExposedLevel, Exposure, Tip } from './gift.ts';
import { LevelChange, NewLevel, PublishedLevel } from './new-level.ts';
import { enoughToday, invalidPlay, notInMarketing, notTheirLevel, ownLevel } from './problems.ts';

const SERVER = [badCredentials, notAllowed, keyMayNot, accountBanned, noAccount, noCrate];
const levelParams = z.object({ levelId: z.string() });
const onceHeaders = z.object(idempotencyHeaders);

export const publishLevel = call({
  id: 'levelhead.publishLevel',
  method: 'POST',
  path: '/api/levelhead/levels',
  least: 'staff',
  summary:
    'A game’s server publishes a level of a player; it is in the Marketing Department from then on. `data` is the level as the game writes it, in base64; the game finds it as the item level-data:{levelId} of the crate.',
  headers: onceHeaders,
  body: { json: NewLevel, refusal: invalidPlay },
  success: [{ status: 201, description: 'The level, with the id that players share.', data: PublishedLevel }],
  problems: [...SERVER, invalidPlay, enoughToday, ...idempotencyProblems],
  byApp: 'levelhead:write',
});

export const changeLevel = call({
  id: 'levelhead.changeLevel',
  method: 'PATCH',
  path: '/api/levelhead/levels/{levelId}',
  least: 'staff',
  summary:
    'A game’s server changes a level of the player, or takes it off the lists and puts it back by `unlisted`. What is left out stays.',
  params: levelParams,
  body: { json: LevelChange, refusal: invalidPlay },
  success: [{ status: 204, description: 'It is changed.' }],
  problems: [...SERVER, invalidPlay, noLevel, notTheirLevel],
  byApp: 'levelhead:write',
  instead: 'Levels are asked for by their ids: GET /api/levelhead/levels?levelIds={levelId}',
});

export const deleteLevel = call({
  id: 'levelhead.deleteLevel',
  method: 'DELETE',
  path: '/api/levelhead/levels/{levelId}',
  least: 'staff',
  summary: 'A game’s server deletes a level of the player; staff can bring it back for 30 days.',
  params: levelParams,
  query: z.object({ userId: PlayerId }),
  success: [{ status: 204, description: 'It is gone.' }],
  problems: [...SERVER, noLevel, notTheirLevel],
  byApp: 'levelhead:write',
});

export const submitAttempt = call({
  id: 'levelhead.submitAttempt',
  method: 'POST',
  path: '/api/levelhead/levels/{levelId}/attempts',
  least: 'staff',
  summary:
    'A game’s server tells of one sitting of a player at somebody else’s level. Its figures and records follow at once; of equal records the earliest stays.',
  params: levelParams,
  headers: onceHeaders,
  body: { json: Attempt, refusal: invalidPlay },
  success: [{ status: 200, description: 'The best of the level, as it stands now.', data: AttemptResult }],
  problems: [...SERVER, invalidPlay, noLevel, ownLevel, enoughToday, ...idempotencyProblems],
  byApp: 'levelhead:records',
});

export const tipLevel = call({
  id: 'levelhead.tipLevel',
  method: 'POST',
  path: '/api/levelhead/levels/{levelId}/tips',
  least: 'staff',
  summary: 'A game’s server gives bucks of a player to the creator of a level, which is exposed by as many.',
  params: levelParams,
  headers: onceHeaders,
  body: { json: Tip, refusal: invalidPlay },
  success: [{ status: 200, description: 'What the level has now.', data: ExposedLevel }],
  problems: [...SERVER, invalidPlay, noLevel, ownLevel, enoughToday, ...idempotencyProblems],
  byApp: 'levelhead:stats',
});

export const exposeLevel = call({
  id: 'levelhead.exposeLevel',
  method: 'POST',
  path: '/api/levelhead/levels/{levelId}/exposures',
  least: 'staff',
  summary: 'A game’s server spends bucks of a player, so that more people see a level of the Marketing Department.',
  params: levelParams,
  headers: onceHeaders,
  body: { json: Exposure, refusal: invalidPlay },
  success: [{ status: 200, description: 'What the level has now.', data: ExposedLevel }],
  problems: [...SERVER, invalidPlay, noLevel, notInMarketing, enoughToday, ...idempotencyProblems],
  byApp: 'levelhead:stats',
});
