import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { askByKey, createKey, revokeKey } from './key.ts';
import type { WireKey } from './key.ts';

const KNOWN = { level: '0hds26q', player: '6h97ml' };
const NO_USER = [401, 'Bad credentials!'];
const NO_KEY = [
  403,
  expect.stringMatching(/^This needs a key with the permission rce-lh-[a-z-]+, in the header Rumpus-/),
];
const KEY_LACKS = [403, 'This key is not allowed to do that.'];
/** The cookie of a session that is over. */
const ENDED = { headers: { cookie: inject('cast').player.cookie.replace(/=.*/, '=ended') } };

let all: WireKey;
let none: WireKey;
beforeAll(async () => {
  all = await createKey('player', [
    'rce-lh-read',
    'rce-lh-manage-bookmarks',
    'rce-lh-manage-following',
    'rce-lh-report',
  ]);
  none = await createKey('player', ['rumpus-account-read']);
});
afterAll(async () => {
  for (const key of [all, none]) await revokeKey('player', key);
});

describe('the community API', () => {
  test.each([
    `levels?levelIds=${KNOWN.level}&includeStats=true&includeRecords=true&includeAliases=true`,
    'levels?paging=true',
    'players?limit=128&includeAliases=true',
    `profiles?userIds=${KNOWN.player}`,
    'level-tags/counts',
    `levels/${KNOWN.level}/likes?includeAliases=true`,
    `levels/${KNOWN.level}/favorites`,
    ...['followers', 'following', 'likes', 'favorites'].map((list) => `players/${KNOWN.player}/${list}`),
    `aliases?userIds=${KNOWN.player},nob0dy`,
    'recent-records/HighScore?includeAliases=true',
    'tower-trials?includeRecords=true&includeAliases=true',
    'daily-builds/@today',
  ])('answers everybody GET %s', async (path) => {
    const reply = await ask(undefined, `GET /api/levelhead/${path}`);
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.data()).length).toBeGreaterThan(2);
    const headers = { 'if-none-match': reply.headers.etag ?? '' };
    const again = await ask(undefined, `GET /api/levelhead/${path}`, { headers });
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', 'public, no-cache']);
  });

  test.each([
    ...['levels', 'players', 'profiles', 'aliases'].map((path) => `${path}?userIds=@me`),
    'recent-records/HighScore?userIds=@me',
    ...['followers', 'following', 'likes', 'favorites'].map((list) => `players/@me/${list}`),
    'bookmarks',
  ])('answers nobody, and no key without the permission, GET %s', async (path) => {
    expect((await ask(undefined, `GET /api/levelhead/${path}`)).refusal).toEqual(NO_KEY);
    expect((await ask(undefined, `GET /api/levelhead/${path}`, ENDED)).refusal).toEqual(NO_USER);
    expect((await askByKey(none.key, `GET /api/levelhead/${path}`)).refusal).toEqual(KEY_LACKS);
    expect((await askByKey(all.key, `GET /api/levelhead/${path}`)).status).toBe(200);
  });

  test('answers nobody with levels alone, and no key without the permission, what one has done with them', async () => {
    const path = 'GET /api/levelhead/levels?includeMyInteractions=true';
    expect((await ask(undefined, path)).status).toBe(200);
    expect((await askByKey(none.key, path)).refusal).toEqual(KEY_LACKS);
    expect((await askByKey(all.key, path)).status).toBe(200);
  });

  test.each([
    `PUT following/${KNOWN.player}`,
    `DELETE following/${KNOWN.player}`,
    'PUT bookmarks/0hds26q',
    'DELETE bookmarks/0hds26q,',
    'DELETE bookmarks',
    `POST aliases/${KNOWN.player}/reports`,
  ])('changes by %s what the key may change, and nothing for anybody else', async (line) => {
    const path = line.replace(' ', ' /api/levelhead/');
    expect((await ask(undefined, path)).refusal).toEqual(NO_KEY);
    expect((await ask(undefined, path, ENDED)).refusal).toEqual(NO_USER);
    expect((await askByKey(none.key, path)).refusal).toEqual(KEY_LACKS);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://tool.example' };
    expect((await askByKey(all.key, path, { headers })).status).toBe(204);
  });

  test('says what is missing', async () => {
    const { player } = inject('cast');
    const noLevel = [404, 'There is no such level.'];
    for (const list of ['likes', 'favorites'])
      expect((await ask(undefined, `GET /api/levelhead/levels/n0thing/${list}`)).refusal).toEqual(noLevel);
    expect((await askByKey(all.key, 'PUT /api/levelhead/bookmarks/n0thing')).refusal).toEqual(noLevel);
    expect((await askByKey(all.key, 'PUT /api/levelhead/following/n0body')).refusal).toEqual([
      404,
      'There is no such player.',
    ]);
    expect((await askByKey(all.key, `PUT /api/levelhead/following/${player.userId}`)).refusal).toEqual([
      400,
      'You already know what you are up to: follow somebody else.',
    ]);
    expect((await ask(undefined, 'GET /api/levelhead/playlists/n0thing')).refusal).toEqual([
      404,
      'There is no such playlist.',
    ]);
    expect((await askByKey(all.key, 'POST /api/levelhead/aliases/n0body/reports')).status).toBe(404);
    expect((await askByKey(all.key, `POST /api/levelhead/aliases/${player.userId}/reports`)).status).toBe(403);
    const foreign = [400, 'This token is not the next page of that search.'];
    for (const path of ['levels', 'players', 'profiles', 'recent-records/HighScore'])
      expect((await ask(undefined, `GET /api/levelhead/${path}?nextPageToken=ab`)).refusal).toEqual(foreign);
    const [status, sentence] = (await ask(undefined, 'GET /api/levelhead/tower-trials?after=ab')).refusal;
    expect([status, sentence]).toEqual([400, expect.stringMatching(/cursor|page|search/)]);
  });

  test.each([
    'levels?limit=-1',
    'players?limit=x',
    'profiles?minPlays=many',
    'bookmarks?limit=none',
    'tower-trials?limit=few',
    ...[`levels/${KNOWN.level}/likes`, `levels/${KNOWN.level}/favorites`].map((path) => `${path}?limit=x`),
    ...['followers', 'following', 'likes', 'favorites'].map((list) => `players/${KNOWN.player}/${list}?limit=x`),
  ])('names the parameter of GET %s that is wrong', async (path) => {
    const [status, sentence] = (await askByKey(all.key, `GET /api/levelhead/${path}`)).refusal;
    expect([status, sentence]).toEqual([400, expect.stringMatching(/^Invalid \w+: /)]);
  });

  test.each(['PUT following/no-id', 'DELETE following/no-id', 'POST aliases/no-id/reports'])(
    'names the user id of %s that is none',
    async (line) => {
      const [status, sentence] = (await askByKey(all.key, line.replace(' ', ' /api/levelhead/'))).refusal;
      expect([status, sentence]).toEqual([400, expect.stringMatching(/^Invalid userId: /)]);
    },
  );

  test.each([
    ...['PUT', 'DELETE'].flatMap((method) => [`${method} following/${KNOWN.player}`, `${method} bookmarks/0hds26q`]),
    'DELETE bookmarks',
    `POST aliases/${KNOWN.player}/reports`,
  ])('refuses %s with a session cookie alone', async (line) => {
    const headers = { cookie: inject('cast').player.cookie };
    const reply = await ask(undefined, line.replace(' ', ' /api/levelhead/'), { headers });
    expect(reply.refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
  });

  test('has a description of its own, and of no other edition', async () => {
    expect((await ask(undefined, 'GET /api/openapi.json?edition=community')).status).toBe(200);
    const [status, sentence] = (await ask(undefined, 'GET /api/openapi.json?edition=staff')).refusal;
    expect([status, sentence]).toEqual([400, 'Invalid edition: community']);
  });

  test('tells who asks for a level by its address how levels are asked for', async () => {
    const reply = await ask(undefined, `GET /api/levelhead/levels/${KNOWN.level}`);
    const [status, sentence] = reply.refusal;
    expect([status, reply.headers.allow]).toEqual([405, 'PATCH, DELETE']);
    const path = /GET (\S+)$/.exec(sentence)?.[1];
    expect((await ask(undefined, `GET ${path}`)).data()).toMatchObject([{ levelId: KNOWN.level }]);
  });

  test('knows the playlist that its documentation names', async () => {
    const reply = await ask(undefined, 'GET /api/levelhead/playlists/gr18mix');
    expect(reply.data()).toMatchObject({ playlistId: 'gr18mix' });
    const headers = { 'if-none-match': reply.headers.etag ?? '' };
    expect((await ask(undefined, 'GET /api/levelhead/playlists/gr18mix', { headers })).status).toBe(304);
  });
});
