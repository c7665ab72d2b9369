import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { getBulkAct } from '#app/storage/bulk/acts.server.ts';
import { runBulkActs, takeStep } from '#app/storage/bulk/steps.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const admin = () => {
  const { userId } = CAST.admin;
  return { ...system(), actor: { ...system().actor, userId, role: 'admin', ownRole: 'admin' } as const };
};

let crates = 0;
async function makeCrate(policy: Partial<Policy> = {}): Promise<string> {
  const crateId = `import-${(crates += 1)}`;
  await createCrate(site, crateId, { ...OPEN_POLICY, ...policy });
  return crateId;
}

const put = (crateId: string, parameters: object, body: string | Uint8Array<ArrayBuffer> = 'hello') =>
  createItem(site, `/api/storage/crates/${crateId}`, 'player', parameters, body);

const send = (crateId: string, file: string, name = 'items.csv') =>
  site.submitFiles('admin', `/admin/crates/${crateId}/import`, { intent: 'bulk.import', file: new File([file], name) });

/** @returns the key of the act, and its address */
async function preview(crateId: string, file: string, name?: string) {
  const response = await send(crateId, file, name);
  expect(response.status, response.status === 303 ? '' : await response.clone().text()).toBe(303);
  const path = response.headers.get('location') ?? '';
  return { crateId, bulkId: path.split('/').at(-1) ?? '', path };
}

type Act = Awaited<ReturnType<typeof preview>>;

async function press(act: Act, intent: 'run' | 'stop' | 'undo'): Promise<void> {
  expect((await site.submit('admin', act.path, { intent: `bulk.${intent}` })).status).toBe(200);
}

async function runAll(act: Act, intent: 'run' | 'undo' = 'run') {
  await press(act, intent);
  await runBulkActs(system());
  return getBulkAct(admin(), act);
}

async function read(path: string): Promise<string> {
  const response = await site.ask('admin', path);
  expect(response.status).toBe(200);
  return response.text();
}

/** What a spreadsheet of the outcome has of each line. */
async function listed(act: Act): Promise<[line: number, outcome: string, reason: string][]> {
  const rows = await site.parts.db.query<{ line: number; outcome: string | null; reason: string | null }>(sql`
    select line, outcome, reason from bulk_rows where crate_id = ${act.crateId} and bulk_id = ${act.bulkId}::uuid order by line`);
  return rows.map(({ line, outcome, reason }) => [line, outcome ?? 'waiting', reason ?? '']);
}

/** All that makes an item, but for its revision and the time of that. */
function contentOf(crateId: string) {
  return site.parts.db.query<{ item_id: string; name: string }>(sql`
    select i.item_id, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.body, i.digest, i.created_at,
      (select jsonb_object_agg(s.name, s.value) from item_stats s where s.crate_id = i.crate_id and s.item_id = i.item_id) as stats,
      (select jsonb_agg(array[r.name, r.user_id, r.value::text] order by r.name, r.user_id) from item_records r
        where r.crate_id = i.crate_id and r.item_id = i.item_id) as records
    from items i where i.crate_id = ${crateId} order by i.item_id`);
}

const itemOf = async (crateId: string, itemId: string) =>
  dataOf<Item>(await site.ask('admin', `/api/storage/crates/${crateId}/items/${itemId}`));

/** All items of a crate as a file. */
async function exportAs(crateId: string, format: 'ndjson' | 'jsonl' | 'csv', columns = ''): Promise<string> {
  const response = await site.submit('admin', `/admin/crates/${crateId}/bulk`, [
    ['intent', 'bulk.preview'],
    ['kind', 'export'],
    ['whole', 'on'],
    ['of', ''],
  ]);
  expect(response.status).toBe(303);
  return read(`${response.headers.get('location')}/export/${format}${columns}`);
}

/** With some of everything, also what spreadsheets make formulas of. */
async function fillCrate(policy: Partial<Policy> = {}): Promise<string> {
  const crateId = await makeCrate(policy);
  await put(crateId, {
    name: '=1+1',
    tags: ['a', '=b'],
    note: "'=c\n-d;=e",
    map: { n: 1.5, t: '5', x: 'a"b', no: null },
  });
  const big = await put(crateId, { tags: ['big'], map: { 'k;=1': true } }, new Uint8Array(70_000).fill(7));
  await put(crateId, { name: "'quoted", collaborators: [CAST.player.userId] }, '');
  await site.parts.db.query(
    sql`insert into item_stats (crate_id, item_id, name, value) values (${crateId}, ${big.itemId}, 'plays', 3)`,
  );
  await site.parts.db.query(sql`insert into item_records (crate_id, item_id, name, user_id, value, created_at)
    values (${crateId}, ${big.itemId}, 'time', ${CAST.player.userId}, 9, '2026-01-01Z')`);
  return crateId;
}

describe('what an export wrote', () => {
  test.each(['ndjson', 'jsonl', 'csv'] as const)('as %s is unchanged where it is imported again', async (format) => {
    const crateId = await fillCrate();
    const act = await preview(crateId, await exportAs(crateId, format), `x.${format}`);
    expect((await getBulkAct(admin(), act)).counts).toEqual({ unchanged: 3 });
    expect(await read(act.path)).not.toContain('bulk.run');
  });

  test('as chosen columns of a spreadsheet is unchanged too, and a cell that is another changes what it names alone', async () => {
    const crateId = await fillCrate();
    const before = await contentOf(crateId);
    const csv = await exportAs(crateId, 'csv', '?columns=itemId,tags,map.n,map.t,map.no,stats.plays');
    expect((await getBulkAct(admin(), await preview(crateId, csv))).counts).toEqual({ unchanged: 3 });
    const act = await preview(
      crateId,
      csv.replace('1.5,5,', '2.5,6,yes').replaceAll(',', ';').replace('"a;=b"', '"a,=b"'),
    );
    expect((await runAll(act)).counts).toEqual({ waiting: 0, changed: 1, unchanged: 2 });
    const item = await itemOf(crateId, before.find(({ name }) => name === '=1+1')?.item_id ?? '');
    expect(item.map).toEqual({ n: 2.5, t: '6', x: 'a"b', no: 'yes' });
    expect([item.tags, item.note]).toEqual([['a', '=b'], "'=c\n-d;=e"]);
    expect((await runAll(act, 'undo')).undoCounts).toEqual({ waiting: 0, changed: 1 });
    expect(await contentOf(crateId)).toEqual(before);
  });

  test('as a transfer makes equal items in another crate, with bodies, stats and records, and an undo puts them into the trash', async () => {
    const crateId = await fillCrate();
    const [file, away] = [await exportAs(crateId, 'ndjson'), await makeCrate()];
    const act = await preview(away, file, 'things.ndjson');
    const page = await read(act.path);
    expect(page).toContain('Create 3 items, change 0 items');
    expect(page).toContain('things.ndjson');
    const done = await runAll(act);
    expect([done.counts, done.created]).toEqual([{ waiting: 0, changed: 3 }, 3]);
    expect(await contentOf(away)).toEqual(await contentOf(crateId));
    expect(await site.parts.db.query(sql`select from bulk_imports where crate_id = ${away}`)).toEqual([]);
    expect(await strayTagRows(site)).toEqual([]);
    const undone = await runAll(act, 'undo');
    expect([undone.state, undone.undoCounts]).toEqual(['undone', { waiting: 0, changed: 3 }]);
    expect(await contentOf(away)).toEqual([]);
    const trash = await site.parts.db.query(sql`select from trashed_items where crate_id = ${away}`);
    expect(trash).toHaveLength(3);
    expect(await listed(await preview(away, file))).toEqual(
      Array.from({ length: 3 }, () => [expect.any(Number), 'refused', 'The item is in the trash.']),
    );
  });

  test('without bodies makes no items that have some elsewhere, and says so', async () => {
    const crateId = await fillCrate();
    const [file, away] = [await exportAs(crateId, 'csv'), await makeCrate()];
    const rows = await listed(await preview(away, file));
    expect(
      rows.filter(([, , reason]) => reason === 'bytes, mimetype: they come with a body, which is not in the file'),
    ).toHaveLength(2);
  });
});

test('a spreadsheet makes items, changes them by their ids and their names, and comes back byte for byte', async () => {
  const crateId = await makeCrate();
  const [one, two] = [
    await put(crateId, { name: 'one', tags: ['old'] }),
    await put(crateId, { name: 'two', note: 'keep' }),
  ];
  const before = await contentOf(crateId);
  const made = '0198c0de-0000-7000-8000-000000000001';
  const act = await preview(
    crateId,
    `itemId,name,tags,map.size,body,mimetype\r\n${one.itemId},uno,"new,newer",3,{},application/json\r\n,two,two,,,\r\n${made},three,,1e5,"=1\nmore",\r\n,,anonymous,,,\r\n`,
  );
  const page = await read(act.path);
  for (const words of [
    'tags: new, newer',
    'name: uno',
    'body: application/json (2 B)',
    'Create 2 items, change 2 items',
  ])
    expect(page).toContain(words);
  expect(await contentOf(crateId)).toEqual(before);
  const done = await runAll(act);
  expect([done.state, done.counts, done.created]).toEqual(['done', { waiting: 0, changed: 4 }, 2]);
  expect(await itemOf(crateId, one.itemId)).toMatchObject({
    name: 'uno',
    tags: ['new', 'newer'],
    map: { size: 3 },
    mimetype: 'application/json',
    bytes: 2,
    userId: CAST.player.userId,
  });
  expect(await itemOf(crateId, two.itemId)).toMatchObject({ tags: ['two'], note: 'keep', map: {}, bytes: 5 });
  expect(await itemOf(crateId, made)).toMatchObject({
    name: 'three',
    map: { size: '1e5' },
    mimetype: 'text/plain; charset=utf-8',
    bytes: 7,
    userId: CAST.admin.userId,
  });
  const feed = await site.parts.db.query(
    sql`select kind, user_id from item_changes where crate_id = ${crateId} and user_id = ${CAST.admin.userId} order by kind`,
  );
  expect(feed.map(({ kind }) => kind)).toEqual(['create', 'create', 'update', 'update']);
  const undone = await runAll(act, 'undo');
  expect(undone.undoCounts).toEqual({ waiting: 0, changed: 4 });
  expect(await contentOf(crateId)).toEqual(before);
  const [run, ...rest] = await site.parts.db.query(sql`
    select action, user_id, after->'deed'->>'kind' as kind from audit where target = ${`crate/${crateId}`} and action like '%Bulk%' order by audit_id`);
  expect([run, rest.length]).toEqual([{ action: 'crate.runBulk', user_id: CAST.admin.userId, kind: 'import' }, 3]);
});

test('lines of JSON make and change items', async () => {
  const crateId = await makeCrate();
  const { itemId } = await put(crateId, { name: 'one', map: { a: 1 } });
  const act = await preview(
    crateId,
    `\uFEFF{"name":"one","map":{"a":2}}\n\n{"name":"new","tags":["t"],"body":"hi","stats":{"plays":4}}\n`,
    'a.jsonl',
  );
  expect((await runAll(act)).counts).toEqual({ waiting: 0, changed: 2 });
  expect((await itemOf(crateId, itemId)).map).toEqual({ a: 2 });
  expect((await contentOf(crateId)).map(({ name }) => name).toSorted()).toEqual(['new', 'one']);
});

test('each line that is refused is listed with its number and the reason, and the others go on', async () => {
  const crateId = await makeCrate({
    protect: { crown: 'super' },
    update: ['owner'],
    schema: { map: { type: 'object', properties: { size: { type: 'integer' } } } },
  });
  const [one, hidden] = [await put(crateId, { name: 'one' }), await put(crateId, { name: 'gone' })];
  await site.ask('player', `/api/storage/crates/${crateId}/items/${hidden.itemId}`, {
    method: 'DELETE',
    headers: { 'if-match': '*' },
  });
  const lines = [
    'itemId,name,tags,map.size,collaborators,etag,createdAt,bytes',
    'none,a,,,,,,',
    ',b,-x,,,,,',
    ',c,crown,,,,,',
    ',d,,many,,,,',
    ',e,,,nobody,,,',
    `${one.itemId},,,,${CAST.player.userId},"""1""",,`,
    `${one.itemId},uno,,,${CAST.player.userId},,,`,
    ',one,,,,,2026-01-01,',
    `${hidden.itemId},f,,,,,,`,
    ',g,,,,,,7',
    ',h,,,,,',
    ',i,,,,,,',
    ',i,,,,,,',
    `0198c0de-0000-7000-8000-000000000002,one,,,,,,`,
  ];
  const act = await preview(crateId, lines.join('\n'));
  expect(await listed(act)).toEqual([
    [2, 'refused', 'itemId: a UUID'],
    [3, 'refused', expect.stringMatching(/^tags\.0: 1 to 64 bytes/)],
    [4, 'tagProtected', ''],
    [5, 'refused', 'map.size: a whole number'],
    [6, 'refused', 'collaborators: there is no user of the id nobody'],
    [7, 'changedMeanwhile', expect.stringMatching(/^etag: /)],
    [8, 'refused', 'line 7 is about the same item'],
    [9, 'refused', 'line 7 is about the same item'],
    [10, 'refused', 'The item is in the trash.'],
    [11, 'refused', expect.stringMatching(/^bytes, mimetype: /)],
    [12, 'refused', 'as many cells as the first line has: 8, not 7'],
    [13, 'waiting', ''],
    [14, 'nameTaken', 'line 13 takes that name'],
    [15, 'nameTaken', expect.stringContaining(one.itemId)],
  ]);
  const page = await read(`${act.path}?show=skipped`);
  expect(page).toContain('map.size: a whole number');
  expect(await read(`${act.path}/outcome.csv`)).toContain(',12,"as many cells as the first line has: 8, not 7"');
  expect((await runAll(act)).counts).toMatchObject({ waiting: 0, changed: 1 });
  const denied = await preview(crateId, `name,note\none,mine\n`);
  expect(await listed(denied)).toEqual([[2, 'forbidden', expect.any(String)]]);
});

test('a quota is told at the preview as far as it is known, and kept by the run', async () => {
  const crateId = await makeCrate({ quotas: { crate: { items: 3 } } });
  const act = await preview(crateId, 'name\na\nb\nc\nd\n');
  expect((await getBulkAct(admin(), act)).counts).toEqual({ waiting: 3, quota: 1 });
  await put(crateId, {});
  const done = await runAll(act);
  expect([done.state, done.counts]).toEqual(['done', { waiting: 0, changed: 2, quota: 2 }]);
});

test('what others change, make or delete after the preview is left and listed, and so is what they change after the run', async () => {
  const crateId = await makeCrate();
  const items: Item[] = [];
  for (let at = 0; at < 4; at += 1) items.push(await put(crateId, { name: `item ${at}` }));
  const made = '0198c0de-0000-7000-8000-000000000003';
  const act = await preview(
    crateId,
    `itemId,name,note\n${items.map(({ itemId, name }) => `${itemId},${name},mine\n`).join('')},taken,mine\n${made},other,mine\n,last,mine\n`,
  );
  const at = (n: number) => `/api/storage/crates/${crateId}/items/${items[n]?.itemId}`;
  const patch = (path: string) =>
    site.ask('player', `${path}/metadata`, { method: 'PATCH', body: { tags: ['theirs'] } });
  expect((await patch(at(1))).status).toBe(200);
  await site.ask('player', at(2), { method: 'DELETE', headers: { 'if-match': '*' } });
  await put(crateId, { name: 'taken' });
  const first = await preview(crateId, `itemId,name\n${made},first\n`);
  expect((await runAll(first)).counts).toEqual({ waiting: 0, changed: 1 });
  const done = await runAll(act);
  expect(done.counts).toEqual({ waiting: 0, changed: 3, changedMeanwhile: 2, gone: 1, nameTaken: 1 });
  expect((await listed(act)).map(([, outcome]) => outcome)).toEqual([
    'changed',
    'changedMeanwhile',
    'gone',
    'changed',
    'nameTaken',
    'changedMeanwhile',
    'changed',
  ]);
  expect((await patch(at(3))).status).toBe(200);
  const undone = await runAll(act, 'undo');
  expect(undone.undoCounts).toEqual({ waiting: 0, changed: 2, changedMeanwhile: 1 });
  expect((await itemOf(crateId, items[3]?.itemId ?? '')).note).toBe('mine');
});

test('one that is refused by the database takes nothing from those of its step, whatever changes in each', async () => {
  const crateId = await makeCrate();
  for (const name of ['a', 'b', 'c', 'd']) await put(crateId, { name });
  const [a, b, c, d] = await contentOf(crateId);
  const lines = [
    { itemId: a?.item_id, tags: ['t'], note: 'n' },
    { itemId: b?.item_id, tags: ['t'] },
    { itemId: c?.item_id, name: 'taken' },
    { itemId: d?.item_id, body: 'other' },
    { name: 'new', collaborators: [CAST.player.userId, CAST.staff.userId] },
    { itemId: '00000000-0000-0000-0000-000000000000' },
  ];
  const act = await preview(crateId, lines.map((line) => JSON.stringify(line)).join('\n'));
  await put(crateId, { name: 'taken' });
  const done = await runAll(act);
  expect([done.state, done.counts]).toEqual(['done', { waiting: 0, changed: 4, nameTaken: 1, refused: 1 }]);
});

test('a process that dies in a step leaves nothing of it, the next one goes on, and a stop holds between two steps', async () => {
  const crateId = await makeCrate();
  await put(crateId, { name: 'n3' });
  const act = await preview(crateId, `name,tags\n${Array.from({ length: 40 }, (_, n) => `n${n},seen\n`).join('')}`);
  await press(act, 'run');
  expect(await takeStep(system(), act, 15)).toBe(true);
  const dying = {
    ...system(),
    now: () => {
      throw new Error('killed');
    },
  };
  await expect(takeStep(dying, act, 15)).rejects.toThrow('killed');
  expect(await contentOf(crateId)).toHaveLength(15);
  await press(act, 'stop');
  await runBulkActs(system());
  expect(await contentOf(crateId)).toHaveLength(15);
  const done = await runAll(act);
  expect([done.counts, done.created]).toEqual([{ waiting: 0, changed: 40 }, 39]);
  const written = await site.parts.db.query<{ count: string }>(sql`
    select count(*) as count from item_changes where crate_id = ${crateId} and user_id = ${CAST.admin.userId} group by item_id`);
  expect([written.length, written.every(({ count }) => count === '1')]).toEqual([40, true]);
});

test('a process that knows nothing of files cannot take a step of theirs', async () => {
  const crateId = await makeCrate();
  const act = await preview(crateId, 'name\na\n');
  const older = site.parts.db.query(sql`update bulk_rows set outcome = 'notKept' where bulk_id = ${act.bulkId}::uuid`);
  await expect(older).rejects.toThrow('bulk_rows_told');
});

const BIG = countCases(10_000);

test(`${BIG} lines are made and changed beside writers by two processes, each once, and come back`, async () => {
  const crateId = await makeCrate();
  const half = Array.from({ length: BIG / 2 }, (_, n) => `n${n}`);
  await runAll(await preview(crateId, `name,note\n${half.map((name) => `${name},was\n`).join('')}`));
  const before = await contentOf(crateId);
  const csv = (await exportAs(crateId, 'csv', '?columns=itemId,name,note')).replaceAll(',was', ',is');
  const act = await preview(crateId, `${csv}${half.map((name) => `,more ${name},is\r\n`).join('')}`);
  await press(act, 'run');
  const theirs = before.filter((_, at) => at % Math.ceil(BIG / 40) === 0).map(({ item_id }) => item_id);
  const beside = await site.openBeside();
  await Promise.all([
    runBulkActs(system()),
    runBulkActs(systemCurrent(beside.parts)),
    (async () => {
      for (const itemId of theirs) {
        const path = `/api/storage/crates/${crateId}/items/${itemId}/metadata`;
        expect((await site.ask('admin', path, { method: 'PATCH', body: { tags: ['theirs'] } })).status).toBe(200);
      }
    })(),
  ]);
  const done = await getBulkAct(admin(), act);
  const { changed = 0, changedMeanwhile = 0 } = done.counts;
  expect([done.state, changed + changedMeanwhile, done.created]).toEqual(['done', BIG, BIG / 2]);
  const undone = await runAll(act, 'undo');
  const left = theirs.length - changedMeanwhile;
  expect(undone.undoCounts).toEqual({
    waiting: 0,
    changed: BIG - theirs.length,
    ...(left > 0 && { changedMeanwhile: left }),
  });
  const others = (rows: { item_id: string }[]) => rows.filter(({ item_id }) => !theirs.includes(item_id));
  expect(others(await contentOf(crateId))).toEqual(others(before));
  await beside.close();
}, 60_000);

const LONG = 'x'.repeat(300_000);
test.each<[what: string, file: string, words: string]>([
  ['nothing', '', 'there is nothing in it'],
  ['a header alone', 'name\n', 'There are no items to do that to.'],
  ['an unknown column', 'name,colour\nx,red\n', 'line 1: nothing is called colour'],
  ['two columns of one name', 'name,name\nx,y\n', 'line 1: two columns are called name'],
  ['no column that tells which', 'tags\nx\n', 'line 1: a column itemId or name'],
  ['a map twice', 'name,map,map.x\na,{},1\n', 'line 1: either map or its parts'],
  ['an open quote', 'name\n\n"x', 'line 3: a quote is not closed'],
  ['a long row', `name\n${LONG}\n`, 'line 2: at most 262144 characters'],
  ['a long line of JSON', `{"name":"a"}\n{"name":"${LONG}"}`, 'line 2: at most 262144 bytes'],
  ['a broken transfer', '{"format":1,"crate":{"crateId":"x"},"after":null}\n{"item":', 'line 2: '],
  ['a transfer that is cut off', '{"format":1,"crate":{"crateId":"x"},"after":null}\n', 'The export is not whole'],
])('%s is refused with the number of the line', async (_, file, words) => {
  const crateId = await makeCrate();
  const response = await send(crateId, file);
  expect([response.status, (await response.text()).includes(words)]).toEqual([400, true]);
  expect(await site.parts.db.query(sql`select from bulk_acts where crate_id = ${crateId}`)).toEqual([]);
});

test('bytes that are no UTF-8, a file that is none and one that is too large are refused', async () => {
  const crateId = await makeCrate();
  const path = `/admin/crates/${crateId}/import`;
  const bytes = new Blob([Buffer.from('name\na\n'), Buffer.from([0xff, 0xfe])]);
  const broken = await site.submitFiles('admin', path, { intent: 'bulk.import', file: new File([bytes], 'a.csv') });
  expect([broken.status, (await broken.text()).includes('line 3: saved as UTF-8')]).toEqual([400, true]);
  expect((await site.submit('admin', path, { intent: 'bulk.import' })).status).toBe(400);
  const large = new File([new Uint8Array(17 * 1024 * 1024)], 'a.csv');
  expect((await site.submitFiles('admin', path, { intent: 'bulk.import', file: large })).status).toBe(413);
});

test('broken lines of JSON are refused one by one', async () => {
  const crateId = await makeCrate();
  const file = [
    '{"name":"a"}',
    '[]',
    '{"name":1}',
    '{"name":"b","map":{"n":12345678901234567890}}',
    '{"nome":"c"}',
    '{"__proto__":{}}',
    '{"map":{"a":{}}}',
  ];
  const rows = await listed(await preview(crateId, file.join('\n')));
  expect(rows.map(([line, outcome]) => [line, outcome])).toEqual([
    [1, 'waiting'],
    ...[2, 3, 4, 5, 6, 7].map((line) => [line, 'refused']),
  ]);
  expect(rows[4]).toEqual([5, 'refused', 'nothing is called nome']);
});

test('the page tells the form of a file, has a template, and is for admins alone', async () => {
  const crateId = await makeCrate();
  const path = `/admin/crates/${crateId}/import`;
  const page = await read(path);
  expect(page).toContain('Import into');
  expect(page).toContain('map.size');
  expect(await read(`${path}/template.csv`)).toBe('itemId,name,collaborators,tags,note,map,mimetype,body\r\n');
  expect(await read(`/admin/crates/${crateId}/items`)).toContain(`${path}"`);
  const file = new File(['name\na\n'], 'a.csv');
  const production = await site.openBeside({ STAGE: 'www' });
  for (const address of [path, `${path}/template.csv`]) {
    expect((await production.ask('super', address)).status).toBe(404);
    expect([(await site.ask('player', address)).status, (await site.ask('staff', address)).status]).toEqual([404, 403]);
  }
  expect((await site.submitFiles('staff', path, { intent: 'bulk.import', file })).status).toBe(403);
  await production.close();
});
