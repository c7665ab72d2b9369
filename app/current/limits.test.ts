import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { useTestSite } from '#test/site.ts';

import { requireWithinLimit } from './limits.server.ts';

const site = useTestSite({ LIMITS: '1' });
const DAY = Date.UTC(2030, 0, 1);
const MAILS = { name: 'mail', points: 3, seconds: 60, credit: 0 };

test('a deed beyond its rule is refused with 429, the rule and when to retry', async () => {
  site.clock.now = new Date(DAY + 48_000);
  const current = systemCurrent(site.parts);
  await requireWithinLimit(current, 'pip@example.com', MAILS);
  await requireWithinLimit(current, 'pip@example.com', MAILS, 2);
  const refusal = await refusalOf(requireWithinLimit(current, 'pip@example.com', MAILS));
  expect([refusal.status, refusal.message]).toEqual([429, "You've hit the request limit. Come back soon!"]);
  expect(refusal.details.headers).toEqual({
    'retry-after': '12',
    'x-rate-limit-limit': '3',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': '12',
    'ratelimit-policy': '"mail";q=3;w=60',
    ratelimit: '"mail";r=0;t=12',
  });
  expect(refusal.details.members).toMatchObject({ 'violated-policies': ['mail'] });
  await requireWithinLimit(current, 'pop@example.com', MAILS);
});

test('a rule of hours says to retry in a minute, because a client does nothing until then', async () => {
  site.clock.now = new Date(DAY + 3_600_000);
  const current = systemCurrent(site.parts);
  const rule = { ...MAILS, name: 'mail an hour', points: 1, seconds: 3600 };
  await requireWithinLimit(current, 'pip', rule);
  const { details } = await refusalOf(requireWithinLimit(current, 'pip', rule));
  expect(details.headers).toMatchObject({ 'retry-after': '60', 'x-rate-limit-reset': '60' });
});

test('the caller is stored as a hash only', async () => {
  const rows = await site.parts.db.query<{ caller: string }>(
    sql`select caller from limit_leases where rule like 'mail%'`,
  );
  expect(rows.map(({ caller }) => caller)).toContainEqual(expect.stringMatching(/^[\w-]{43}$/));
  expect(JSON.stringify(rows)).not.toMatch(/pip|pop/);
});

async function refusalOf(deed: Promise<void>): Promise<Problem> {
  const thrown = await deed.catch((problem: unknown) => problem);
  if (thrown instanceof Problem) return thrown;
  throw new Error('it was not refused');
}
