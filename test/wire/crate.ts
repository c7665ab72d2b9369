import { afterAll, beforeAll, expect, inject } from 'vitest';

import type { CastName } from './cast.ts';
import { ask } from './client.ts';
import type { Asked, Reply } from './client.ts';

/** An item's metadata, as the calls answer it. */
export interface Item {
  _id: string;
  itemId: string;
  crateId: string;
  name: string | null;
  userId: string;
  collaborators: string[];
  tags: string[];
  map: Record<string, unknown>;
  note: string | null;
  etag: string;
  bytes: number;
  mimetype: string;
  createdAt: string;
  updatedAt: string;
  createdAgo: number;
  updatedAgo: number;
  stats: Record<string, number>;
  records: Record<string, { userId: string; value: number; createdAt: string }[]>;
}

/** The rules that most tests use: anyone reads, players create, owners change, `hidden` and `unlisted` hide. */
export const OPEN_POLICY = {
  list: ['public'],
  read: ['public'],
  create: ['authenticated'],
  update: ['owner', 'collaborator', 'staff'],
  delete: ['owner', 'staff'],
  tag: ['owner', 'collaborator', 'staff'],
  stat: ['authenticated'],
  hide: { hidden: 'staff', unlisted: 'direct' },
};

export interface WireCrate {
  readonly crateId: string;
  /** `/api/storage/crates/{crateId}` */
  readonly path: string;
  /** `/api/storage/crates/{crateId}/items` */
  readonly items: string;
  create(who: CastName, parameters?: object, body?: Asked['body'], headers?: Record<string, string>): Promise<Item>;
}

/** A crate of this run, made before the tests of a file and deleted with its items after them. */
export function useCrate(name: string, settings: object = { policy: OPEN_POLICY }): WireCrate {
  const crateId = `wire-${inject('run')}-${name}`;
  const path = `/api/storage/crates/${crateId}`;
  const items = `${path}/items`;
  beforeAll(async () => void expect((await createCrate(crateId, settings)).status).toBe(201));
  afterAll(() => deleteCrate(crateId));
  return {
    ...{ crateId, path, items },
    create: async (who, parameters = {}, body = 'hello', headers = {}) => {
      const reply = await ask(who, `POST ${items}`, { parameters, body, headers });
      if (reply.status !== 201) throw new Error(`an item of ${crateId}: ${reply.refusal.join(' ')}`);
      return reply.data<Item>();
    },
  };
}

export function createCrate(crateId: string, settings: object): Promise<Reply> {
  return ask('admin', 'POST /api/storage/crates', { body: { crateId, ...settings } });
}

/** Deletes a crate with everything in it. */
async function deleteCrate(crateId: string): Promise<void> {
  const path = `/api/storage/crates/${crateId}`;
  for (;;) {
    const page = await ask('super', `GET ${path}/items?permissionsOverride=true&limit=128`);
    const items = page.data<Item[]>();
    for (const [at, { itemId }] of items.entries()) {
      // The limit of writes is each person's own.
      const who = at % 2 === 0 ? 'staff' : 'super';
      await ask(who, `DELETE ${path}/items/${itemId}?permissionsOverride=true`);
    }
    if (items.length < 128) break;
  }
  expect((await ask('admin', `DELETE ${path}`)).status).toBe(204);
}
