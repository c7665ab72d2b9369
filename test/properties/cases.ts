/** How many cases a slow property tries: in `npm run test:full` all of them, else a tenth. */
export function countCases(all: number): number {
  return process.env.FULL === undefined ? Math.ceil(all / 10) : all;
}
