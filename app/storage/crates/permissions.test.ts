import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader } from '#test/storage.ts';

const site = useTestSite();

/** Everyone who may ask: the public, another player, the item's owner and collaborator, and the studio. */
const WHO = ['public', 'player', 'owner', 'collaborator', 'staff', 'admin', 'super'] as const;
const CAST_OF = { public: undefined, player: 'player', owner: 'creator' } as const;
const castOf = (who: (typeof WHO)[number]) =>
  who in CAST_OF ? CAST_OF[who as keyof typeof CAST_OF] : (who as 'staff');

/** Statuses for everyone of WHO, in that order. */
type PermissionRow = [call: string, ...statuses: number[]];
interface CrateItem {
  crate: string;
  item: string;
  name: string;
}
const OVERRIDE = 'permissionsOverride=true';

const CALLS: Record<string, (place: CrateItem) => [path: string, asked?: SiteRequest]> = {
  get: ({ item }) => [item],
  'get with override': ({ item }) => [`${item}?${OVERRIDE}`],
  download: ({ item }) => [`${item}?download=true`],
  find: ({ crate }) => [`${crate}/items`],
  'find with override': ({ crate }) => [`${crate}/items?${OVERRIDE}`],
  count: ({ crate }) => [`${crate}/items?count=true`],
  'find and download': ({ crate, name }) => [`${crate}/items?names=${name}&download=true`],
  create: ({ crate }) => [`${crate}/items`, { method: 'POST', body: 'x' }],
  'create with tags': ({ crate }) => [
    `${crate}/items`,
    { method: 'POST', body: 'x', headers: parametersHeader({ tags: ['a'] }) },
  ],
  'create for another': ({ crate }) => [
    `${crate}/items`,
    { method: 'POST', body: 'x', headers: parametersHeader({ collaborators: [CAST.super.userId] }) },
  ],
  update: ({ item }) => [item, { method: 'PUT', body: 'x' }],
  'update with tags': ({ item }) => [
    item,
    { method: 'PUT', body: 'x', headers: parametersHeader({ tags: ['other'] }) },
  ],
  tag: ({ item }) => [`${item}/metadata`, { method: 'PUT', body: { tags: ['other'] } }],
  share: ({ item }) => [
    `${item}/metadata`,
    { method: 'PUT', body: { collaborators: [CAST.creator.userId, CAST.staff.userId] } },
  ],
  'hand over': ({ item }) => [
    `${item}/metadata`,
    { method: 'PUT', body: { collaborators: [CAST.staff.userId, CAST.creator.userId] } },
  ],
  'add to stats': ({ item }) => [`${item}/stats`, { method: 'PATCH', body: { changeStats: { a: 1 } } }],
  'submit records': ({ item }) => [`${item}/stats`, { method: 'PATCH', body: { submitRecords: { A: 1 } } }],
  batch: ({ crate, name }) => [
    `${crate}/items/@batch/stats`,
    { method: 'PATCH', body: { updates: [{ name, changeStats: { a: 1 } }] } },
  ],
  delete: ({ item }) => [item, { method: 'DELETE' }],
  'delete with override': ({ item }) => [`${item}?${OVERRIDE}`, { method: 'DELETE' }],
  'list crates': () => ['/api/storage/crates'],
  'read crate': ({ crate }) => [crate],
  'change crate': ({ crate }) => [crate, { method: 'PUT', body: { name: 'Other' } }],
  'create crate': ({ name }) => ['/api/storage/crates', { method: 'POST', body: { crateId: `new-${name}` } }],
  'delete crate': ({ crate }) => [crate, { method: 'DELETE' }],
};

const CRATE_CALLS: PermissionRow[] = [
  ['list crates', 401, 403, 403, 403, 403, 200, 200],
  ['read crate', 401, 403, 403, 403, 403, 200, 200],
  ['change crate', 401, 403, 403, 403, 403, 200, 200],
  ['create crate', 401, 403, 403, 403, 403, 201, 201],
  ['delete crate', 401, 403, 403, 403, 403, 409, 409],
];

//                                    public player owner collaborator staff admin super
const TABLES: { crate: string; tags: string[]; policy: object; rows: PermissionRow[] }[] = [
  {
    crate: 'a crate without a policy',
    tags: [],
    policy: {},
    rows: [
      ['get', 404, 404, 404, 404, 404, 200, 200],
      ['get with override', 404, 404, 404, 404, 200, 200, 200],
      ['download', 404, 404, 404, 404, 404, 200, 200],
      ['find', 404, 404, 404, 404, 404, 200, 200],
      ['find with override', 404, 404, 404, 404, 200, 200, 200],
      ['count', 404, 404, 404, 404, 404, 200, 200],
      ['find and download', 404, 404, 404, 404, 404, 200, 200],
      ['create', 404, 404, 404, 404, 404, 201, 201],
      ['update', 404, 404, 404, 404, 404, 200, 200],
      ['tag', 404, 404, 404, 404, 404, 200, 200],
      ['share', 404, 404, 404, 404, 404, 200, 200],
      ['add to stats', 404, 404, 404, 404, 404, 200, 200],
      ['batch', 404, 404, 404, 404, 404, 200, 200],
      ['delete', 404, 404, 404, 404, 404, 204, 204],
      ['delete with override', 404, 404, 404, 404, 204, 204, 204],
      ...CRATE_CALLS,
    ],
  },
  {
    crate: 'an open crate',
    tags: ['plain'],
    policy: OPEN_POLICY,
    rows: [
      ['get', 200, 200, 200, 200, 200, 200, 200],
      ['get with override', 401, 403, 403, 403, 200, 200, 200],
      ['download', 200, 200, 200, 200, 200, 200, 200],
      ['find', 200, 200, 200, 200, 200, 200, 200],
      ['count', 200, 200, 200, 200, 200, 200, 200],
      ['find and download', 200, 200, 200, 200, 200, 200, 200],
      ['create', 401, 201, 201, 201, 201, 201, 201],
      ['create with tags', 401, 201, 201, 201, 201, 201, 201],
      ['create for another', 401, 403, 403, 403, 403, 201, 201],
      ['update', 401, 403, 200, 200, 200, 200, 200],
      ['update with tags', 401, 403, 200, 200, 200, 200, 200],
      ['tag', 401, 403, 200, 200, 200, 200, 200],
      ['share', 401, 403, 200, 200, 200, 200, 200],
      ['hand over', 401, 403, 200, 403, 403, 200, 200],
      ['add to stats', 401, 200, 200, 200, 200, 200, 200],
      ['submit records', 401, 200, 200, 200, 200, 200, 200],
      ['batch', 401, 200, 200, 200, 200, 200, 200],
      ['delete', 401, 403, 204, 403, 204, 204, 204],
      ['delete with override', 401, 403, 403, 403, 204, 204, 204],
      ...CRATE_CALLS,
    ],
  },
  {
    crate: 'an open crate, for a hidden item',
    tags: ['hidden'],
    policy: OPEN_POLICY,
    rows: [
      ['get', 404, 404, 200, 200, 200, 200, 200],
      ['download', 404, 404, 200, 200, 200, 200, 200],
      ['find and download', 404, 404, 200, 200, 200, 200, 200],
      ['update', 401, 404, 200, 200, 200, 200, 200],
      ['tag', 401, 404, 200, 200, 200, 200, 200],
      ['add to stats', 401, 404, 200, 200, 200, 200, 200],
      ['delete', 401, 404, 204, 403, 204, 204, 204],
    ],
  },
  {
    crate: 'an open crate, for an unlisted item, by its id or name',
    tags: ['unlisted'],
    policy: OPEN_POLICY,
    rows: [
      ['get', 200, 200, 200, 200, 200, 200, 200],
      ['download', 200, 200, 200, 200, 200, 200, 200],
      ['find and download', 200, 200, 200, 200, 200, 200, 200],
      ['update', 401, 403, 200, 200, 200, 200, 200],
      ['add to stats', 401, 200, 200, 200, 200, 200, 200],
      ['delete', 401, 403, 204, 403, 204, 204, 204],
    ],
  },
  {
    crate: 'a crate that everyone may list and admins alone may read',
    tags: [],
    policy: { list: ['public'] },
    rows: [
      ['get', 404, 404, 404, 404, 404, 200, 200],
      ['get with override', 401, 403, 403, 403, 200, 200, 200],
      ['download', 404, 404, 404, 404, 404, 200, 200],
      ['find', 200, 200, 200, 200, 200, 200, 200],
      ['count', 200, 200, 200, 200, 200, 200, 200],
      ['find and download', 404, 404, 404, 404, 404, 200, 200],
      ['create', 401, 403, 403, 403, 403, 201, 201],
      ['update', 401, 403, 403, 403, 403, 200, 200],
      ['tag', 401, 403, 403, 403, 403, 200, 200],
      ['add to stats', 401, 403, 403, 403, 403, 200, 200],
      ['delete', 401, 403, 403, 403, 403, 204, 204],
    ],
  },
  {
    crate: 'a crate whose items everyone may read, and only admins may list',
    tags: [],
    policy: { read: ['public'] },
    rows: [
      ['get', 200, 200, 200, 200, 200, 200, 200],
      ['find', 404, 404, 404, 404, 404, 200, 200],
      ['find with override', 401, 403, 403, 403, 200, 200, 200],
      ['count', 404, 404, 404, 404, 404, 200, 200],
      ['find and download', 404, 404, 404, 404, 404, 200, 200],
      ['create', 401, 403, 403, 403, 403, 201, 201],
      ['batch', 401, 403, 403, 403, 403, 200, 200],
      ['delete with override', 401, 403, 403, 403, 204, 204, 204],
    ],
  },
  {
    crate: 'a crate that lets players change what only its owner and staff may read',
    tags: [],
    policy: {
      read: ['owner', 'staff'],
      update: ['authenticated'],
      tag: ['authenticated'],
      collaborate: ['authenticated'],
    },
    rows: [
      ['get', 404, 404, 200, 404, 200, 200, 200],
      ['update', 404, 404, 200, 404, 200, 200, 200],
      ['update with tags', 404, 404, 200, 404, 200, 200, 200],
      ['tag', 404, 404, 200, 404, 200, 200, 200],
      ['share', 404, 404, 200, 404, 200, 200, 200],
      ['hand over', 404, 404, 200, 404, 403, 200, 200],
    ],
  },
];

describe.each(TABLES)('in $crate', ({ tags, policy, rows, crate: title }) => {
  let made = 0;
  const prefix = `c${TABLES.findIndex(({ crate }) => crate === title)}`;
  let open: string;
  beforeAll(async () => void (open = await createCrate(site, prefix, policy)));

  test.each(rows)(
    '%s: public %i, player %i, owner %i, collaborator %i, staff %i, admin %i, super %i',
    async (call, ...wanted) => {
      const got: number[] = [];
      for (const who of WHO) {
        const name = `${prefix}-${(made += 1)}`;
        // Who changes a crate changes one of its own.
        const crate = call.endsWith('crate') ? await createCrate(site, name, policy) : open;
        const collaborators = [CAST.creator.userId, CAST.collaborator.userId];
        const { itemId } = await createItem(site, crate, 'admin', { name, tags, collaborators });
        const [path, request] = CALLS[call]?.({ crate, name, item: `${crate}/items/${itemId}` }) ?? [''];
        const response = await site.ask(castOf(who), path, request);
        const [entry] =
          call === 'batch' && response.ok ? await dataOf<{ problem?: { status: number } }[]>(response) : [];
        got.push(entry?.problem?.status ?? response.status);
      }
      expect(got).toEqual(wanted);
    },
  );
});

test('a visitor without a sign-in cannot own an item and so creates none, whatever the policy says', async () => {
  const crate = await createCrate(site, 'everyone', { create: ['public'], tag: ['public'], list: ['public'] });
  for (const parameters of [{}, { tags: ['a'] }, { collaborators: ['pl4yer'] }]) {
    const request = { method: 'POST', body: 'x', headers: parametersHeader(parameters) };
    expect((await site.ask(undefined, `${crate}/items`, request)).status).toBe(401);
  }
  expect(await dataOf<number>(await site.ask(undefined, `${crate}/items?count=true`))).toBe(0);
});
