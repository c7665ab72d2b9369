import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { dropDatasetRows } from './datasets.server.ts';

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
  expect(words).toMatch(/Rows 4 Sum 1,060 Middle 25 /);
  expect(words).toMatch(/bog Rows 3 Sum 60 Middle 20 /);
  expect(words).toContain('&lt;b&gt;savanna');
  expect(await page(`${PATH}/runs?field=none&tag='&days=x`)).toContain('Rows 4');
  expect(await page(PATH)).toMatch(/runs .* tower .* seconds, biome .* 4 .* 10/);
});

test.each([
  [[{ seconds: '10' }], 'data.0.seconds'],
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

test('rows go after 90 days, and with their data set', async () => {
  site.advanceClock(91 * DAY_MS);
  await dropDatasetRows(systemCurrent(site.parts));
  expect(await site.parts.db.query(sql`select from telemetry_dataset_rows`)).toEqual([]);
  await tell([{ seconds: 5 }]);
  await site.parts.db.query(sql`delete from telemetry_datasets`);
  expect(await site.parts.db.query(sql`select from telemetry_dataset_rows`)).toEqual([]);
});
