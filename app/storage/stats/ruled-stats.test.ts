import { beforeAll, describe, expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { StatsUpdate, ItemStats } from './stats.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => {
  crate = await createCrate(site, 'ruled', {
    ...OPEN_POLICY,
    stat: ['authenticated'],
    stats: {
      stars: { type: 'integer', min: 1, max: 5 },
      plays: { type: 'integer', maxChange: 1 },
      likes: { minInterval: 60 },
      grade: { write: ['owner', 'staff'] },
      votes: { write: [{ to: 'public', tags: ['poll', '-closed'] }] },
      sealed: { write: [] },
    },
    records: { Judged: { write: ['staff'] } },
  });
});

const patch = (itemId: string, body: StatsUpdate, who: CastName | 'nobody' = 'player') =>
  site.ask(who === 'nobody' ? undefined : who, `${crate}/items/${itemId}/stats`, { method: 'PATCH', body });
const batch = (updates: object[], who: CastName = 'player') =>
  site.ask(who, `${crate}/items/@batch/stats`, { method: 'PATCH', body: { updates } });
const read = async (itemId: string) => dataOf<Item>(await site.ask('staff', `${crate}/items/${itemId}`));
const problemOf = async (response: Response) => {
  const { status, message, fields } = (await response.json()) as { status: number; message: string; fields: object };
  return { status, message, fields };
};
const invalid = (fields: object) => ({ status: 400, message: 'Invalid Updates', fields });

describe('a change that breaks the rule of a stat is refused, with the limit by the name of the stat', () => {
  test.each<[update: StatsUpdate, fields: object]>([
    [{ setStats: { stars: 1.5 } }, { stars: 'type: a whole number' }],
    [{ changeStats: { stars: 6 } }, { stars: 'max: at most 5' }],
    [{ setStats: { stars: 0 } }, { stars: 'min: at least 1' }],
    [{ changeStats: { plays: 2 } }, { plays: 'maxChange: by at most 1' }],
    [{ changeStats: { plays: -2 } }, { plays: 'maxChange: by at most 1' }],
    [{ setStats: { plays: 2 } }, { plays: 'maxChange: by at most 1' }],
    [{ changeStats: { plays: 0.5 } }, { plays: 'type: a whole number' }],
    [{ changeStats: { stars: 9, plays: 9 } }, { stars: 'max: at most 5', plays: 'maxChange: by at most 1' }],
    [
      { setStats: { stars: 6 }, changeStats: { plays: 2 } },
      { stars: 'max: at most 5', plays: 'maxChange: by at most 1' },
    ],
  ])('%j', async (update, fields) => {
    const { itemId } = await createItem(site, crate, 'creator');
    expect(await problemOf(await patch(itemId, { ...update, submitRecords: { Score: 1 } }))).toEqual(invalid(fields));
    const { changeStats = {} } = update;
    expect(await problemOf(await patch(itemId, { ...update, changeStats: { ...changeStats, free: 1 } }))).toEqual(
      invalid(fields),
    );
    expect(await read(itemId)).toMatchObject({ stats: {}, records: {} });
  });

  test('minInterval refuses a second change by one user, not those by others or of other items', async () => {
    const [one, two] = [await createItem(site, crate, 'creator'), await createItem(site, crate, 'creator')];
    const like = { changeStats: { likes: 1 } };
    expect((await patch(one.itemId, like)).status).toBe(200);
    const early = { likes: 'minInterval: once in 60 seconds' };
    expect(await problemOf(await patch(one.itemId, like))).toEqual(invalid(early));
    expect(await problemOf(await patch(one.itemId, { setStats: { likes: 0 } }))).toEqual(invalid(early));
    expect((await patch(one.itemId, like, 'creator')).status).toBe(200);
    expect((await patch(two.itemId, like)).status).toBe(200);
    const later = new Date(site.parts.now().getTime() + 60_000);
    site.clock.now = later;
    expect((await patch(one.itemId, like)).status).toBe(200);
    expect((await read(one.itemId)).stats).toEqual({ likes: 3 });
  });
});

test('a value starts from 0 and may reach its limits, and a refused change starts no minInterval', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  expect((await patch(itemId, { changeStats: { likes: 1, plays: 2 } })).status).toBe(400);
  const change = { changeStats: { likes: 1, plays: 1, stars: 5, free: -1e300 } };
  const written = await dataOf<ItemStats>(await patch(itemId, change));
  expect(written.stats).toEqual({ likes: 1, plays: 1, stars: 5, free: -1e300 });
  expect((await patch(itemId, { changeStats: { stars: -4, plays: -1 } })).status).toBe(200);
  expect((await patch(itemId, { setStats: { stars: 5 } })).status).toBe(200);
  expect((await read(itemId)).stats).toEqual({ likes: 1, plays: 0, stars: 5, free: -1e300 });
});

test('a batch reports problems at each entry, and entries of one item are one change', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => createItem(site, crate, 'creator')));
  const [one, two, three, four] = made.map(({ itemId }) => ({ itemId }));
  const answer = await batch([
    { ...one, changeStats: { plays: 1 } },
    { ...two, changeStats: { plays: 1, stars: 9 } },
    { ...three, changeStats: { plays: 1 } },
    { ...three, changeStats: { plays: 1, other: 1 } },
    { ...four, changeStats: { grade: 1, other: 1 } },
    { name: 'nobody', changeStats: { plays: 1 } },
  ]);
  expect(answer.status).toBe(200);
  expect(await dataOf(answer)).toMatchObject([
    { ...one, stats: { plays: 1 } },
    { ...two, problem: invalid({ stars: 'max: at most 5' }) },
    { ...three, problem: invalid({ plays: 'maxChange: by at most 1' }) },
    { ...three, problem: invalid({ plays: 'maxChange: by at most 1' }) },
    { ...four, problem: { status: 403 } },
    { name: 'nobody', problem: { status: 404 } },
  ]);
  const after = await Promise.all(made.map(({ itemId }) => read(itemId)));
  expect(after.map(({ stats }) => stats)).toEqual([{ plays: 1 }, {}, {}, {}]);
});

describe('the rule of a stat or record decides who may write it, whatever the crate’s right to stats', () => {
  const NOBODY = [401, 403, 403, 403, 403, 403, 403];
  test.each<[update: StatsUpdate, tags: string[], statuses: number[]]>([
    [{ changeStats: { free: 1 } }, [], [401, 200, 200, 200, 200, 200, 200]],
    [{ changeStats: { grade: 1 } }, [], [401, 403, 200, 403, 200, 200, 200]],
    [{ changeStats: { grade: 1, free: 1 } }, [], [401, 403, 200, 403, 200, 200, 200]],
    [{ setStats: { votes: 1 } }, ['poll'], [200, 200, 200, 200, 200, 200, 200]],
    [{ setStats: { votes: 1 } }, ['poll', 'closed'], NOBODY],
    [{ setStats: { votes: 1 } }, [], NOBODY],
    [{ setStats: { votes: 1, free: 1 } }, ['poll'], [401, 200, 200, 200, 200, 200, 200]],
    [{ changeStats: { sealed: 1 } }, [], NOBODY],
    [{ submitRecords: { Judged: 1 } }, [], [401, 403, 403, 403, 200, 200, 200]],
    [{ submitRecords: { Other: 1 } }, [], [401, 200, 200, 200, 200, 200, 200]],
  ])('%j on an item with the tags %j', async (update, tags, statuses) => {
    const { itemId } = await createItem(site, crate, 'creator', { tags });
    const principals = ['nobody', 'player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
    const answers: number[] = [];
    for (const who of principals) answers.push((await patch(itemId, update, who)).status);
    expect(answers).toEqual(statuses);
  });

  test('hidden items stay hidden from those with such a right', async () => {
    const { itemId } = await createItem(site, crate, 'creator', { tags: ['poll'] });
    const tags = { method: 'PUT', body: { tags: ['poll', 'hidden'] } };
    expect((await site.ask('staff', `${crate}/items/${itemId}/metadata`, tags)).status).toBe(200);
    expect(await refusalOf(await patch(itemId, { setStats: { votes: 1 } }))).toEqual([404, 'Item does not exist']);
    expect((await patch(itemId, { setStats: { votes: 1 } }, 'staff')).status).toBe(200);
  });
});
