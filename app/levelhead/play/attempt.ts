import * as z from 'zod/mini';

import { RecordName } from '../level.ts';
import { PlayerId } from '../player.ts';
import { MAX_ATTEMPTS, MAX_PLAY_SECONDS, MAX_SCORE, MIN_WIN_SECONDS, findImpossible } from '../rules/play.ts';

/** Of one sitting: how often somebody tried, and how it ended. Times are in seconds. */
export const Attempt = z
  .object({
    userId: PlayerId,
    outcome: z.enum(['won', 'lost']),
    attempts: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_ATTEMPTS)), 1),
    /** Of all attempts together. */
    playTime: z.number().check(z.minimum(0), z.maximum(MAX_PLAY_SECONDS)),
    /** Of the attempt that beat the level. */
    time: z.optional(z.number().check(z.minimum(MIN_WIN_SECONDS), z.maximum(MAX_PLAY_SECONDS))),
    score: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SCORE))),
  })
  .check((context) => {
    for (const [field, message] of Object.entries(findImpossible(context.value))) {
      context.issues.push({ code: 'custom', message, path: [field], input: context.value });
    }
  });
export type Attempt = z.output<typeof Attempt>;

const HeldRecord = z.object({ userId: z.string(), value: z.number() });

export const AttemptResult = z.object({
  /** They had not beaten it before. */
  isFirstWin: z.boolean(),
  records: z.record(z.string(), HeldRecord),
  holds: z.array(RecordName),
});
export type AttemptResult = z.output<typeof AttemptResult>;
