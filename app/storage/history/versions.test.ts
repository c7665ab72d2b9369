import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import {
  OPEN_POLICY,
  createCrate,
  createItem,
  dataOf,
  etagAfter,
  parametersHeader,
  refusalOf,
  revOf,
} from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { Version, VersionChanges } from './history.ts';

const site = useTestSite();
const POLICY = { ...OPEN_POLICY, history: ['owner' as const, 'staff' as const] };
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'versions', POLICY)));

const put = (item: Item, body: string, parameters: object = {}) =>
  site.ask('player', `${crate}/items/${item.itemId}`, { method: 'PUT', body, headers: parametersHeader(parameters) });
const versionsOf = async ({ itemId }: Item, query = '') =>
  dataOf<Version[]>(await site.ask('player', `${crate}/items/${itemId}/versions${query}`));

describe('the versions of an item', () => {
  test('are the states after each write, the current one first, and none of a change of stats', async () => {
    const item = await createItem(
      site,
      crate,
      'player',
      { name: 'all', tags: ['a'], map: { size: 1 }, note: 'n' },
      'one',
    );
    await put(item, 'two', { tags: ['b'] });
    const path = `${crate}/items/${item.itemId}`;
    await site.ask('staff', `${path}/metadata`, { method: 'PUT', body: { tags: ['c'] } });
    await site.ask('player', `${path}/stats`, { method: 'PATCH', body: { changeStats: { plays: 1 } } });
    const versions = await versionsOf(item);
    expect(versions.map(({ etag }) => etag)).toEqual([2, 1, 0].map((writes) => etagAfter(item.etag, writes)));
    expect(versions.map(({ tags, bytes, updatedBy }) => [tags, bytes, updatedBy])).toEqual([
      [['c'], 3, CAST.staff.userId],
      [['b'], 3, CAST.player.userId],
      [['a'], 3, CAST.player.userId],
    ]);
    expect(versions.map(({ endedAt }) => endedAt)).toEqual([null, versions[0]?.updatedAt, versions[1]?.updatedAt]);
    const [sha256] = versions.map((version) => version.sha256);
    expect(versions[2]).toEqual({
      itemId: item.itemId,
      crateId: 'versions',
      rev: revOf(item.etag),
      etag: item.etag,
      name: 'all',
      note: 'n',
      userId: CAST.player.userId,
      collaborators: [CAST.player.userId],
      tags: ['a'],
      map: { size: 1 },
      bytes: 3,
      mimetype: item.mimetype,
      updatedAt: item.updatedAt,
      updatedBy: CAST.player.userId,
      endedAt: versions[1]?.updatedAt,
      sha256: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('have pages with Link headers', async () => {
    const item = await createItem(site, crate, 'player');
    for (let write = 1; write <= 5; write += 1) await put(item, `write ${write}`);
    const seen: number[] = [];
    let next: string | undefined = `${crate}/items/${item.itemId}/versions?limit=2&local-cache-id=x`;
    while (next !== undefined) {
      const response: Response = await site.ask('player', next);
      seen.push(...(await dataOf<Version[]>(response)).map(({ rev }) => rev - revOf(item.etag)));
      next = linksOf(response).next;
      expect(next ?? '').not.toContain('local-cache-id');
    }
    expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
  });

  test('are no more than the crate keeps, beside the current state', async () => {
    const few = await createCrate(site, 'few-versions', { ...POLICY, keep: { versions: 2 } });
    const item = await createItem(site, few, 'player');
    const path = `${few}/items/${item.itemId}`;
    for (let write = 1; write <= 5; write += 1) await site.ask('player', path, { method: 'PUT', body: `${write}` });
    const versions = await dataOf<Version[]>(await site.ask('player', `${path}/versions`));
    expect(versions.map(({ rev }) => rev - revOf(item.etag))).toEqual([5, 4, 3]);
    const gone = await site.ask('player', `${path}/versions/${revOf(item.etag)}`);
    expect(await refusalOf(gone)).toEqual([404, 'That version is not kept.']);
  });

  test('answer 404 for an unknown item', async () => {
    const item = await createItem(site, crate, 'player');
    await site.ask('player', `${crate}/items/${item.itemId}`, { method: 'DELETE' });
    const gone = `${crate}/items/${item.itemId}/versions`;
    const none = `${crate}/items/01890a5d-ac96-774b-bcce-b302099a8057/versions`;
    for (const path of [gone, none, `${crate}/items/none/versions`]) {
      for (const ending of ['', `/${revOf(item.etag)}`, `/${revOf(item.etag)}/changes`]) {
        expect(await refusalOf(await site.ask('player', path + ending))).toEqual([404, 'Item does not exist']);
      }
    }
  });
});

describe('a version', () => {
  const LARGE = 'large '.repeat(20_000);

  test('can be read and downloaded like an item in that state', async () => {
    const item = await createItem(site, crate, 'player', { name: 'old name', tags: ['x'] }, LARGE);
    await put(item, 'new', { name: 'new name' });
    const path = `${crate}/items/${item.itemId}/versions/${revOf(item.etag)}`;
    const read = await site.ask('player', path);
    expect(read.headers.get('etag')).toBe(item.etag);
    expect(await dataOf<Version>(read)).toMatchObject({ name: 'old name', bytes: LARGE.length, tags: ['x'] });
    const fresh = { headers: { 'if-none-match': item.etag } };
    expect((await site.ask('player', path, fresh)).status).toBe(304);
    const whole = await site.ask('player', `${path}?download=true`);
    expect([whole.status, await whole.text()]).toEqual([200, LARGE]);
    expect(whole.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''old%20name");
    expect(whole.headers.get('repr-digest')).toMatch(/^sha-256=:.+:$/);
    const parameters = JSON.parse(decodeURIComponent(whole.headers.get('rumpus-item-parameters') ?? '')) as Item;
    expect(parameters).toMatchObject({ name: 'old name', tags: ['x'], createdAt: item.createdAt });
    const part = await site.ask('player', `${path}?download=true`, { headers: { range: 'bytes=6-10' } });
    expect([part.status, await part.text()]).toEqual([206, 'large']);
    const outside = { headers: { range: `bytes=${LARGE.length}-` } };
    expect((await site.ask('player', `${path}?download=true`, outside)).status).toBe(416);
    expect((await site.ask('player', `${path}?download=true`, fresh)).status).toBe(304);
    const now = await site.ask('player', `${path.replace(/\d+$/, `${revOf(item.etag) + 1}`)}?download=true`);
    expect(await now.text()).toBe('new');
  });

  test.each(['0', '-1', '1.5', 'x', '9'.repeat(40), '%00', '1'])('%s answers 404', async (rev) => {
    const item = await createItem(site, crate, 'player');
    expect((await site.ask('player', `${crate}/items/${item.itemId}/versions/${rev}`)).status).toBe(404);
    const restore = `${crate}/items/${item.itemId}/versions/${rev}/restore`;
    expect((await site.ask('player', restore, { method: 'POST' })).status).toBe(404);
  });

  test('stays hidden from those from whom its tags hid it, also where they may see the history', async () => {
    const policy = { ...OPEN_POLICY, history: ['public' as const] };
    const open = await createCrate(site, 'open-versions', policy);
    const { itemId, etag } = await createItem(site, open, 'player', { tags: ['hidden'] }, 'secret');
    const path = `${open}/items/${itemId}`;
    await site.ask('player', `${path}/metadata`, { method: 'PATCH', body: { tags: [] } });
    const seen = async (who: CastName | undefined) =>
      (await dataOf<Version[]>(await site.ask(who, `${path}/versions`))).map(({ rev }) => rev - revOf(etag));
    expect([await seen('player'), await seen('staff'), await seen('creator'), await seen(undefined)]).toEqual([
      [1, 0],
      [1, 0],
      [1],
      [1],
    ]);
    for (const ending of ['', '?download=true', '/changes', `/changes?from=${revOf(etag) + 1}`]) {
      expect((await site.ask('creator', `${path}/versions/${revOf(etag)}${ending}`)).status).toBe(404);
    }
    const compare = `${path}/versions/${revOf(etag) + 1}/changes`;
    expect((await site.ask('creator', compare)).status).toBe(404);
  });
});

describe('a comparison of two versions', () => {
  const MINE = CAST.player.userId;
  const [FIRST, OTHER] = [CAST.collaborator.userId, CAST.creator.userId];
  test.each<[what: string, from: object, to: object, changes: Partial<VersionChanges>]>([
    ['nothing', {}, {}, {}],
    ['a name', { name: 'cmp-1' }, { name: 'cmp-2' }, { name: { from: 'cmp-1', to: 'cmp-2' } }],
    ['a name taken away', { name: 'cmp-3' }, { name: null }, { name: { from: 'cmp-3', to: null } }],
    ['tags', { tags: ['a', 'b'] }, { tags: ['b', 'c'] }, { tags: { added: ['c'], removed: ['a'] } }],
    ['the order of tags', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, { tags: { added: [], removed: [] } }],
    [
      'collaborators',
      { collaborators: [MINE, FIRST] },
      { collaborators: [MINE, OTHER] },
      { collaborators: { added: [OTHER], removed: [FIRST] } },
    ],
    [
      'the owner',
      { collaborators: [MINE, FIRST] },
      { collaborators: [FIRST, MINE] },
      { collaborators: { added: [], removed: [], owner: { from: MINE, to: FIRST } } },
    ],
    [
      'keys of the map',
      { map: { a: 1, b: 1, constructor: 1 } },
      { map: { b: 2, constructor: 1, valueOf: true } },
      { map: { added: ['valueOf'], removed: ['a'], changed: ['b'] } },
    ],
    ['a note', { note: null }, { note: 'new' }, { note: { from: null, to: 'new' } }],
  ])('names %s', async (_what, from, to, changes) => {
    const item = await createItem(site, crate, 'admin', { collaborators: [MINE], ...from });
    const headers = parametersHeader(to);
    await site.ask('admin', `${crate}/items/${item.itemId}`, { method: 'PUT', body: 'hello', headers });
    const rev = revOf(item.etag);
    const path = `${crate}/items/${item.itemId}/versions/${rev + 1}/changes`;
    const expected = { from: rev, to: rev + 1, fields: Object.keys(changes), ...changes };
    expect(await dataOf(await site.ask('admin', path))).toEqual(expected);
    expect(await dataOf(await site.ask('admin', `${path}?from=${rev}`))).toEqual(expected);
    const self = await dataOf<VersionChanges>(await site.ask('admin', `${path}?from=${rev + 1}`));
    expect(self.fields).toEqual([]);
  });

  test('compares bodies by their digest, size and type', async () => {
    const item = await createItem(site, crate, 'player', {}, 'one');
    const headers = { 'content-type': 'text/plain' };
    await site.ask('player', `${crate}/items/${item.itemId}`, { method: 'PUT', body: 'other', headers });
    const [now, then] = await versionsOf(item);
    const path = `${crate}/items/${item.itemId}/versions`;
    const changes = await dataOf<VersionChanges>(await site.ask('player', `${path}/${now?.rev}/changes`));
    const of = (version?: Version) =>
      version && { sha256: version.sha256, bytes: version.bytes, mimetype: version.mimetype };
    expect(changes).toMatchObject({ fields: ['body'], body: { from: of(then), to: of(now) } });
    const back = await dataOf<VersionChanges>(
      await site.ask('player', `${path}/${then?.rev}/changes?from=${now?.rev}`),
    );
    expect(back).toMatchObject({ body: { from: of(now), to: of(then) } });
  });
});

test('the history of an item is open to those whom the policy names, and without such a rule to admins', async () => {
  const closed = await createCrate(site, 'no-history', OPEN_POLICY);
  const statuses = async (place: string) => {
    const item = await createItem(site, place, 'player', { collaborators: [CAST.player.userId] });
    const path = `${place}/items/${item.itemId}/versions`;
    const who = [undefined, 'creator', 'player', 'staff', 'admin'] as const;
    return Promise.all(who.map(async (one) => (await site.ask(one, path)).status));
  };
  expect(await statuses(crate)).toEqual([401, 403, 200, 200, 200]);
  expect(await statuses(closed)).toEqual([401, 403, 403, 403, 200]);
  const secret = await createCrate(site, 'secret-history', { history: ['public'] });
  const { itemId } = await createItem(site, secret, 'admin');
  expect((await site.ask('player', `${secret}/items/${itemId}/versions`)).status).toBe(404);
});
