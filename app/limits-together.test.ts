import { expect, test } from 'vitest';

import { limitFaults } from '#test/people/limits.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

const site = useTestSite({ LIMITS: '1' });
const SECOND = 1000;

test('four processes of the site admit 1,200 reads of one user a minute to within 2 percent, however they are spread', async () => {
  site.clock.now = new Date(Date.UTC(2030, 0, 1, 12, 0, 10));
  const processes = [site, await site.openBeside(), await site.openBeside(), await site.openBeside()];
  for (const shares of [
    [500, 500, 500, 500],
    [1300, 40, 40, 40],
    [300, 700, 300, 100],
  ]) {
    const answers = (await Promise.all(processes.map((process, at) => askOften(process, shares[at] ?? 0)))).flat();
    const admitted = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 429);
    expect(Math.abs(admitted - 1200), `${shares.join(', ')}: ${admitted}`).toBeLessThanOrEqual(24);
    expect(admitted + refused.length).toBe(answers.length);
    expect(new Set(refused.map(({ reset }) => reset))).toEqual(new Set(['50']));
    site.clock.now = new Date(site.clock.now.getTime() + 60 * SECOND);
  }
  for (const process of processes.slice(1)) await process.close();
});

/** Eight requests at a time. */
async function askOften(process: TestSite, count: number): Promise<{ status: number; reset: string | null }[]> {
  const answers: { status: number; reset: string | null }[] = [];
  while (answers.length < count) {
    const asked = Array.from({ length: Math.min(8, count - answers.length) }, () =>
      process.ask('player', '/api/version'),
    );
    for (const { status, headers } of await Promise.all(asked)) {
      expect(limitFaults(headers)).toEqual([]);
      answers.push({ status, reset: headers.get('retry-after') });
    }
  }
  return answers;
}
