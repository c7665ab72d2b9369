import { afterEach, beforeAll, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, parametersHeader } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const [creator, collaborator] = [CAST.creator.userId, CAST.collaborator.userId];
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'heirlooms')));
afterEach(() => site.parts.db.query(sql`drop trigger if exists nobody_writes on audit`));

const createShared = () => createItem(site, crate, 'creator', { collaborators: [creator, collaborator], tags: ['x'] });
const deedsOn = ({ itemId }: Item) =>
  site.parts.db.query<{ user_id: string; action: string; before: unknown; after: unknown }>(
    sql`select user_id, action, before, after from audit where target = ${`item/heirlooms/${itemId}`} order by audit_id`,
  );

async function put(who: CastName, { itemId }: Item, metadata: object, headers: Record<string, string> = {}) {
  const request = { method: 'PUT', body: metadata, headers };
  return (await site.ask(who, `${crate}/items/${itemId}/metadata`, request)).status;
}

async function update(who: CastName, { itemId }: Item, parameters: object) {
  const request = { method: 'PUT', body: 'new', headers: parametersHeader(parameters) };
  return (await site.ask(who, `${crate}/items/${itemId}`, request)).status;
}

test.each<[what: string, who: CastName, give: (item: Item) => Promise<number>]>([
  ['its metadata', 'creator', (item) => put('creator', item, { collaborators: [collaborator, creator] })],
  ['metadata and tags', 'creator', (item) => put('creator', item, { collaborators: [collaborator], tags: ['y'] })],
  ['an update', 'creator', (item) => update('creator', item, { collaborators: [collaborator] })],
  ['an update by an admin', 'admin', (item) => update('admin', item, { collaborators: [collaborator], tags: ['y'] })],
])('who hands an item over by %s is in the audit, with the owner before and after', async (_, who, give) => {
  const item = await createShared();
  expect(await give(item)).toBe(200);
  const owners = { before: { userId: creator }, after: { userId: collaborator } };
  expect(await deedsOn(item)).toEqual([{ user_id: CAST[who].userId, action: 'item.handOver', ...owners }]);
});

test('other changes of collaborators, and a refused change of owner, write nothing to the audit', async () => {
  const item = await createShared();
  expect(await put('creator', item, { collaborators: [creator] })).toBe(200);
  expect(await put('creator', item, { collaborators: [creator, collaborator], tags: ['y'] })).toBe(200);
  expect(await update('collaborator', item, { collaborators: [creator, collaborator, CAST.staff.userId] })).toBe(200);
  expect(await put('collaborator', item, { collaborators: [collaborator] })).toBe(403);
  const stale = { 'if-match': etagAfter(item.etag, 9) };
  expect(await put('creator', item, { collaborators: [collaborator] }, stale)).toBe(412);
  expect(await deedsOn(item)).toEqual([]);
});

test('an item does not change its owner when the audit cannot be written', async () => {
  const item = await createShared();
  await site.parts.db.query(
    sql`create trigger nobody_writes before insert on audit for each row execute function refuse_change()`,
  );
  const before = await storageState(site);
  expect(await put('creator', item, { collaborators: [collaborator] })).toBe(500);
  expect(await storageState(site)).toEqual(before);
});

test('many changes of owner at once follow each other in the audit without a gap', async () => {
  const item = await createShared();
  const heirs = Array.from({ length: 24 }, (_, at) => `he1r${at}`);
  for (const heir of heirs) await setAccount(systemCurrent(site.parts), heir, 'authenticated');
  const statuses = await Promise.all(heirs.map((heir) => put('admin', item, { collaborators: [heir] })));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const deeds = await deedsOn(item);
  const after = deeds.map((deed) => deed.after);
  expect(deeds.map(({ before }) => before)).toEqual([{ userId: creator }, ...after.slice(0, -1)]);
  const { userId } = await dataOf<Item>(await site.ask('admin', `${crate}/items/${item.itemId}`));
  expect([deeds.length, after.at(-1)]).toEqual([24, { userId }]);
});

test('the rights to collaborate and to transfer are separate from the one to update', async () => {
  const place = await createCrate(site, 'rights', {
    read: ['public'],
    update: ['staff'],
    collaborate: ['collaborator'],
    tag: ['admin'],
    transfer: [{ to: 'owner', tags: ['free'] }, 'super'],
  });
  const statuses = async (collaborators: string[], tags: string[]) => {
    const requests = (['player', 'creator', 'collaborator', 'staff', 'super'] as const).map(async (who) => {
      const item = await createItem(site, place, 'admin', { collaborators: [creator, collaborator], tags });
      const path = `${place}/items/${item.itemId}`;
      const put = await site.ask(who, `${path}/metadata`, { method: 'PUT', body: { collaborators } });
      const patch = await site.ask(who, `${path}/metadata`, { method: 'PATCH', body: { collaborators, note: 'x' } });
      return [put.status, patch.status];
    });
    return Promise.all(requests);
  };
  const [no, shares, all] = [
    [403, 403],
    [200, 403],
    [200, 200],
  ];
  expect(await statuses([creator, CAST.player.userId], [])).toEqual([no, shares, shares, [403, 403], no]);
  expect(await statuses([CAST.player.userId, creator], [])).toEqual([no, no, no, no, all]);
  expect(await statuses([CAST.player.userId, creator], ['free'])).toEqual([no, shares, no, no, all]);
});
