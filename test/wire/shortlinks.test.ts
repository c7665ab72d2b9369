import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { askByKey, createKey } from './key.ts';

const PATH = '/api/shortlinks';
const run = inject('run');
const TARGET = 'https://www.example.com/';

interface WireShortlink {
  slug: string;
  url: string;
  rev: number;
}

const make = async (body: object = {}) =>
  (await ask('staff', `POST ${PATH}`, { body: { target: TARGET, ...body } })).data() as WireShortlink;
const refuse = async (body: object) => (await ask('staff', `POST ${PATH}`, { body })).refusal;

describe('a shortlink', () => {
  test('is made with a slug that is made or one’s own, is changed, listed and deleted', async () => {
    const { slug, url } = await make();
    expect(slug).toMatch(/^[23456789bcdfghjkmnpqrstvwxz]{7}$/);
    expect(url).toMatch(new RegExp(`/go/${slug}$`));
    const own = await make({ slug: `wire-own-${run}`, title: 'Wire', tags: [run] });
    expect(own).toMatchObject({ slug: `wire-own-${run}`, target: TARGET, rev: 1, hasPassword: false });
    const line = `${PATH}/${own.slug}`;
    const changed = await ask('staff', `PATCH ${line}`, { body: { maxVisits: 5, password: 'sesame' } });
    expect(changed.data()).toMatchObject({ maxVisits: 5, hasPassword: true, rev: 2, title: 'Wire' });
    expect((await ask('staff', `GET ${line}`)).data()).toMatchObject({ slug: `wire-own-${run}`, rev: 2 });
    const found = (await ask('staff', `GET ${PATH}?tag=${run}&text=wire`)).data() as WireShortlink[];
    expect(found.map((one) => one.slug)).toEqual([`wire-own-${run}`]);
    expect((await ask('staff', `DELETE ${line}`)).status).toBe(204);
    expect((await ask('staff', `DELETE ${line}`)).refusal).toEqual([404, 'There is no such shortlink.']);
  });

  test('tells its visits', async () => {
    const { slug } = await make();
    const { sums, counts } = (await ask('staff', `GET ${PATH}/${slug}/visits?span=day`)).data() as Record<
      string,
      unknown[]
    >;
    expect([sums?.length, counts]).toEqual([24, []]);
  });

  test('leads to no address that is none, imitates one, or comes back', async () => {
    const notAllowed =
      'Shortlinks lead to whole addresses that begin with https:// or http:// and a name, without a password in them.';
    expect(await refuse({ target: 'javascript:alert(1)' })).toEqual([400, notAllowed]);
    expect(await refuse({ target: 'https://раypal.com/' })).toEqual([
      400,
      'That address looks like another one: some of its letters are of another script.',
    ]);
    const { url, slug } = await make();
    const loops = [400, 'A shortlink can’t lead to another shortlink.'];
    expect(await refuse({ target: url })).toEqual(loops);
    for (const [target, refusal] of [
      ['//evil.example', [400, notAllowed]],
      [url, loops],
      ['https://раypal.com/', [400, 'That address looks like another one: some of its letters are of another script.']],
    ])
      expect((await ask('staff', `PATCH ${PATH}/${slug}`, { body: { target } })).refusal).toEqual(refusal);
  });

  test('has a slug of its own that nobody takes for another, or for a page of ours', async () => {
    await make({ slug: `wire-illus-${run}` });
    const taken = [409, 'There is a shortlink with that name already, or with one that looks like it.'];
    expect(await refuse({ target: TARGET, slug: `wire-illus-${run}` })).toEqual(taken);
    expect(await refuse({ target: TARGET, slug: `wire-i1lus-${run}` })).toEqual(taken);
    const reserved = [400, 'That name is reserved, because people would take it for a page of ours.'];
    expect(await refuse({ target: TARGET, slug: 'login' })).toEqual(reserved);
    expect(await refuse({ target: TARGET, slug: 'A B' })).toEqual([400, 'That is not how a shortlink is made.']);
  });

  test('is found by staff alone, by their session or a key that may', async () => {
    const { slug } = await make();
    const { key } = await createKey('staff', ['rumpus-items-read']);
    const { key: own } = await createKey('staff', ['rumpus-shortlinks-manage']);
    expect((await askByKey(own, `GET ${PATH}/${slug}`)).status).toBe(200);
    for (const line of [
      `GET ${PATH}`,
      `POST ${PATH}`,
      ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${PATH}/${slug}`),
      `GET ${PATH}/${slug}/visits`,
    ]) {
      const body = /^(?:POST|PATCH)/.test(line) ? { body: { target: TARGET } } : {};
      expect((await ask(undefined, line, body)).refusal).toEqual([401, 'Bad credentials!']);
      expect((await ask('player', line, body)).refusal).toEqual([403, "You aren't allowed in here."]);
      expect((await askByKey(key, line, body)).refusal).toEqual([403, 'This key is not allowed to do that.']);
    }
    const none = [404, 'There is no such shortlink.'];
    expect((await ask('staff', `GET ${PATH}/no-such-link`)).refusal).toEqual(none);
    expect((await ask('staff', `GET ${PATH}/no-such-link/visits`)).refusal).toEqual(none);
    expect((await ask('staff', `PATCH ${PATH}/no-such-link`, { body: {} })).refusal).toEqual(none);
    expect((await ask('staff', `PATCH ${PATH}/${slug}`, { body: { maxVisits: 0 } })).refusal).toEqual([
      400,
      'That is not how a shortlink is made.',
    ]);
    expect((await ask('staff', `GET ${PATH}?after=x`)).refusal).toEqual([400, 'The list can’t go on after that.']);
  });

  test('is asked for once by who has the answer, and refuses what it cannot read', async () => {
    const { slug } = await make();
    for (const path of [PATH, `${PATH}/${slug}`, `${PATH}/${slug}/visits`]) {
      // Its target is asked after meanwhile, and once.
      await expect
        .poll(async () => {
          const { headers } = await ask('staff', `GET ${path}`);
          return (await ask('staff', `GET ${path}`, { headers: { 'if-none-match': headers.etag ?? '' } })).status;
        })
        .toBe(304);
    }
    for (const path of [`${PATH}?limit=0`, `${PATH}/${slug}/visits?span=week`]) {
      const { refusal } = await ask('staff', `GET ${path}`);
      expect([path, ...refusal]).toEqual([path, 400, expect.stringMatching(/^Invalid (?:limit|span): /)]);
    }
    const nothing = [404, "We don't have what you're looking for."];
    const body = { body: { target: TARGET } };
    for (const line of [`GET ${PATH}/%ff`, `GET ${PATH}/%ff/visits`, `DELETE ${PATH}/%ff`])
      expect([line, ...(await ask('staff', line)).refusal]).toEqual([line, ...nothing]);
    expect((await ask('staff', `PATCH ${PATH}/%ff`, body)).refusal).toEqual(nothing);
    const large = {
      body: JSON.stringify({ target: 'x'.repeat(2_000_000) }),
      headers: { 'content-type': 'application/json' },
    };
    const text = { body: 'a', headers: { 'content-type': 'text/yaml' } };
    const foreign = { headers: { cookie: inject('cast').staff.cookie } };
    for (const line of [`POST ${PATH}`, `PATCH ${PATH}/${slug}`]) {
      expect([line, (await ask('staff', line, large)).status]).toEqual([line, 413]);
      expect([line, (await ask('staff', line, text)).status]).toEqual([line, 415]);
    }
    for (const [line, sent] of [
      [`POST ${PATH}`, body],
      [`PATCH ${PATH}/${slug}`, body],
      [`DELETE ${PATH}/${slug}`, {}],
    ] as const) {
      const { refusal } = await ask(undefined, line, { ...foreign, ...sent });
      expect([line, ...refusal]).toEqual([line, 403, 'This did not come from our own pages. Reload and try again.']);
    }
  });
});
