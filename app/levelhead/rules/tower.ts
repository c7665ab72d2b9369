import type { Reception } from './figures.ts';

/** What the Marketing Department wants before a level moves into the Tower. */
export const GRADUATION_BUCKS = 1200;
export const GRADUATION_PLAYERS = 7;
export const GRADUATION_APPROVAL = 0.08;

/** A level starts with these, and each player who tries it brings some more. */
export const FIRST_BUCKS = 100;
export const BUCKS_PER_PLAYER = 150;

/** Whether a level has seen enough people, and enough of them liked it. */
export function mayGraduate(exposureBucks: number, { players, likes, favorites }: Reception): boolean {
  const approval = players === 0 ? 0 : (likes + favorites) / players;
  return exposureBucks >= GRADUATION_BUCKS && players >= GRADUATION_PLAYERS && approval >= GRADUATION_APPROVAL;
}

/** Each day of UTC a few levels of the Tower are played one after the other, against the clock. */
export const TRIAL_LEVELS = 4;

/** The trophy is for those who are a little slower than the best of each level together. */
const TROPHY_SLACK = 1.35;
const SECONDS_WITHOUT_RECORD = 90;

/** Seconds for all levels together. @param bests the fastest time of each, where there is one */
export function timeTrophyGoal(bests: readonly (number | undefined)[]): number {
  const sum = bests.reduce<number>((total, best) => total + (best ?? SECONDS_WITHOUT_RECORD), 0);
  return Math.round(sum * TROPHY_SLACK * 100) / 100;
}
