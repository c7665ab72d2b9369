import { beforeAll, describe, expect, test } from 'vitest';

import type { Crate } from '#app/storage/crates/crate.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { writeState } from './crate-document.server.ts';

const site = useTestSite();
const page = async (path: string) => {
  const response = await site.ask('admin', path);
  return response.text();
};
const read = async (crateId: string) => dataOf<Crate>(await site.ask('admin', `/api/storage/crates/${crateId}`));
const send = (crateId: string, fields: Record<string, string>) =>
  site.submit('admin', `/admin/crates/${crateId}`, { intent: 'crates.save', ...fields });
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the list of crates', () => {
  test('creates a crate by its form, and shows what is wrong at its field', async () => {
    const create = (fields: Record<string, string>) =>
      site.submit('admin', '/admin/crates', { intent: 'crates.create', ...fields });
    const made = await create({ crateId: 'marbles', name: 'Marbles', start: 'players' });
    expect([made.status, made.headers.get('location')]).toEqual([303, '/admin/crates/marbles?done=created']);
    expect(await read('marbles')).toMatchObject({ name: 'Marbles', policy: { create: ['authenticated'] } });
    for (const [fields, words] of [
      [{ crateId: 'marbles' }, 'There is a crate of that id already.'],
      [{ crateId: 'No Such' }, 'lowercase letters, digits and hyphens'],
    ] as const) {
      const refused = await create(fields);
      const html = await refused.text();
      expect([400, 409]).toContain(refused.status);
      expect(html).toContain('aria-invalid="true"');
      expect(textOf(html)).toContain(words);
    }
    expect(textOf(await page('/admin/crates?text=marb'))).toContain('Marbles');
    expect(textOf(await page('/admin/crates?text=nothing-like-it'))).toContain('No crate has that in its name or id.');
  });
});

test('staff have the crates with items that they may see, and every door they are shown there opens', async () => {
  await createCrate(site, 'open-to-staff', { list: ['staff'], read: ['staff'] });
  await createCrate(site, 'closed-to-staff', { list: ['admin'] });
  const linksOn = async (who: 'staff' | 'admin', path: string) => {
    const answer = await site.ask(who, path);
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
    return [...new Set([...main.matchAll(/href="(\/admin[^"#?]*)/g)].map(([, to = '']) => to))];
  };
  const [list, items] = ['/admin/crates?text=to-staff', '/admin/crates/open-to-staff/items'];
  expect(await linksOn('admin', list)).toEqual(
    expect.arrayContaining(['/admin/crates/open-to-staff', '/admin/crates/closed-to-staff']),
  );
  const shown = await linksOn('staff', list);
  expect(shown.filter((to) => to.includes('to-staff'))).toEqual([items]);
  for (const to of new Set([...shown, ...(await linksOn('staff', items))])) {
    expect([to, (await site.ask('staff', to)).status]).toEqual([to, 200]);
  }
  expect(await linksOn('staff', items)).toContain('/admin/crates');
  const made = await site.submit('staff', '/admin/crates', {
    intent: 'crates.create',
    crateId: 'by-staff',
    start: 'players',
  });
  expect([made.status, (await site.ask('admin', '/api/storage/crates/by-staff')).status]).toEqual([403, 404]);
  expect(await (await site.ask('staff', list)).text()).not.toContain('crates.create');
});

describe('the page of a crate', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  test.each([
    ['null characters', '{"schema":{"map":{"title":"\\u0000"}}}'],
    ['half of a character', '{"schema":{"map":{"title":"\\ud800"}}}'],
    ['too many levels', `{"schema":{"map":{"const":${deep(10_000)}}}}`],
    ['a prototype', '{"schema":{"map":{"properties":{"__proto__":{}}}}}'],
    ['a number that would be rounded', '{"schema":{"map":{"const":9007199254740993}}}'],
    ['no JSON', '{'],
  ])('refuses a policy of %s at its field, by all of its forms', async (_, policy) => {
    await createCrate(site, 'hostile', POLICY).catch(() => undefined);
    const state = await read('hostile');
    const began = JSON.parse(writeState(state)) as object;
    for (const part of ['json', 'rules', 'stats']) {
      const isTyped = part === 'json';
      const etag = isTyped ? writeState(state) : JSON.stringify({ ...began, policy });
      const refused = await send('hostile', { part, policy: isTyped ? policy : '', etag });
      expect([part, refused.status]).toEqual([part, 400]);
      expect(textOf(await refused.text())).toMatch(/JSON: |half of a character/);
    }
    expect(await read('hostile')).toEqual(state);
  });

  const POLICY: Policy = {
    list: ['public'],
    read: ['public'],
    create: ['authenticated'],
    update: ['owner', { to: 'staff', tags: ['open', '-locked'] }],
    delete: [],
    hide: { secret: 'staff', quiet: 'direct' },
    protect: { 'award:*': 'admin' },
    quotas: { user: { items: 100 }, crate: { bytes: 5_000_000 } },
    stats: { plays: { type: 'integer', min: 0, write: ['app'] } },
    requirePrecondition: true,
  };
  beforeAll(async () => void (await createCrate(site, 'pictures', POLICY)));

  test('tells the policy in sentences', async () => {
    const words = textOf(await page('/admin/crates/pictures'));
    for (const sentence of [
      'Everyone may read an item.',
      'Players may create items.',
      'The owner and staff (where it has open and lacks locked) may change an item.',
      'Nobody may delete an item.',
      'Admins may change the tags of an item.',
      'Items tagged secret are seen by staff and their collaborators alone.',
      'Only admins may add or remove the tag award:*.',
      'Each owner holds at most 100 items.',
      'The whole crate holds at most 5 MB.',
      'The stat plays: whole numbers, at least 0, and changed by servers of games.',
      'A change must name the state that it changes.',
    ])
      expect(words).toContain(sentence);
  });

  test('saves rules by boxes, keeps what no box can tell, and what nobody has touched', async () => {
    const before = await read('pictures');
    const boxes: Record<string, string> = {
      'may.list.public': 'yes',
      'may.read.authenticated': 'yes',
      'may.create.authenticated': 'yes',
      'may.update.owner': 'yes',
      'may.update.collaborator': 'yes',
      'may.transfer.owner': 'yes',
      'may.transfer.admin': 'yes',
      'may.override.staff': 'yes',
    };
    for (const action of ['tag', 'collaborate', 'stat', 'history']) boxes[`may.${action}.admin`] = 'yes';
    const saved = await send('pictures', { part: 'rules', etag: writeState(before), ...boxes });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/crates/pictures?done=saved']);
    const { requirePrecondition: _, ...others } = POLICY;
    expect((await read('pictures')).policy).toEqual({
      ...others,
      read: ['authenticated'],
      update: ['owner', 'collaborator', { to: 'staff', tags: ['open', '-locked'] }],
    });
  });

  test('saves quotas, what is kept, and rules of stats', async () => {
    const limits = { 'quotas.user.items': '7', 'quotas.crate.bytes': ' 9000000 ', 'keep.days': '30' };
    await send('pictures', { part: 'limits', etag: writeState(await read('pictures')), ...limits });
    expect((await read('pictures')).policy).toMatchObject({
      quotas: { user: { items: 7 }, crate: { bytes: 9_000_000 } },
      keep: { days: 30 },
    });
    const stats = { 'stat.0.row': 'plays', 'stat.0.name': 'plays', 'stat.0.type': 'integer', 'stat.0.max': '10' };
    const added = { 'stat.1.row': '-', 'stat.1.name': 'stars', 'stat.1.minInterval': '2.5' };
    await send('pictures', { part: 'stats', etag: writeState(await read('pictures')), ...stats, ...added });
    expect((await read('pictures')).policy.stats).toEqual({
      plays: { type: 'integer', max: 10, write: ['app'] },
      stars: { minInterval: 2.5 },
    });
  });

  test.each<[what: string, fields: Record<string, string>, at: string]>([
    ['a quota', { part: 'limits', 'quotas.user.items': 'many' }, 'quotas.user.items'],
    ['a limit of a stat', { part: 'stats', 'stat.0.row': '-', 'stat.0.name': 'a', 'stat.0.min': 'x' }, 'stat.0.min'],
    ['the name of a stat', { part: 'stats', 'stat.0.row': '-', 'stat.0.name': 'a b\u0001' }, 'stat.0.name'],
    ['the largest body', { part: 'facts', name: 'Name', maxBytes: '-1' }, 'maxBytes'],
    ['the name', { part: 'facts', name: '', maxBytes: '1' }, 'name'],
    ['JSON', { part: 'json', policy: '{"list":' }, 'policy'],
  ])('shows at its field what is wrong with %s, and what was typed', async (_what, fields, at) => {
    const before = await read('pictures');
    const refused = await send('pictures', { etag: writeState(before), ...fields });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    const control = [...html.matchAll(/<(?:input|textarea)[^>]*>/g)]
      .map(([tag]) => tag)
      .find((tag) => tag.includes(`name="${at}"`) && tag.includes('aria-invalid'));
    expect(control).toBeDefined();
    expect(await read('pictures')).toEqual(before);
  });

  test('names the path in a policy of JSON that is wrong', async () => {
    const policy = JSON.stringify({ quotas: { user: { items: -1 } } });
    const refused = await send('pictures', { part: 'json', etag: writeState(await read('pictures')), policy });
    expect(textOf(await refused.text())).toContain('quotas.user.items: at least 0');
  });

  test('merges what two people change at once: both changes stay, and where they meet somebody chooses', async () => {
    await createCrate(site, 'shared', { list: ['public'], read: ['public'] });
    const began = writeState(await read('shared'));
    const mine = JSON.stringify({ list: ['public'], read: ['staff'] }, null, 2);
    const theirs: Policy = { list: ['staff'], read: ['owner'] };
    await site.ask('admin', '/api/storage/crates/shared', { method: 'PUT', body: { name: 'Renamed', policy: theirs } });
    const refused = await send('shared', { part: 'json', etag: began, policy: mine });
    expect(refused.status).toBe(412);
    const html = await refused.text();
    expect(html).toContain('Two of you wrote at once');
    expect((await read('shared')).policy).toEqual(theirs);
    const places = new Set([...html.matchAll(/name="choice-(\d+)"/g)].map(([, at]) => at));
    expect(places.size).toBe(1);
    const [place] = places;
    const fields = { intent: 'editor.merge', part: 'json', etag: began, policy: mine };
    const merge = (theirs: string, choice: Record<string, string>) =>
      site.submit('admin', '/admin/crates/shared', { ...fields, theirs, ...choice });
    const seen = writeState(await read('shared'));
    expect((await merge(seen, {})).status).toBe(400);
    await site.ask('admin', '/api/storage/crates/shared', { method: 'PUT', body: { name: 'Again' } });
    expect((await merge(seen, { [`choice-${place}`]: 'mine' })).status).toBe(412);
    const merged = await merge(writeState(await read('shared')), { [`choice-${place}`]: 'mine' });
    expect([merged.status, merged.headers.get('location')]).toEqual([303, '/admin/crates/shared?done=saved']);
    expect(await read('shared')).toMatchObject({ name: 'Again', policy: { list: ['staff'], read: ['staff'] } });
  });

  test('keeps a change of other fields beside a saved one', async () => {
    await createCrate(site, 'beside', {});
    const began = writeState(await read('beside'));
    await site.ask('admin', '/api/storage/crates/beside', { method: 'PUT', body: { policy: { list: ['staff'] } } });
    const fields = { part: 'facts', etag: began, name: 'Beside', maxBytes: '100' };
    expect((await send('beside', fields)).status).toBe(412);
    const theirs = writeState(await read('beside'));
    const merged = await site.submit('admin', '/admin/crates/beside', { ...fields, intent: 'editor.merge', theirs });
    expect(merged.status).toBe(303);
    expect(await read('beside')).toMatchObject({ name: 'Beside', maxBytes: 100, policy: { list: ['staff'] } });
  });

  test('tells its history, and deletes it once it is empty', async () => {
    const path = await createCrate(site, 'leaving', { create: ['authenticated'] });
    const { itemId } = await createItem(site, path, 'creator');
    expect(textOf(await page('/admin/crates/leaving'))).toMatch(/created/);
    const remove = () => site.submit('admin', '/admin/crates/leaving', { intent: 'crates.delete' });
    expect((await remove()).status).toBe(409);
    await site.parts.db.query(sql`delete from items where item_id = ${itemId}`);
    const gone = await remove();
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/admin/crates?done=deleted']);
    expect((await site.ask('admin', '/admin/crates/leaving')).status).toBe(404);
  });
});

describe('why somebody may or may not', () => {
  let itemId: string;
  beforeAll(async () => {
    const path = await createCrate(site, 'asked', {
      list: ['public'],
      read: ['public'],
      create: ['authenticated'],
      update: ['owner', { to: 'authenticated', tags: ['open'] }],
      hide: { secret: 'staff' },
      stats: { 'best.time': { write: ['app'] } },
    });
    ({ itemId } = await createItem(site, path, 'creator', { name: 'hut' }));
  });
  const ask = async (query: Record<string, string>) =>
    textOf(await page(`/admin/crates/asked?${new URLSearchParams(query)}`));

  test.each<[Record<string, string>, string[]]>([
    [{ role: 'authenticated', deed: 'delete' }, ['No, they may not.', 'says nothing about this deed']],
    [{ role: 'admin', deed: 'delete' }, ['Yes, they may.', 'says nothing about this deed']],
    [{ role: 'public', deed: 'create' }, ['No, they may not.', 'An item needs an owner']],
    [{ role: 'authenticated', deed: 'create' }, ['Yes, they may.', 'create[0]: &quot;authenticated&quot;']],
    [
      { role: 'authenticated', deed: 'update' },
      ['It depends', 'Items of their own, by update[0]', 'Items tagged open, by update[1]', 'tagged secret'],
    ],
    [{ role: 'app', deed: 'stats.best.time' }, ['stats.best.time.write[0]: &quot;app&quot;']],
    [{ role: 'staff', deed: 'override' }, ['Yes, they may.']],
    [{ role: 'authenticated', deed: 'override' }, ['Only staff may pass by the rules']],
    [{ who: CAST.creator.userId, deed: 'update', item: 'hut' }, ['Yes, they may.', 'update[0]']],
    [
      { who: `@${CAST.player.userId}`, deed: 'update', item: 'hut' },
      ['No, they may not.', 'The rule update does not include them.'],
    ],
    [{ who: 'nobody-like-that', deed: 'update' }, ['Nobody is found by that.']],
    [{ role: 'public', deed: 'read', item: 'no such hut' }, ['There is no such item in this crate.']],
  ])('%j', async (query, wanted) => {
    const words = await ask(query);
    for (const one of wanted) expect(words).toContain(one);
  });

  test('the item may be named by its id', async () => {
    expect(await ask({ who: CAST.creator.userId, deed: 'update', item: itemId })).toContain('Yes, they may.');
  });

  test('what is not asked gets no answer', async () => {
    const queries: Record<string, string>[] = [{}, { deed: 'fly', role: 'public' }, { deed: '__proto__' }];
    for (const query of queries) expect(await ask(query)).not.toMatch(/Yes, they may|No, they may|It depends/);
  });
});
