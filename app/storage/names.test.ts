import { beforeAll, describe, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, parametersHeader, refusalOf } from '#test/storage.ts';

import type { Item } from './item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'scripts')));

/** The same text, with each mark in its letter and beside it. */
const [COMPOSED, APART] = ['größe é', 'größe é'.normalize('NFD')];
const FORMS = [COMPOSED, APART] as const;

describe('names and tags are compared in one Unicode form', () => {
  test('either form is stored as NFC', async () => {
    for (const form of FORMS) {
      const parameters = { tags: [form, `field:${form}`] };
      expect(await createItem(site, crate, 'player', parameters)).toMatchObject({
        tags: [COMPOSED, `field:${COMPOSED}`],
      });
    }
    const once = await createItem(site, crate, 'player', { tags: [...FORMS] });
    expect(once.tags).toEqual([COMPOSED]);
    const request = { method: 'PUT', body: { tags: [APART] } };
    const changed = await site.ask('player', `${crate}/items/${once.itemId}/metadata`, request);
    expect(await dataOf<Item>(changed)).toMatchObject({ tags: [COMPOSED] });
  });

  test('a name is taken, found and changed by either form', async () => {
    const { itemId, name } = await createItem(site, crate, 'player', { name: APART });
    expect(name).toBe(COMPOSED);
    for (const form of FORMS) {
      const again = { method: 'POST', body: 'x', headers: parametersHeader({ name: form }) };
      expect((await refusalOf(await site.ask('player', `${crate}/items`, again)))[0]).toBe(409);
      const found = await site.ask(undefined, `${crate}/items?names=${encodeURIComponent(form)}`);
      expect((await dataOf<Item[]>(found)).map((item) => item.itemId)).toEqual([itemId]);
      const updates = [{ name: form, changeStats: { plays: 1 } }];
      const added = await site.ask('player', `${crate}/items/@batch/stats`, { method: 'PATCH', body: { updates } });
      expect(await dataOf(added)).toMatchObject([{ itemId }]);
    }
  });

  test('a search includes and excludes a tag by either form', async () => {
    const { itemId } = await createItem(site, crate, 'player', { tags: [`${APART}2`] });
    for (const form of FORMS) {
      const tag = encodeURIComponent(`${form}2`);
      const count = async (query: string) =>
        dataOf<number>(await site.ask(undefined, `${crate}/items?itemIds=${itemId}&count=true&${query}`));
      expect([await count(`tags=${tag}`), await count(`tags=-${tag}`)]).toEqual([1, 0]);
    }
  });
});

const UNSEEN = [0x20_0b, 0x20_60, 0xfe_ff, 0x20_2a, 0x20_2e, 0x20_66, 0x20_69].map((code) =>
  String.fromCodePoint(code),
);

test.each(UNSEEN.map((sign) => [sign.codePointAt(0)?.toString(16), sign] as const))(
  'what nobody sees, as U+%s, is in no name and no tag',
  async (_, sign) => {
    const { itemId, etag } = await createItem(site, crate, 'player');
    const place = `${crate}/items/${itemId}`;
    for (const text of [`a${sign}b`, `${sign}a`, `a${sign}`]) {
      for (const parameters of [{ name: text }, { tags: [text] }]) {
        const request = { body: 'x', headers: parametersHeader(parameters) };
        const created = await site.ask('player', `${crate}/items`, { method: 'POST', ...request });
        const changed = await site.ask('player', place, { method: 'PUT', ...request });
        const refusal = [400, 'Invalid metadata'];
        expect([await refusalOf(created), await refusalOf(changed)]).toEqual([refusal, refusal]);
      }
      const tagged = await site.ask('player', `${place}/metadata`, { method: 'PUT', body: { tags: [text] } });
      expect(await refusalOf(tagged)).toEqual([400, 'Invalid metadata']);
    }
    expect((await dataOf<Item>(await site.ask('player', place))).etag).toBe(etag);
  },
);

test('zero-width joiners of scripts and emoji are accepted', async () => {
  const family = '👩‍👧';
  const item = await createItem(site, crate, 'player', { name: `می‌خواهم ${family}`, tags: [family] });
  expect([item.name, item.tags]).toEqual([`می‌خواهم ${family}`, [family]]);
});
