import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';

import { telemetryJobs } from './jobs.server.ts';
import { PATHS } from './limits.ts';

const site = useTestSite();
const DAY_MS = 86_400_000;
const TABLES = ['page_views', 'errors', 'error_counts', 'row_counts', 'event_ids', 'salts'].concat([
  'days',
  'page_view_days',
  'error_days',
]);

beforeEach(async () => {
  const next = new Date(site.parts.now().getTime() + 200 * DAY_MS);
  site.clock.now = new Date(next.toISOString().slice(0, 10));
  await truncate();
});

const truncate = () =>
  site.parts.db.query(sql.raw(`truncate ${TABLES.map((table) => `telemetry_${table}`).join(', ')}`));

async function run(...names: string[]): Promise<void> {
  for (const job of telemetryJobs(() => systemCurrent(site.parts), findStaffIds)) {
    if (names.includes(job.name.replace('telemetry:', ''))) await job.run({});
  }
}

async function send(path: string, event: object, browser = 'Firefox'): Promise<void> {
  const body = { data: [{ '@time': site.clock.now.toISOString(), ...event }] };
  const headers = { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${browser}` };
  const { status } = await site.ask(undefined, path, { method: 'POST', body, headers });
  expect(status).toBe(202);
}

const look = (url: string, browser?: string) => send(PATHS.pageViews, { url }, browser);
const rowsOf = (table: string, order = '1') =>
  site.parts.db.query<Record<string, unknown>>(sql.raw(`select * from telemetry_${table} order by ${order}`));
const partitions = async () => {
  const rows = await site.parts.db.query<{ name: string }>(
    sql`select relname as name from pg_class where relispartition and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe('a visitor', () => {
  test('has one hash all day and another the next, and the salt is deleted', async () => {
    await look('/a');
    site.advanceClock(DAY_MS - 1);
    await look('/b');
    await look('/b', 'Chrome');
    const [salt] = await rowsOf('salts');
    site.advanceClock(1);
    await look('/c');
    const [first, second, third, fourth] = (await rowsOf('page_views', 'id')).map(({ visitor }) => String(visitor));
    expect(first).toBe(second);
    expect(new Set([first, third, fourth]).size).toBe(3);
    const salts = await rowsOf('salts');
    expect(salts).toHaveLength(1);
    expect(salts[0]?.salt).not.toEqual(salt?.salt);
  });

  test('is one of 64 at an address, however often a browser changes what it says', async () => {
    const body = { data: [{ url: '/a', '@time': site.clock.now.toISOString() }] };
    const names = Array.from({ length: 300 }, (_, at) => `Mozilla/5.0 (X11; Linux x86_64) Firefox/${at}`);
    await Promise.all(
      names.map((name) =>
        site.ask(undefined, PATHS.pageViews, { method: 'POST', body, headers: { 'user-agent': name } }),
      ),
    );
    const visitors = new Set((await rowsOf('page_views')).map(({ visitor }) => String(visitor)));
    expect([visitors.size > 32, visitors.size <= 64]).toEqual([true, true]);
  });

  test('has no salt left after the day, also without a request', async () => {
    await look('/a');
    site.advanceClock(DAY_MS);
    await run('destroySalts');
    expect(await rowsOf('salts')).toEqual([]);
  });

  test('has the same hash in every process', async () => {
    const beside = await site.openBeside();
    await look('/a');
    const body = { data: [{ url: '/a', '@time': site.clock.now.toISOString() }] };
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox' };
    expect((await beside.ask(undefined, PATHS.pageViews, { method: 'POST', body, headers })).status).toBe(202);
    await beside.close();
    expect(new Set((await rowsOf('page_views')).map(({ visitor }) => String(visitor))).size).toBe(1);
  });
});

describe('raw rows', () => {
  test('are stored in partitions of a month, created ahead or with the first row', async () => {
    const month = site.clock.now.toISOString().slice(0, 7).replace('-', '_');
    await Promise.all([look('/a'), look('/b')]);
    expect(await partitions()).toContain(`telemetry_page_views_${month}`);
    expect(await rowsOf('page_views')).toHaveLength(2);
    const before = await partitions();
    await run('openMonths');
    expect((await partitions()).length).toBe(before.length + 1);
    await run('openMonths');
    expect((await partitions()).length).toBe(before.length + 1);
  });

  test('are deleted after 90 days, and their sums stay', async () => {
    await look('/old');
    await send(PATHS.errors, { message: 'old', '@id': crypto.randomUUID() });
    site.advanceClock(DAY_MS);
    await look('/young');
    await run('rollUp', 'openMonths');
    site.advanceClock(90 * DAY_MS - DAY_MS);
    await run('dropOld');
    expect(await rowsOf('page_views')).toHaveLength(2);
    site.advanceClock(1);
    await run('dropOld');
    expect((await rowsOf('page_views')).map(({ url }) => url)).toEqual(['/young']);
    expect([await rowsOf('errors'), await rowsOf('event_ids')]).toEqual([[], []]);
    site.advanceClock(60 * DAY_MS);
    await run('dropOld', 'rollUp');
    expect(await partitions()).toEqual([]);
    expect([await rowsOf('error_counts'), await rowsOf('row_counts')]).toEqual([[], []]);
    expect((await rowsOf('page_view_days')).map(({ path }) => path)).toEqual(['/old', '/young']);
  });
});

describe('sums of days', () => {
  const paths = ['/', '/games', '/games/levelhead', '/blog'];
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ look: fc.constantFrom(...paths), by: fc.constantFrom('Firefox', 'bot', 'Opera') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ fail: fc.constantFrom('No chest', 'No key'), by: fc.constantFrom('Opera', 'bot') }),
    },
    { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 30 * 3_600_000 }) }) },
    { weight: 2, arbitrary: fc.constant('roll up' as const) },
  );

  test('equal a recount, however often and whenever the job runs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const views = new Map<string, string[]>();
        const errors = new Map<string, number>();
        for (const one of steps) {
          const day = site.clock.now.toISOString().slice(0, 10);
          if (one === 'roll up') await run('rollUp');
          else if ('wait' in one) site.advanceClock(one.wait);
          else if ('look' in one) {
            await look(one.look, one.by);
            for (const key of [`${day} ${one.by === 'bot'} ${one.look}`, `${day} ${one.by === 'bot'}`]) {
              views.set(key, [...(views.get(key) ?? []), one.by]);
            }
          } else {
            await send(PATHS.errors, { message: one.fail }, one.by);
            const key = `${day} ${one.by === 'bot'} ${one.fail}`;
            errors.set(key, (errors.get(key) ?? 0) + 1);
          }
        }
        await run('rollUp');
        await run('rollUp');
        expect(await sums()).toEqual({
          views: Object.fromEntries([...views].map(([key, by]) => [key, [by.length, new Set(by).size]])),
          errors: Object.fromEntries(errors),
        });
        site.advanceClock(3 * DAY_MS);
        await run('rollUp');
        await truncate();
      }),
      { seed: 20_261_121, numRuns: countCases(15) },
    );
  });

  async function sums() {
    const dayOf = (row: Record<string, unknown>) => `${String(row.date)} ${String(row.bot)}`;
    const read = (statement: Sql) => site.parts.db.query<Record<string, unknown>>(statement);
    const day = sql`to_char(day, 'YYYY-MM-DD') as date, bot`;
    const byPath = await read(sql`select ${day}, path, views, visitors from telemetry_page_view_days`);
    const byDay = await read(sql`select ${day}, views, visitors from telemetry_days where views > 0`);
    const byError = await read(sql`select ${day}, message, errors from telemetry_error_days`);
    const named = (row: Record<string, unknown>) => [Number(row.views), Number(row.visitors)];
    return {
      views: Object.fromEntries([
        ...byPath.map((row) => [`${dayOf(row)} ${String(row.path)}`, named(row)] as const),
        ...byDay.map((row) => [dayOf(row), named(row)] as const),
      ]),
      errors: Object.fromEntries(byError.map((row) => [`${dayOf(row)} ${String(row.message)}`, Number(row.errors)])),
    };
  }

  test('are final an hour after the day, and not made again', async () => {
    await look('/a');
    await run('rollUp');
    site.advanceClock(DAY_MS + 3_600_000 - 1);
    await run('rollUp');
    expect((await rowsOf('days', 'day, bot')).map(({ final }) => final)).toEqual([false, false, false, false]);
    site.advanceClock(1);
    await run('rollUp');
    expect((await rowsOf('days', 'day, bot')).map(({ final }) => final)).toEqual([true, true, false, false]);
    await site.parts.db.query(sql`update telemetry_page_view_days set views = 77`);
    await run('rollUp');
    expect((await rowsOf('page_view_days')).map(({ views }) => views)).toEqual(['77']);
  });
});
