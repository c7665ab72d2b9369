import { afterEach, describe, expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { FeedFollower, listOf, untilFinal } from '#test/follower.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, etagAfter } from '#test/storage.ts';

import type { Item } from '../item.ts';
import { patchMetadata } from '../writes/updates.server.ts';
import { LARGE_SLICE } from './changes.server.ts';

const site = useTestSite();
let crates = 0;
const newCrate = () => createCrate(site, `crate-${(crates += 1)}`);
const idOf = (crate: string) => crate.split('/').at(-1) ?? '';
const retag = async (crate: string, { itemId }: Item, tags: string[]) => {
  const answered = await site.ask('staff', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body: { tags } });
  expect(answered.status).toBe(200);
};
const remove = (crate: string, { itemId }: Item) => site.ask('staff', `${crate}/items/${itemId}`, { method: 'DELETE' });
/** A follower who has everything by now. */
const followFrom = async (crate: string, who: CastName | undefined) => {
  const follower = new FeedFollower(site, crate, who);
  await follower.readAll();
  return follower;
};
/** A transaction with a number, that does `work` when it is let go, and commits. */
async function hold(work: Parameters<typeof inTransaction<unknown>>[1]): Promise<() => Promise<void>> {
  const [began, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committed = inTransaction(systemCurrent(site.parts), async (current) => {
    await current.db.query(sql`select pg_current_xact_id()`);
    began.resolve();
    await letGo.promise;
    await work(current);
  });
  await began.promise;
  const end = async () => {
    letGo.resolve();
    await committed;
  };
  held.push(end);
  return end;
}
const held: (() => Promise<void>)[] = [];
// A test that fails would leave others waiting for its transaction.
afterEach(() => Promise.all(held.splice(0).map((end) => end())));

describe('the change feed', () => {
  test('gives a new follower every item, whatever the size of the pages, then what changes', async () => {
    const crate = await newCrate();
    const items = await Promise.all([1, 2, 3, 4, 5].map((at) => createItem(site, crate, 'player', { name: `n${at}` })));
    await untilFinal(site);
    const follower = new FeedFollower(site, crate, undefined);
    const first = await follower.read(2);
    expect(first).toEqual({
      hasMore: true,
      changes: items
        .slice(0, 2)
        .map(({ itemId, etag }) =>
          expect.objectContaining({ itemId, etag, kind: 'create', item: expect.objectContaining({ etag }) }),
        ),
    });
    await remove(crate, items[4]!);
    await retag(crate, items[0]!, ['new']);
    await createItem(site, crate, 'player');
    await untilFinal(site);
    await follower.readAll(2);
    expect(follower.replica).toEqual(await listOf(site, crate, undefined));
    expect(await follower.readAll()).toEqual([]);
  });

  test('gives an item once, at its last change, as it is now', async () => {
    const crate = await newCrate();
    const follower = await followFrom(crate, undefined);
    const [one, other] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'player')];
    for (const tag of ['a', 'b', 'c']) await retag(crate, one, [tag]);
    await untilFinal(site);
    const changes = await follower.readAll();
    expect(changes).toEqual([
      expect.objectContaining({ itemId: other.itemId, kind: 'create', etag: other.etag }),
      expect.objectContaining({ itemId: one.itemId, kind: 'update', etag: etagAfter(one.etag, 3) }),
    ]);
    expect(changes[1]?.item?.tags).toEqual(['c']);
    expect(changes[1]?.at).toBe(changes[1]?.item?.updatedAt);
  });

  test('gives of a deleted item its id alone', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'player');
    await untilFinal(site);
    const follower = await followFrom(crate, undefined);
    await remove(crate, item);
    await untilFinal(site);
    expect(await follower.readAll()).toEqual([{ itemId: item.itemId, kind: 'delete' }]);
  });

  test('gives a follower that starts now nothing from before', async () => {
    const crate = await newCrate();
    await createItem(site, crate, 'player');
    await untilFinal(site);
    const follower = new FeedFollower(site, crate, undefined, 'now');
    expect(await follower.read()).toEqual({ changes: [], hasMore: false });
    const { itemId } = await createItem(site, crate, 'player');
    await untilFinal(site);
    expect((await follower.readAll()).map((change) => change.itemId)).toEqual([itemId]);
  });
});

describe('the change feed, while an older transaction runs,', () => {
  test('holds back what commits, and misses nothing when the older one commits last', async () => {
    const crate = await newCrate();
    const [early, late] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'player')];
    await untilFinal(site);
    const follower = await followFrom(crate, undefined);
    const letGo = await hold((current) => patchMetadata(current, idOf(crate), early.itemId, { tags: ['held'] }, {}));
    await retag(crate, late, ['free']);
    expect(await follower.readAll()).toEqual([]);
    await letGo();
    await untilFinal(site);
    expect((await follower.readAll()).map(({ itemId }) => itemId)).toEqual([early.itemId, late.itemId]);
  });

  test.each([1, 128])('puts its newer state before an older one, and the newer stays (pages of %i)', async (limit) => {
    const crate = await newCrate();
    const [item, between] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'player')];
    await untilFinal(site);
    const follower = await followFrom(crate, undefined);
    const letGo = await hold((current) => patchMetadata(current, idOf(crate), item.itemId, { tags: ['newer'] }, {}));
    await retag(crate, between, ['x']);
    await retag(crate, item, ['older']);
    await letGo();
    await untilFinal(site);
    const { changes } = await follower.read(limit);
    expect(changes[0]).toMatchObject({
      itemId: item.itemId,
      etag: etagAfter(item.etag, 2),
      item: { tags: ['newer'] },
    });
    await follower.readAll(limit);
    expect(follower.replica).toEqual(await listOf(site, crate, undefined));
    expect(follower.setbacks).toEqual([]);
  });

  test('gives an item that is changed again and again nonetheless, as it is now', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'player');
    await untilFinal(site);
    const follower = await followFrom(crate, undefined);
    await retag(crate, item, ['first']);
    await untilFinal(site);
    const letGo = await hold(() => Promise.resolve());
    await retag(crate, item, ['second']);
    expect(await follower.readAll()).toEqual([expect.objectContaining({ etag: etagAfter(item.etag, 2) })]);
    await letGo();
  });

  test('gives a new follower what the older one writes', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'player');
    await untilFinal(site);
    const letGo = await hold((current) => patchMetadata(current, idOf(crate), item.itemId, { tags: ['held'] }, {}));
    const follower = await followFrom(crate, undefined);
    await letGo();
    await untilFinal(site);
    await follower.readAll();
    expect(follower.replica).toEqual(new Map([[item.itemId, etagAfter(item.etag, 1)]]));
  });
});

describe('a hidden item', () => {
  test('leaves the feed of those who saw it, once, and comes back when it is shown', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'creator');
    await untilFinal(site);
    const [player, staff] = [await followFrom(crate, 'player'), await followFrom(crate, 'staff')];
    await retag(crate, item, ['hidden']);
    await untilFinal(site);
    expect(await player.readAll()).toEqual([{ itemId: item.itemId, kind: 'delete' }]);
    expect(await staff.readAll()).toEqual([expect.objectContaining({ kind: 'update' })]);
    await retag(crate, item, ['hidden', 'more']);
    await untilFinal(site);
    expect(await player.readAll()).toEqual([]);
    await retag(crate, item, ['more']);
    await untilFinal(site);
    expect(await player.readAll()).toEqual([expect.objectContaining({ kind: 'update' })]);
  });

  test('leaves no trace in the feed of those who never saw it, and stays in its owner’s', async () => {
    const crate = await newCrate();
    const [player, owner] = [await followFrom(crate, 'player'), await followFrom(crate, 'creator')];
    const item = await createItem(site, crate, 'creator', { tags: ['hidden'] });
    await retag(crate, item, ['hidden', 'more']);
    await untilFinal(site);
    expect(await owner.readAll()).toEqual([expect.objectContaining({ itemId: item.itemId })]);
    await remove(crate, item);
    await untilFinal(site);
    expect(await player.read()).toEqual({ changes: [], hasMore: false });
    expect(await owner.readAll()).toEqual([{ itemId: item.itemId, kind: 'delete' }]);
  });

  test('leaves even a feed whose page ends between its being hidden and its last change', async () => {
    const crate = await newCrate();
    const [item, other] = [await createItem(site, crate, 'creator'), await createItem(site, crate, 'creator')];
    await untilFinal(site);
    const player = await followFrom(crate, 'player');
    await retag(crate, item, ['hidden']);
    await retag(crate, other, ['x']);
    await retag(crate, item, ['hidden', 'more']);
    await untilFinal(site);
    await player.readAll(1);
    expect([...player.replica.keys()]).toEqual([other.itemId]);
  });

  test('costs others some empty pages at most when it has changed thousands of times', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'creator', { tags: ['hidden'] });
    const player = await followFrom(crate, 'player');
    await site.parts.db
      .query(sql`insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, tags, collaborators)
        select crate_id, item_id, ordinal, rev + n, 'update', updated_at, tags, collaborators
        from items, generate_series(1, ${9 * LARGE_SLICE}) n where crate_id = ${idOf(crate)}`);
    const seen = await createItem(site, crate, 'creator');
    await untilFinal(site);
    expect(await player.read()).toEqual({ changes: [], hasMore: true });
    expect((await player.readAll()).map(({ itemId }) => itemId)).toEqual([seen.itemId]);
    expect(item.itemId).not.toBe(seen.itemId);
  });
});
