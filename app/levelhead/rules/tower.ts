import type { Reception } from './figures.ts';

/** What the Marketing Department wants before a level moves into the Tower; rates are shares of players and of attempts. */
export const GRADUATION_BUCKS = 1200;
export const GRADUATION_PLAYERS = 7;
export const GRADUATION_APPROVAL = 0.08;
export const GRADUATION_CLEAR_RATE = 0.002;

/** A level starts with these, and each player who tries it brings some more. */
export const FIRST_BUCKS = 100;
export const BUCKS_PER_PLAYER = 150;

/** Of what a level has in the Marketing Department, each day so much is forgotten. */
export const EXPOSURE_LOSS = 0.04;

interface GraduationStep {
  readonly of: 'exposureBucks' | 'players' | 'approval' | 'clearRate';
  readonly has: number;
  readonly wants: number;
  readonly isMet: boolean;
}

/** Each thing that a level needs for the Tower, and how far it is: enough people have seen it, liked it, and beaten it. */
function graduationSteps(exposureBucks: number, reception: Reception & { successes: number }): GraduationStep[] {
  const { players, likes, favorites, attempts, successes } = reception;
  const share = (some: number, all: number) => (all === 0 ? 0 : some / all);
  const steps = [
    ['exposureBucks', exposureBucks, GRADUATION_BUCKS],
    ['players', players, GRADUATION_PLAYERS],
    ['approval', share(likes + favorites, players), GRADUATION_APPROVAL],
    ['clearRate', share(successes, attempts), GRADUATION_CLEAR_RATE],
  ] as const;
  return steps.map(([of, has, wants]) => ({ of, has, wants, isMet: has >= wants }));
}

export function measureGraduation(stats: Readonly<Record<string, number>>): GraduationStep[] {
  const { Players: players = 0, Likes: likes = 0, Favorites: favorites = 0, ExposureBucks = 0 } = stats;
  const { Attempts: attempts = 0, Successes: successes = 0 } = stats;
  return graduationSteps(ExposureBucks, { players, likes, favorites, attempts, successes });
}

export function mayGraduate(exposureBucks: number, reception: Reception & { successes: number }): boolean {
  return graduationSteps(exposureBucks, reception).every(({ isMet }) => isMet);
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
