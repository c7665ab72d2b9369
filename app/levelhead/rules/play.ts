/** What nobody does in one day of UTC. Bucks are those that a player gives away. */
export const DAILY_LIMITS = { played: 20_000, tipped: 5000, exposed: 10_000, published: 50 } as const;

/** Seconds: nobody reaches a goal sooner than this, and no sitting at one level is longer. */
export const MIN_WIN_SECONDS = 0.5;
export const MAX_PLAY_SECONDS = 86_400;
export const MAX_ATTEMPTS = 1000;
export const MAX_SCORE = 99_999_999;

export const MAX_TIP = 1000;
export const MAX_EXPOSURE = 5000;

interface PlayedAttempts {
  readonly attempts: number;
  readonly playTime: number;
  readonly outcome: 'won' | 'lost';
  readonly time?: number | undefined;
  readonly score?: number | undefined;
}

/** What no player can have done, as a sentence by field. */
export function findImpossible({ attempts, playTime, outcome, time, score }: PlayedAttempts): Record<string, string> {
  const faults: Record<string, string> = {};
  if (outcome === 'lost' && time !== undefined) faults.time = 'only of a level that was beaten';
  if (outcome === 'lost' && score !== undefined) faults.score = 'only of a level that was beaten';
  if (time !== undefined && time > playTime) faults.time = 'at most as long as all attempts together';
  if (playTime < attempts * MIN_TRY_SECONDS) faults.playTime = `at least ${MIN_TRY_SECONDS} seconds for each attempt`;
  return faults;
}

/** Even who falls into the first pit has seen it for so long. */
const MIN_TRY_SECONDS = 0.1;
