import { describe, expect, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import { openEvents } from './events.ts';
import type { Events } from './events.ts';

const crate = useCrate('changes');
const other = useCrate('changes-other');
const CHANGES = `${crate.path}/changes`;

interface WireChange {
  itemId: string;
  kind: string;
  etag?: string;
  item?: { etag: string; tags: string[] };
}

const tokenNow = async (who?: WireCastName, path = CHANGES) =>
  (await ask(who, `GET ${path}?since=now`)).headers['rumpus-changes-since'] ?? '';
const retag = (itemId: string, tags: string[]) =>
  ask('staff', `PATCH ${crate.items}/${itemId}/metadata`, { body: { tags } });

/** Reads on until what was told last of each item is this; what the site does beside may hold changes back for a moment. */
async function readUntil(
  who: WireCastName | undefined,
  since: string,
  last: Record<string, { kind: string }>,
): Promise<void> {
  const seen: Record<string, WireChange> = {};
  const isComplete = () => Object.entries(last).every(([itemId, { kind }]) => seen[itemId]?.kind === kind);
  for (let token = since; !isComplete();) {
    const reply = await ask(who, `GET ${CHANGES}?since=${token}`);
    const changes = reply.data() as WireChange[];
    for (const change of changes) seen[change.itemId] = change;
    token = reply.headers['rumpus-changes-since'] ?? '';
  }
  expect(seen).toMatchObject(last);
}

describe('GET changes', () => {
  test('walks all items page by page, then goes on with what changes, until there is no next page', async () => {
    const items = [await crate.create('creator'), await crate.create('creator'), await crate.create('creator')];
    const found = new Map<string, string | undefined>();
    const pages: number[] = [];
    for (let address: string | undefined = `${CHANGES}?limit=2&local-cache-id=x`; address !== undefined;) {
      const reply = await ask(undefined, `GET ${address}`);
      const changes = reply.data() as WireChange[];
      pages.push(changes.length);
      for (const { itemId, etag, item } of changes) {
        expect(item?.etag).toBe(etag);
        found.set(itemId, etag);
      }
      address = reply.links.next;
      expect(address ?? '').not.toContain('local-cache-id');
    }
    for (const { itemId, etag } of items) expect(found.get(itemId)).toBe(etag);
    expect(Math.max(...pages)).toBe(2);
  });

  test('lists each item once, as it is now, and deleted or hidden ones as deleted', async () => {
    const [kept, gone, hidden] = [
      await crate.create('creator'),
      await crate.create('creator'),
      await crate.create('creator'),
    ];
    const token = await tokenNow();
    await retag(kept.itemId, ['a']);
    await retag(kept.itemId, ['b']);
    await ask('creator', `DELETE ${crate.items}/${gone.itemId}`);
    await retag(hidden.itemId, ['hidden']);
    const isGone = ({ itemId }: { itemId: string }) => ({ [itemId]: { itemId, kind: 'delete' } });
    const isKept = { [kept.itemId]: { kind: 'update', item: { tags: ['b'] } } };
    await readUntil(undefined, token, { ...isKept, ...isGone(gone), ...isGone(hidden) });
  });

  test('is refused with a token of another crate, with too many at once, and for no crate', async () => {
    const token = await tokenNow();
    const foreign = [400, 'Invalid since: not a token of this crate’s changes.'];
    expect((await ask(undefined, `GET ${other.path}/changes?since=${token}`)).refusal).toEqual(foreign);
    expect((await ask(undefined, `GET ${CHANGES}?since=${token.slice(1)}`)).refusal).toEqual(foreign);
    const many = await ask(undefined, `GET ${CHANGES}?limit=129`);
    expect(many.refusal).toEqual([400, 'Invalid limit: a whole number from 1 to 128']);
    for (const path of ['/api/storage/crates/no-such/changes', '/api/storage/crates/%ff/changes']) {
      expect((await ask(undefined, `GET ${path}`)).refusal).toEqual([404, "We don't have what you're looking for."]);
    }
  });

  test('has to start anew for users whose visible items have changed', async () => {
    const reply = await ask('staff', `GET ${CHANGES}?since=${await tokenNow('player')}`);
    expect(reply.refusal).toEqual([410, 'The changes since then are no longer told. Start anew, without since.']);
  });
});

describe('GET changes as events', () => {
  test('goes on from the last event, and the first lists everything', async () => {
    const item = await other.create('creator');
    const first = await openEvents(undefined, `${other.path}/changes`);
    expect([first.status, first.type]).toEqual([200, 'text/event-stream']);
    const { id, event, data } = await first.next();
    expect([event, data]).toEqual(['change', expect.objectContaining({ itemId: item.itemId, kind: 'create' })]);
    await ask('creator', `DELETE ${other.items}/${item.itemId}`);
    expect((await first.next()).data).toEqual({ itemId: item.itemId, kind: 'delete' });
    first.close();
    const again = await openEvents(undefined, `${other.path}/changes?since=now`, { 'last-event-id': id });
    expect((await again.next()).data).toEqual({ itemId: item.itemId, kind: 'delete' });
    again.close();
  });

  test('is answered to HEAD without waiting for any', async () => {
    const reply = await ask(undefined, `HEAD ${CHANGES}`, { headers: { accept: 'text/event-stream' } });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });

  test('is refused like a page, and with 503 to a user who follows twenty times already', async () => {
    const headers = { accept: 'text/event-stream' };
    const foreign = await ask(undefined, `GET ${CHANGES}?since=x`, { headers });
    expect(foreign.refusal).toEqual([400, 'Invalid since: not a token of this crate’s changes.']);
    const streams: Events[] = [];
    try {
      for (let open = 0; open < 20; open += 1) streams.push(await openEvents('collaborator', `${CHANGES}?since=now`));
      const full = await ask('collaborator', `GET ${CHANGES}?since=now`, { headers, expects: 503 });
      expect(full.refusal).toEqual([503, 'Too many are following. Try again later.']);
      expect(full.headers['retry-after']).toBe('10');
    } finally {
      for (const stream of streams) stream.close();
    }
  });
});
