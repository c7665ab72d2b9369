import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { strayTagRows } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from './item.ts';

const site = useTestSite();
let crate: string;
let other: string;
let item: Item;
beforeAll(async () => {
  crate = await createCrate(site, 'noise');
  other = await createCrate(site, 'other-noise');
  item = await createItem(site, crate, 'player', { name: 'target', tags: ['on'], map: { title: 'İstanbul straße' } });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '%',
    "'",
    '\\',
    '__proto__',
    'constructor',
    '-',
    ',',
    ':',
    '&|!<->()*',
    'İ',
    'ß',
    'ﷺ',
  ),
  fc.constantFrom(
    '1e309',
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    ' 5 ',
    '9'.repeat(400),
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ),
);
const date = fc.oneof(
  text,
  fc.constantFrom(
    '0001-01-01',
    '0000-12-31',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13',
    '-000001-01-01',
    '24:00',
    '1',
  ),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
);
const words = fc.oneof(text, fc.stringMatching(/^[\p{L}\p{N}\p{M}'’-]{1,30}$/u));
const list = (member: fc.Arbitrary<string>) => fc.array(member, { maxLength: 4 }).map((members) => members.join(','));

const searches = fc.record(
  {
    tags: list(text),
    names: list(text),
    itemIds: list(text),
    userIds: list(fc.oneof(text, fc.constant('@me'))),
    dates: fc
      .tuple(fc.constantFrom('createdAt', 'updatedAt', 'x'), fc.constantFrom('<', '<=', '>', '>=', '=', '=='), date)
      .map((parts) => parts.join('')),
    q: words,
    sort: fc.oneof(text, fc.constantFrom('name', '-updatedAt')),
    limit: fc.oneof(text, fc.constantFrom('1', '128', '1.5', '1e2')),
    after: text,
    before: text,
    count: fc.constantFrom('true', 'false', ''),
    download: fc.constantFrom('true', 'false', ''),
    permissionsOverride: fc.constantFrom('true', 'false', ''),
    masquerade: fc.oneof(text, fc.constantFrom('staff', 'authenticated')),
  },
  { requiredKeys: [] },
);

const nonsense = fc.object({
  key: fc.oneof(text, fc.constantFrom('tags', 'name', 'map', 'note', 'collaborators', 'createdAt', 'changeStats')),
  values: [text, fc.double(), fc.boolean(), fc.constant(null), date],
  maxDepth: 3,
});
const parameters = fc.record(
  {
    name: fc.oneof(text, fc.constant(null)),
    tags: fc.array(text, { maxLength: 5 }),
    collaborators: fc.array(fc.constantFrom('pl4yer', 'c0llab', ''), { maxLength: 3 }),
    map: fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)), { maxKeys: 4 }),
    note: fc.oneof(text, fc.constant(null)),
    createdAt: fc.oneof(date, fc.double(), fc.integer()),
  },
  { requiredKeys: [] },
);
const numbers = fc.dictionary(fc.oneof(text, fc.constantFrom('plays', 'toString')), fc.oneof(fc.double(), text), {
  maxKeys: 3,
});
const stats = fc.record({ changeStats: numbers, setStats: numbers, submitRecords: numbers }, { requiredKeys: [] });
const policy = fc.record(
  {
    read: fc.array(text),
    hide: fc.dictionary(text, fc.constantFrom('staff', 'direct')),
    records: fc.dictionary(text, fc.constant({ best: 'min' })),
  },
  { requiredKeys: [] },
);

/** Few at a time, because one that is refused hides the others. */
function few<Value>(records: fc.Arbitrary<Record<string, Value>>): fc.Arbitrary<Record<string, Value>> {
  return fc.tuple(records, fc.array(fc.nat(), { minLength: 1, maxLength: 2 })).map(([record, picks]) => {
    const entries = Object.entries(record);
    const picked = picks.map((pick) => entries[pick % entries.length]).filter((entry) => entry !== undefined);
    return Object.fromEntries(picked);
  });
}

/** Sends what JSON can say of it, numbers that it cannot say as they are. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('"1e309"', '1e309').replaceAll('"-0"', '-0');
const JSON_TYPE = { 'content-type': 'application/json' };
const RUNS = { numRuns: 300 };

describe('no request gets a server error', () => {
  test('whatever a search asks for', async () => {
    await fc.assert(
      fc.asyncProperty(few(searches), fc.constantFrom(undefined, 'player', 'super'), async (query, who) => {
        const response = await site.ask(who, `${crate}/items?${new URLSearchParams(query)}`);
        expect(response.status).toBeLessThan(500);
        if (response.status === 200) await response.text();
      }),
      RUNS,
    );
  });

  test('whatever the parameters of an item hold, and the item reads as it was sent', async () => {
    const run = fc.asyncProperty(
      fc.oneof(few(parameters), parameters, nonsense),
      fc.boolean(),
      async (given, creates) => {
        const headers = { 'Rumpus-Item-Parameters': encodeURIComponent(json(given).toWellFormed()) };
        const [method, path] = creates ? ['POST', `${crate}/items`] : ['PUT', `${crate}/items/${item.itemId}`];
        const response = await site.ask('player', path, { method, body: 'x', headers });
        expect(response.status).toBeLessThan(500);
        if (!response.ok) return;
        const { itemId, ...written } = await dataOf<Item>(response);
        const read = await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
        expect({ ...read, updatedAgo: 0, createdAgo: 0 }).toEqual({ itemId, ...written, updatedAgo: 0, createdAgo: 0 });
        const found = await site.ask(
          'staff',
          `${crate}/items?itemIds=${itemId}&count=true&tags=${written.tags.slice(0, 9).map(encodeURIComponent).join(',')}`,
        );
        expect(await dataOf<number>(found)).toBe(1);
      },
    );
    await fc.assert(run, RUNS);
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('whatever metadata, stats, a batch or a crate hold', async () => {
    const path = `${crate}/items/${item.itemId}`;
    const entry = fc.oneof(stats, nonsense).map((part) => Object.assign(part, { itemId: item.itemId }));
    const calls = fc.oneof(
      fc.tuple(fc.constant('PUT'), fc.constant('/metadata'), fc.oneof(parameters, nonsense)),
      fc.tuple(fc.constant('PATCH'), fc.constant('/stats'), fc.oneof(stats, nonsense)),
      fc.tuple(
        fc.constant('PATCH'),
        fc.constant('@batch'),
        fc.array(fc.oneof(entry, stats, nonsense), { maxLength: 4 }),
      ),
      fc.tuple(fc.constant('PUT'), fc.constant('crate'), fc.oneof(policy, nonsense)),
    );
    const run = fc.asyncProperty(calls, async ([method, ending, given]) => {
      const body = json(ending === '@batch' ? { updates: given } : ending === 'crate' ? { policy: given } : given);
      const address =
        ending === '@batch' ? `${crate}/items/@batch/stats` : ending === 'crate' ? other : `${path}${ending}`;
      const who = ending === 'crate' ? 'admin' : 'player';
      const response = await site.ask(who, address, { method, body, headers: JSON_TYPE });
      expect(response.status).toBeLessThan(500);
      expect((await site.ask('admin', path)).status).toBe(200);
    });
    await fc.assert(run, RUNS);
  });
});
