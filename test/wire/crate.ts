import { afterAll, beforeAll, expect, inject } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireRequest, WireReply } from './client.ts';
import type { Item } from './item.ts';

/** The rules that most tests use: anyone reads, players create, owners change, `hidden` and `unlisted` hide. */
export const OPEN_POLICY = {
  list: ['public'],
  read: ['public'],
  create: ['authenticated'],
  update: ['owner', 'collaborator', 'staff'],
  delete: ['owner', 'staff'],
  tag: ['owner', 'collaborator', 'staff'],
  collaborate: ['owner', 'collaborator', 'staff'],
  stat: ['authenticated'],
  hide: { hidden: 'staff', unlisted: 'direct' },
};

export interface WireCrate {
  readonly crateId: string;
  /** `/api/storage/crates/{crateId}` */
  readonly path: string;
  /** `/api/storage/crates/{crateId}/items` */
  readonly items: string;
  /** An item made before the tests of a file or a group, for tests that leave it as it is. */
  keep(who: WireCastName, parameters?: object, body?: WireRequest['body']): () => Item;
  create(
    who: WireCastName,
    parameters?: object,
    body?: WireRequest['body'],
    headers?: Record<string, string>,
  ): Promise<Item>;
}

/** A crate of this run, made before the tests of a file and deleted with its items after them. */
export function useCrate(name: string, settings: object = { policy: OPEN_POLICY }): WireCrate {
  const crateId = `wire-${inject('run')}-${name}`;
  const path = `/api/storage/crates/${crateId}`;
  const items = `${path}/items`;
  beforeAll(async () => {
    expect((await createCrate(crateId, settings)).status).toBe(201);
  });
  afterAll(() => deleteCrate(crateId));
  const create: WireCrate['create'] = async (who, parameters = {}, body = 'hello', headers = {}) => {
    const reply = await ask(who, `POST ${items}`, { parameters, body, headers });
    if (reply.status !== 201) throw new Error(`an item of ${crateId}: ${reply.refusal.join(' ')}`);
    return reply.item;
  };
  const keep: WireCrate['keep'] = (who, parameters, body) => {
    const kept: Item[] = [];
    beforeAll(async () => void kept.push(await create(who, parameters, body)));
    return () => {
      const [item] = kept;
      if (item === undefined) throw new Error('the item is made before the tests, not while they are collected');
      return item;
    };
  };
  return { crateId, path, items, keep, create };
}

export function createCrate(crateId: string, settings: object): Promise<WireReply> {
  return ask('admin', 'POST /api/storage/crates', { body: { crateId, ...settings } });
}

/** Deletes a crate with everything in it. */
async function deleteCrate(crateId: string): Promise<void> {
  const path = `/api/storage/crates/${crateId}`;
  for (;;) {
    const page = await ask('super', `GET ${path}/items?permissionsOverride=true&limit=128`);
    const items = page.items;
    for (const [at, { itemId }] of items.entries()) {
      // The limit of writes is each person's own.
      const who = at % 3 === 0 ? 'staff' : 'super';
      const headers = { 'if-match': '*' };
      await ask(who, `DELETE ${path}/items/${itemId}?permissionsOverride=true`, { headers });
    }
    if (items.length < 128) break;
  }
  expect((await ask('admin', `DELETE ${path}`)).status).toBe(204);
}
