import { describe, expect, test } from 'vitest';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { telemetrySender } from '#test/telemetry.ts';
import { openTestApp } from '#test/test-app.ts';

import { telemetryJobs } from './jobs.server.ts';
import { PATHS } from './limits.ts';
import { REMAINING_HEADER } from './reports.ts';
import type { StoredError } from './telemetry.ts';

const site = useTestSite();
const { view, error, sendViews, sendErrors } = telemetrySender(site);
const ORIGIN = 'http://localhost:8080';
const DAY_MS = 86_400_000;
const errorsOf = async (message: string) =>
  (await dataOf<StoredError[]>(await site.ask('staff', `${PATHS.errors}?limit=128`))).filter(
    (row) => row.message === message,
  );
const countRows = async () => {
  const [row] = await site.parts.db.query<{ views: number; counts: number; counted: number }>(sql`select
    (select count(*)::int from telemetry_page_views) as views,
    (select count(*)::int from telemetry_error_counts) as counts,
    (select coalesce(sum(rows), 0)::int from telemetry_row_counts) as counted`);
  return row ?? { views: 0, counts: 0, counted: 0 };
};

describe('equal errors', () => {
  const thrown = (hash: string, column: number) =>
    `Error: x\n    at open (${ORIGIN}/assets/chest-${hash}.js:1:${column})`;

  test('are one row with how often, when first and when last, whatever the context and moment', async () => {
    const since = site.parts.now().toISOString();
    const data = [
      error('No chest', { trace: thrown('CjFJRNcS', 120), context: 'one' }),
      error('No chest', { trace: thrown('CjFJRNcS', 120), context: 'other' }),
      error('No key', { trace: thrown('CjFJRNcS', 120) }),
    ];
    for (let turn = 0; turn < 3; turn += 1) expect((await sendErrors(data)).status).toBe(202);
    site.advanceClock(1000);
    await sendErrors([error('No chest', { trace: thrown('CjFJRNcS', 120) })], { address: '203.0.113.9' });
    const [row, ...more] = await errorsOf('No chest');
    expect(more).toEqual([]);
    expect(row).toMatchObject({ occurrences: 7, isBot: false, version: expect.stringMatching(/^\d/) });
    expect(Date.parse(row?.receivedAt ?? '') - Date.parse(row?.firstSeenAt ?? '')).toBeGreaterThanOrEqual(1000);
    expect((row?.firstSeenAt ?? '') >= since).toBe(true);
    expect(await errorsOf('No key')).toMatchObject([{ occurrences: 3 }]);
  });

  test('are counted once each, however many come at once and whichever process takes them', async () => {
    const beside = await site.openBeside();
    const doors = [openTestApp(site), openTestApp(beside)];
    const sent = Array.from({ length: 100 }, (_, at) =>
      sendErrors([error('At once', { '@id': crypto.randomUUID() })], { door: doors[at % 2] ?? openTestApp(site) }),
    );
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([202]));
    await beside.close();
    expect(await errorsOf('At once')).toMatchObject([{ occurrences: 100 }]);
    const [day] = await site.parts.db.query(sql`select occurrences from telemetry_error_counts
      where error_hash = (select error_hash from telemetry_errors where message = 'At once')`);
    expect(day).toEqual({ occurrences: '100' });
  });

  test('of an id that is known are not counted up', async () => {
    const once = error('Once', { '@id': crypto.randomUUID() });
    await sendErrors([once, once]);
    await sendErrors([once]);
    expect(await errorsOf('Once')).toMatchObject([{ occurrences: 1 }]);
  });
});

describe('what browsers tell is refused, and nothing of it is kept,', () => {
  test('beyond the rows of one address and day, which are told, and a row over a kilobyte is several', async () => {
    startDay();
    // A tenth of 10,000.
    const door = openTestApp(site, { LIMITS: '0.1' });
    const views = Array.from({ length: 50 }, (_, at) => view(`/flood${'/page'.repeat(180)}/${at}`));
    const left: (string | null)[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const response = await sendViews(views, { door, address: `2001:db8:1:2::${turn}` });
      left.push(response.headers.get(REMAINING_HEADER));
      site.advanceClock(61_000);
    }
    expect(left).toEqual(Array.from({ length: 10 }, (_, at) => String(900 - at * 100)));
    const before = await countRows();
    const refused = await sendViews([view('/flood')], { door, address: '2001:db8:1:2::1' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.headers.get('ratelimit')).toBe('"report.views";r=0;t=60');
    expect(await countRows()).toEqual(before);
    expect((await sendErrors([error('Still')], { door, address: '2001:db8:1:2::1' })).status).toBe(202);
    expect((await sendViews([view('/neighbour')], { door, address: '2001:db8:1:3::1' })).status).toBe(202);
    site.advanceClock(DAY_MS);
    expect((await sendViews(views, { door, address: '2001:db8:1:2::1' })).status).toBe(202);
  });

  test('beyond the rows that TELEMETRY_MAX_ROWS has room for, until older ones are gone', async () => {
    startDay();
    await site.parts.db.query(
      sql`truncate telemetry_page_views, telemetry_errors, telemetry_error_counts, telemetry_row_counts`,
    );
    const door = openTestApp(site, { TELEMETRY_MAX_ROWS: '10' });
    const tellViews = async (...views: object[]) => (await sendViews(views, { door })).status;
    const tellError = async (message: string) => (await sendErrors([error(message)], { door })).status;
    expect(await tellError('In a full house')).toBe(202);
    expect(await tellViews(...Array.from({ length: 6 }, () => view('/room')))).toBe(202);
    site.advanceClock(DAY_MS);
    expect(await tellError('In a full house')).toBe(202);
    expect(await tellViews(view('/last'))).toBe(202);
    expect(await countRows()).toEqual({ views: 7, counts: 2, counted: 10 });
    const kept = view('/kept', { '@id': crypto.randomUUID() });
    expect(await refusalOf(await sendViews([kept], { door }))).toEqual([
      429,
      'There is no room left for what browsers tell. Nothing of this was kept.',
    ]);
    expect([await tellError('New'), await tellError('In a full house')]).toEqual([429, 202]);
    expect(await errorsOf('In a full house')).toMatchObject([{ occurrences: 3 }]);
    expect(await countRows()).toEqual({ views: 7, counts: 2, counted: 10 });
    site.advanceClock(90 * DAY_MS);
    await telemetryJobs(() => systemCurrent(site.parts), findStaffIds)
      .find(({ name }) => name === 'telemetry:dropOld')
      ?.run({});
    expect([await tellViews(kept), await tellViews(kept)]).toEqual([202, 202]);
    expect(await countRows()).toEqual({ views: 2, counts: 0, counted: 3 });
  });

  test('beyond that bound also when several processes fill it at once', async () => {
    startDay();
    await site.parts.db.query(sql`truncate telemetry_page_views, telemetry_error_counts, telemetry_row_counts`);
    const beside = await site.openBeside();
    const doors = [site, beside].map((one) => openTestApp(one, { TELEMETRY_MAX_ROWS: '50' }));
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const sent = doors.map((door) =>
        sendViews(
          Array.from({ length: 4 }, () => view('/race')),
          { door },
        ),
      );
      statuses.push(...(await Promise.all(sent)).map(({ status }) => status));
    }
    await beside.close();
    const { views, counted } = await countRows();
    expect(statuses.filter((status) => status === 202)).toHaveLength(12);
    expect([views, counted]).toEqual([48, 48]);
  });
});

function startDay(): void {
  const next = new Date(site.parts.now().getTime() + DAY_MS);
  site.clock.now = new Date(next.toISOString().slice(0, 10));
}
