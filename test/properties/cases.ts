/** How many cases a slow property tries: in `npm run test:full` all of them, else a tenth. */
export function countCases(all: number): number {
  return process.env.FULL === undefined ? Math.ceil(all / 10) : all;
}

/** How many race each other: in `npm run test:full` sixty-four. */
export const RACERS = process.env.FULL === undefined ? 20 : 64;

/** Of the ways in which one thing is tried, the next in turn: in `npm run test:full` all of them. */
export function inTurn<Way>(ways: readonly Way[], at: number): readonly Way[] {
  return process.env.FULL === undefined ? ways.slice(at % ways.length, (at % ways.length) + 1) : ways;
}
