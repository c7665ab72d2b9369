import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { dropDatasetRows, findChart, sumUpDatasets } from './dataset-sums.server.ts';

const site = useTestSite();
const PATH = '/admin/telemetry/datasets';
const DAY_MS = 86_400_000;
const keys: Record<string, string> = {};

async function makeKey(appId: string, crateId = 'telemetry'): Promise<string> {
  const body = { appId, name: 'Server', scopes: [{ crateId, may: ['write'] }], days: null };
  const answer = await site.ask('admin', '/api/apps/keys', { method: 'POST', body });
  expect(answer.status).toBe(201);
  return (await dataOf<{ key: string }>(answer)).key;
}

const create = (fields: Record<string, string> = {}) =>
  site.submit('admin', PATH, {
    intent: 'datasets.create',
    datasetId: 'runs',
    appId: 'tower',
    fields: 'seconds number\nbiome: tag',
    rowsPerDay: '10',
    ...fields,
  });
const tell = (data: unknown[], key = keys['tower'] ?? '', dataset = 'runs', to: TestSite = site) =>
  to.ask(undefined, `/api/telemetry/datasets/${dataset}`, {
    method: 'POST',
    body: { data },
    headers: { 'rumpus-app-key': key },
  });
const page = async (path: string) =>
  (await (await site.ask('staff', path)).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

beforeAll(async () => {
  for (const app of ['tower', 'other']) keys[app] = await makeKey(app);
  expect(await page(PATH)).toContain('No game tells anything.');
  expect((await create()).status).toBe(303);
});

test('rows of its game are kept, and shown by day and by tag, with the middle and the worst', async () => {
  const rows = [10, 20, 30, 1000].map((seconds, at) => ({ seconds, biome: at < 3 ? 'bog' : '<b>savanna</b>' }));
  expect((await tell(rows)).status).toBe(202);
  const words = await page(`${PATH}/runs?field=seconds&tag=biome&days=30`);
  expect(words).toMatch(/Rows 4 Sum 1,060 Mean 265 Least 10 Most 1,000 Middle 25 95 % 854/);
  expect(words).toMatch(/bog Rows 3 Sum 60 Mean 20 Least 10 Most 30 /);
  expect(words).toContain('&lt;b&gt;savanna');
  expect(await page(`${PATH}/runs?field=none&tag='&days=x`)).toContain('Rows 4');
  expect(await page(PATH)).toMatch(/runs .* tower .* seconds, biome .* 4 .* 10/);
});

test.each([
  [[{ seconds: '10' }], 'data.0.seconds'],
  [[{ seconds: 1e16 }], 'data.0.seconds'],
  [[{ seconds: -1e308 }], 'data.0.seconds'],
  [[{ constructor: 1 }], 'data.0.constructor'],
  [[{ toString: 'x' }], 'data.0.toString'],
  [[{ seconds: 1 }, { minutes: 1 }], 'data.1.minutes'],
  [[{ biome: 7 }], 'data.0.biome'],
  [[{ biome: 'x'.repeat(65) }], 'data.0.biome'],
  [[{ '@id': 'x' }], 'data.0.@id'],
  [[], 'data'],
  [Array.from({ length: 51 }, () => ({})), 'data'],
])('what is not of its shape is refused at its field, and nothing is kept: %j', async (data, field) => {
  const answer = await tell(data);
  expect(answer.status).toBe(400);
  const { fields = {} } = (await answer.json()) as { fields?: object };
  expect(Object.keys(fields)).toEqual([field]);
  expect(await site.parts.db.query(sql`select from telemetry_dataset_rows`)).toHaveLength(4);
});

test('only keys of its app that may write telemetry tell it', async () => {
  expect((await tell([{}], keys['other'])).status).toBe(404);
  expect((await tell([{}], await makeKey('tower', 'vault'))).status).toBe(403);
  expect((await tell([{}], keys['tower'], 'none')).status).toBe(404);
  const ask = (who: 'player' | undefined) =>
    site.ask(who, '/api/telemetry/datasets/runs', { method: 'POST', body: { data: [{}] } });
  expect([(await ask(undefined)).status, (await ask('player')).status]).toEqual([401, 403]);
});

test('a row with an id is kept once, and a day has no more rows than it may, whichever process takes them', async () => {
  site.advanceClock(DAY_MS);
  const once = { '@id': crypto.randomUUID(), seconds: 1 };
  for (let turn = 0; turn < 3; turn += 1) expect((await tell([once, once])).status).toBe(202);
  const beside = await site.openBeside();
  const sent = Array.from({ length: 12 }, (_, at) =>
    tell([{}, {}], keys['tower'], 'runs', at % 2 === 0 ? site : beside),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  await beside.close();
  expect(statuses.filter((status) => status === 202)).toHaveLength(4);
  expect(await refusalOf(await tell([{}, {}]))).toEqual([
    429,
    'This data set has all the rows that it may have today. Nothing of this was kept.',
  ]);
  const [row] = await site.parts.db.query(sql`select rows from telemetry_dataset_days order by day desc limit 1`);
  expect(row).toEqual({ rows: 9 });
  site.advanceClock(DAY_MS);
  expect((await tell([{}])).status).toBe(202);
});

test.each([
  ['a name that is taken', {}, 409, 'There is a data set with that name already.'],
  ['a name of the site’s own', { datasetId: 'rumpus_x' }, 400, 'Use lowercase letters'],
  ['a game that is not there', { datasetId: 'a', appId: 'nobody' }, 404, 'There is no app with that id.'],
  ['a field without a kind', { datasetId: 'a', fields: 'seconds' }, 400, 'One field a line'],
  ['two fields of one name', { datasetId: 'a', fields: 'a tag\na number' }, 400, 'One field a line'],
  ['no rows at all', { datasetId: 'a', rowsPerDay: '0' }, 400, 'A whole number from 1'],
])('%s is refused at its field', async (_, fields, status, words) => {
  const answer = await create(fields);
  expect([answer.status, (await answer.text()).includes(words)]).toEqual([status, true]);
});

describe('a day that is over', () => {
  const DATASET = 'endings';
  const rows = Array.from({ length: 30 }, (_, at) => ({ by: `foe ${at}`, score: at, constructor: 'x' }));
  const chart = (query: string) => page(`${PATH}/${DATASET}?${query}`);
  const count = async (table: Sql) => {
    const [row] = await site.parts.db.query<{ count: number }>(
      sql`select count(*)::int as count from ${table} where dataset_id = ${DATASET}`,
    );
    return row?.count;
  };
  const sumUp = (of: TestSite = site) => sumUpDatasets(systemCurrent(of.parts));
  /** What a page shows of each of its charts. */
  const charts = async () => {
    const queries = [
      '',
      'field=score',
      'tag=by',
      'field=score&tag=by',
      'days=365&field=score',
      'days=1825&tag=constructor',
    ];
    return Promise.all(queries.map(chart));
  };

  beforeAll(async () => {
    site.advanceClock(DAY_MS);
    const fields = 'by tag\nscore number\nconstructor tag';
    expect((await create({ datasetId: DATASET, fields, rowsPerDay: '1000' })).status).toBe(303);
    expect((await tell(rows, keys['tower'], DATASET)).status).toBe(202);
    expect((await tell([...rows.slice(0, 5), {}], keys['tower'], DATASET)).status).toBe(202);
  });

  test('is charted from its sums as from its rows, but for the values that few of them have', async () => {
    const before = await charts();
    expect(before[0]).toMatch(/Rows 36 /);
    expect(before[1]).toMatch(/Rows 35 Sum 445 Mean 12.714 Least 0 Most 29 Middle 12 95 % 27.3/);
    expect(before[3]).toMatch(/foe 0 Rows 2 Sum 0 .*All others Rows 10 /);
    await sumUp();
    expect(await count(sql`telemetry_dataset_sums`), 'today is not over').toBe(0);
    site.advanceClock(DAY_MS);
    const beside = await site.openBeside();
    await Promise.all([sumUp(), sumUp(beside), sumUp(), sumUp(beside)]);
    await beside.close();
    await site.parts.db.query(sql`delete from telemetry_dataset_rows where dataset_id = ${DATASET}`);
    const known = (words: string) => /By (?:day|month) .* How it’s told/.exec(words)?.[0];
    expect((await charts()).map(known)).toEqual(before.map(known));
    // With the number and without: of all, of 20 values and the rest, of the one value.
    expect(await count(sql`telemetry_dataset_sums`)).toBe(2 + 2 * 21 + 2 * 1);
  });

  test('is charted with the rows of today, and summed up again when it gets a row', async () => {
    await tell([{ score: 100, by: 'foe 0' }], keys['tower'], DATASET);
    expect(await chart('field=score&tag=by')).toMatch(/foe 0 Rows 3 Sum 100 /);
    const late = site.parts.now();
    site.advanceClock(DAY_MS);
    await sumUp();
    expect(await chart('field=score')).toMatch(/Rows 1 Sum 100 /);
    const later = site.parts.now();
    site.clock.now = late;
    await tell([{ score: 7 }], keys['tower'], DATASET);
    site.clock.now = later;
    expect(await chart('field=score')).toMatch(/Rows 2 Sum 107 /);
    await sumUp();
    expect(await chart('field=score')).toMatch(/Rows 2 Sum 107 /);
  });

  test('is summed up by whoever comes after one that was stopped in the middle', async () => {
    await tell([{ score: 1 }], keys['tower'], DATASET);
    site.advanceClock(DAY_MS);
    const sums = await count(sql`telemetry_dataset_sums`);
    await site.parts.db.query(
      sql.raw(`create function stop_sums() returns trigger language plpgsql as
      $$ begin raise exception 'stopped'; end $$`),
    );
    await site.parts.db.query(
      sql.raw(
        `create trigger stop_sums before update on telemetry_dataset_days for each row execute function stop_sums()`,
      ),
    );
    await expect(sumUp()).rejects.toThrow('stopped');
    expect(await count(sql`telemetry_dataset_sums`)).toBe(sums);
    await site.parts.db.query(sql.raw(`drop trigger stop_sums on telemetry_dataset_days`));
    await sumUp();
    expect(await count(sql`telemetry_dataset_sums`)).toBe((sums ?? 0) + 2);
  });

  test('loses its rows after 90 days once it is summed up, and keeps its sums for ever', async () => {
    await tell([{ score: 3 }], keys['tower'], DATASET);
    site.advanceClock(91 * DAY_MS);
    const current = systemCurrent(site.parts);
    await dropDatasetRows(current);
    expect(await count(sql`telemetry_dataset_rows`), 'not summed up yet').toBe(1);
    await sumUp();
    await dropDatasetRows(current);
    expect(await count(sql`telemetry_dataset_rows`)).toBe(0);
    const { steps } = await findChart(current, { datasetId: DATASET }, { span: 1825, field: 'score', tag: undefined });
    expect(steps.map(({ sum }) => sum)).toEqual([556]);
    await site.parts.db.query(sql`delete from telemetry_datasets where dataset_id = ${DATASET}`);
    expect(await count(sql`telemetry_dataset_sums`)).toBe(0);
  });
});
