import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { createCrate, dataOf, parametersHeader } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'crowded')));

const create = (parameters: object, body: string) =>
  site.ask('player', `${crate}/items`, { method: 'POST', body, headers: parametersHeader(parameters) });

describe('items that many clients create at one time', () => {
  test('each have their own tags, collaborators, body and type', async () => {
    const wanted = Array.from({ length: 100 }, (_, at) => ({
      tags: Array.from({ length: at % 5 }, (_, tag) => (tag === 3 ? 'quo"te\\back' : `tag${tag}:${at} {x}`)),
      collaborators: at % 3 === 0 ? ['pl4yer', 'c0llab'] : ['pl4yer'],
      map: { at, text: `"{${at}}\\` },
      note: at % 2 === 0 ? `note ${at}` : null,
      ...(at % 7 === 0 && { name: `name ${at}` }),
    }));
    const bodies = wanted.map((_, at) => `${at} `.repeat(at % 10 === 0 ? 5000 : at));
    const made = await Promise.all(wanted.map((parameters, at) => create(parameters, bodies[at] ?? '')));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const items = await Promise.all(made.map((response) => dataOf<Item>(response)));
    for (const [at, item] of items.entries()) {
      expect(item).toMatchObject(wanted[at]!);
      const path = `${crate}/items/${item.itemId}`;
      const { createdAgo: _c, updatedAgo: _u, ...rest } = item;
      expect(await dataOf<Item>(await site.ask('player', path))).toMatchObject(rest);
      expect(await (await site.ask('player', `${path}?download=true`)).text()).toBe(bodies[at]);
    }
    expect(await strayTagRows(site)).toEqual([]);
    expect(await historyFaults(site)).toEqual([]);
  });

  test('are refused one by one: of those with one name one is created, and all others are too', async () => {
    const names = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? 'wanted' : `own ${at}`));
    const answers = await Promise.all(names.map((name) => create({ name }, 'x')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status, at) => status === 201 && names[at] === 'wanted')).toHaveLength(1);
    expect(statuses.filter((status, at) => status === 409 && names[at] === 'wanted')).toHaveLength(19);
    expect(statuses.filter((status, at) => status === 201 && names[at] !== 'wanted')).toHaveLength(40);
  });

  test('have the digests of their bodies', async () => {
    const { itemId } = await dataOf<Item>(await create({}, 'hello'));
    const [row] = await site.parts.db.query(
      sql`select digest = sha256(body) as is_true from items where item_id = ${itemId}`,
    );
    expect(row).toEqual({ is_true: true });
  });
});
