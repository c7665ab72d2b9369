import { beforeAll, describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';

const crate = useCrate('cursors');
const COUNT = 7;

beforeAll(async () => {
  // Some share one moment, so that the id has to break the tie.
  for (let at = 0; at < COUNT; at += 1) {
    const createdAt = new Date(Date.UTC(2024, 0, Math.ceil(at / 3))).toISOString();
    await crate.create('super', { createdAt, tags: ['all'], ...(at % 2 === 0 && { name: `n${at}` }) });
  }
});

interface WirePage {
  ids: string[];
  next?: string;
  prev?: string;
}

async function pageAt(address: string): Promise<WirePage> {
  const reply = await ask(undefined, `GET ${address}`);
  const ids = reply.items.map(({ itemId }) => itemId);
  return { ids, ...reply.links };
}

async function walk(start: string, direction: 'next' | 'prev'): Promise<WirePage[]> {
  const pages: WirePage[] = [await pageAt(start)];
  for (let address = pages[0]?.[direction]; address !== undefined; address = pages.at(-1)?.[direction]) {
    pages.push(await pageAt(address));
  }
  return pages;
}

/** A cursor that this search has handed out. */
async function cursorOf(query: string): Promise<string> {
  const { next = '' } = await pageAt(`${crate.items}?${query}&limit=1`);
  return new URLSearchParams(next.split('?')[1]).get('after') ?? '';
}

describe('pages are walked both ways by Link', () => {
  test('each item exactly once, and the ends have no link beyond', async () => {
    const query = 'tags=all&sort=-createdAt';
    const whole = (await pageAt(`${crate.items}?${query}&limit=128`)).ids;
    expect(new Set(whole).size).toBe(COUNT);
    for (const limit of [1, 3, COUNT]) {
      const forth = await walk(`${crate.items}?${query}&limit=${limit}&local-cache-id=x`, 'next');
      expect(forth.flatMap(({ ids }) => ids)).toEqual(whole);
      expect([forth[0]?.prev, forth.at(-1)?.next]).toEqual([undefined, undefined]);
      const { prev } = forth.at(-1) ?? {};
      const back = prev === undefined ? [] : await walk(prev, 'prev');
      expect(back.toReversed().flatMap(({ ids }) => ids)).toEqual(forth.slice(0, -1).flatMap(({ ids }) => ids));
      expect(back.at(-1)?.prev).toBeUndefined();
    }
  });

  test('and keep the other parameters of the search, without those for a cache', async () => {
    const { next = '' } = await pageAt(`${crate.items}?tags=all&sort=-createdAt&limit=2&local-cache-id=x`);
    const query = Object.fromEntries(new URLSearchParams(next.split('?')[1]));
    const kept = { tags: 'all', sort: '-createdAt', limit: '2' };
    expect(query).toEqual({ ...kept, after: expect.any(String) });
    expect(next.startsWith(`${crate.items}?`)).toBe(true);
  });
});

test.each(['after', 'before'])('a cursor of another search answers 400: %s', async (name) => {
  for (const cursor of ['x', '%00', await cursorOf('sort=-name')]) {
    const reply = await ask(undefined, `GET ${crate.items}?sort=name&${name}=${encodeURIComponent(cursor)}`);
    expect([cursor, ...reply.refusal]).toEqual([cursor, 400, 'Invalid after or before: not a cursor of this search.']);
  }
});

test('the limit may change from page to page', async () => {
  const after = await cursorOf('sort=createdAt');
  const { ids } = await pageAt(`${crate.items}?sort=createdAt&limit=128&after=${after}`);
  expect(ids).toHaveLength(COUNT - 1);
});

test('a page has 16 items by default', async () => {
  for (let at = COUNT; at < 17; at += 1) await crate.create('admin', { createdAt: '2020-01-01T00:00:00Z' });
  expect((await pageAt(crate.items)).ids).toHaveLength(16);
});
