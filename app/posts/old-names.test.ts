import { beforeAll, beforeEach, expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, parametersHeader } from '#test/storage.ts';

import { SEARCHED_POSTS } from './jobs.server.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'posts')));
const index = () => indexItems(systemCurrent(site.parts), SEARCHED_POSTS);

async function post(name: string, tags: string[] = []): Promise<string> {
  const { itemId } = await createItem(site, crate, 'staff', { name, tags, map: { title: name } }, `text of ${name}`);
  return itemId;
}

async function change(itemId: string, body: object): Promise<void> {
  const response = await site.ask('staff', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body });
  expect(response.status).toBe(200);
}

/** The status and where it leads, or the post that is shown. */
async function visit(path: string, who?: CastName): Promise<string> {
  const response = await site.ask(who, path);
  const shown = /text of [a-z-]+/.exec(await response.text())?.[0];
  return `${response.status} ${response.headers.get('location') ?? shown ?? 'nothing'}`;
}

let number = 0;
let [old, middle, last] = ['', '', ''];
let itemId: string;

/** Each test has a post that was called `old`, then `middle`, and is `last`. */
beforeEach(async () => {
  number += 1;
  [old, middle, last] = ['old', 'middle', 'last'].map((name) => `${name}-${'abcdefgh'[number]}`) as [
    string,
    string,
    string,
  ];
  itemId = await post(old);
  await index();
  // Two changes before anybody looks: what came in between stands in the versions.
  await change(itemId, { name: middle });
  await change(itemId, { name: last });
  await index();
});

test('every former name of a post leads to it for good, in the locale and with the query that were asked for', async () => {
  for (const name of [old, middle]) expect(await visit(`/post/${name}`)).toBe(`301 /post/${last}`);
  expect(await visit(`/ja-JP/post/${old}?topics=news&x=%26`)).toBe(`301 /ja-JP/post/${last}?topics=news&x=%26`);
  expect(await visit(`/post/${last}`)).toBe(`200 text of ${old}`);
  expect(await visit('/post/never-a-name')).toBe('404 nothing');
  await change(itemId, { name: 'ein Käse/日本?' });
  await index();
  expect(await visit(`/post/${last}`)).toBe(`301 /post/${encodeURIComponent('ein Käse/日本?')}`);
  await change(itemId, { name: null });
  await index();
  expect(await visit(`/post/${old}`)).toBe(`301 /post/${itemId}`);
  // A name that it has again shows it.
  await change(itemId, { name: old });
  await index();
  expect([await visit(`/post/${old}`), await visit(`/post/${middle}`)]).toEqual([
    `200 text of ${old}`,
    `301 /post/${old}`,
  ]);
});

test('a post that takes a former name is what that shows, and then leads on itself', async () => {
  const other = await post(old);
  await index();
  expect(await visit(`/post/${old}`)).toBe(`200 text of ${old}`);
  await change(other, { name: `other-${old}` });
  await index();
  expect(await visit(`/post/${old}`)).toBe(`301 /post/other-${old}`);
  await site.ask('staff', `${crate}/items/${other}`, { method: 'DELETE', headers: { 'if-match': '*' } });
  await index();
  expect(await visit(`/post/${old}`)).toBe(`301 /post/${last}`);
});

test('a former name leads only who may see the post, and tells nothing of one that has taken it', async () => {
  await change(itemId, { tags: ['hidden'] });
  for (const indexed of [false, true]) {
    if (indexed) await index();
    expect([await visit(`/post/${old}`), await visit(`/post/${old}`, 'player')]).toEqual([
      '404 nothing',
      '404 nothing',
    ]);
    expect(await visit(`/post/${old}`, 'staff')).toBe(`301 /post/${last}`);
  }
  await change(itemId, { tags: ['unlisted'] });
  expect(await visit(`/post/${old}`)).toBe(`301 /post/${last}`);
  await post(old, ['hidden']);
  await index();
  expect([await visit(`/post/${old}`), await visit(`/post/${old}`, 'staff')]).toEqual([
    `301 /post/${last}`,
    `200 text of ${old}`,
  ]);
});

test('whether a hidden post has taken a former name changes nothing that others see, until it is published', async () => {
  const answer = async () => {
    const response = await site.ask('player', `/post/${old}?x=1`);
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers);
    const policy = headers['content-security-policy']?.replaceAll(/'nonce-[^']*'/g, '');
    return [response.status, { ...headers, 'content-security-policy': policy }, await response.text()];
  };
  const before = await answer();
  // Whoever was led on shall ask again, because the name may show another post by then.
  expect(before).toMatchObject([301, { location: `/post/${last}?x=1`, 'cache-control': 'private, no-store' }, '']);
  const taker = await post(old, ['hidden']);
  for (const indexed of [false, true]) {
    if (indexed) await index();
    expect(await answer()).toEqual(before);
  }
  await change(taker, { tags: [] });
  expect(await visit(`/post/${old}`, 'player')).toBe(`200 text of ${old}`);
  await change(taker, { tags: ['hidden'] });
  expect(await answer()).toEqual(before);
});

test('a deleted post has no names, and one that is restored has them again', async () => {
  await site.ask('staff', `${crate}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
  expect(await visit(`/post/${old}`)).toBe('404 nothing');
  await index();
  expect(await site.parts.db.query(sql`select from post_names where item_id = ${itemId}`)).toEqual([]);
  const restored = await site.ask('staff', `${crate}/trash/${itemId}/restore`, { method: 'POST' });
  expect(restored.status).toBe(200);
  await index();
  for (const name of [old, middle]) expect(await visit(`/post/${name}`)).toBe(`301 /post/${last}`);
});

test('of two posts that are made at one time under one name, one has it and the other is refused', async () => {
  const create = () =>
    site.ask('staff', `${crate}/items`, {
      method: 'POST',
      body: 'x',
      headers: parametersHeader({ name: `twin-${old}` }),
    });
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
});
