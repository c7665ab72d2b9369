import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import { askByKey, createKey, revokeKey } from './key.ts';

const sets = {
  likes: { read: ['public'], write: ['owner', 'staff'], maxSize: 3, keepHistory: true },
  bookmarks: { read: ['owner'], write: ['owner'] },
};
const crate = useCrate('sets', { policy: { ...OPEN_POLICY, sets } });
const { player } = inject('cast');
const CALLS = [
  ['GET', '/owners/OWNER/members'],
  ['GET', '/members/MEMBER/owners'],
  ['PUT', '/owners/OWNER/members/MEMBER'],
  ['DELETE', '/owners/OWNER/members/MEMBER'],
  ['DELETE', '/owners/OWNER/members'],
  ['GET', '/owners/OWNER/history'],
] as const;
const CROSS_SITE = [403, 'This did not come from our own pages. Reload and try again.'];
const NOWHERE = [404, "We don't have what you're looking for."];

const line = (method: string, path: string, set = 'likes', owner = player.userId, member = 'a', of = crate.path) =>
  `${method} ${of}/sets/${set}${path.replace('OWNER', owner).replace('MEMBER', member)}`;
const entries = async (path: string) =>
  (await ask(undefined, line('GET', path))).data() as { _id: string; owner: string; member: string }[];

describe('sets of ids', () => {
  test('are read from both sides, and a change answers 204 whether it is one or not', async () => {
    for (const member of ['a', 'b,', 'a,b']) {
      const added = await ask('player', line('PUT', '/owners/@me/members/MEMBER', 'likes', '', member));
      expect([added.status, added.text]).toEqual([204, '']);
    }
    await ask('creator', line('PUT', '/owners/@me/members/b'));
    expect((await entries('/owners/OWNER/members')).map(({ member }) => member)).toEqual(['b', 'a']);
    expect((await entries('/members/b/owners')).map(({ owner }) => owner)).toEqual([
      inject('cast').creator.userId,
      player.userId,
    ]);
    const first = await ask(undefined, line('GET', '/owners/OWNER/members?limit=1'));
    expect(first.headers.link).toMatch(/members\?limit=1&beforeId=[\w-]+>; rel="next"$/);
    expect((await ask(undefined, line('GET', '/members/b/owners?count=true'))).data()).toBe(2);
    for (const path of ['/owners/@me/members/a', '/owners/@me/members/a', '/owners/@me/members']) {
      expect((await ask('player', line('DELETE', path))).status).toBe(204);
    }
    expect(await entries('/owners/OWNER/members')).toEqual([]);
    const history = (await ask('player', line('GET', '/owners/@me/history'))).data() as {
      kind: string;
      member: string;
    }[];
    expect(history.map(({ kind, member }) => `${kind} ${member}`)).toEqual(['remove b', 'remove a', 'add b', 'add a']);
  });

  test('hold no more than their policy says', async () => {
    const full = await ask('creator', line('PUT', '/owners/@me/members/c,d,e,f'), { expects: 507 });
    expect(full.refusal).toEqual([507, 'The set is full. Remove something first.']);
  });
});

describe.each(CALLS)('%s …%s', (method, path) => {
  test('is refused where the policy does not allow it', async () => {
    const request = line(method, path, 'bookmarks');
    expect((await ask(undefined, request)).refusal).toEqual([401, 'Bad credentials!']);
    expect((await ask('creator', request)).refusal).toEqual([403, "You aren't allowed in here."]);
  });

  test('needs the permission for lists when a tool asks', async () => {
    const key = await createKey('player', ['rce-lh-read', 'rumpus-items-read', 'rumpus-items-write']);
    const refused = await askByKey(key.key, line(method, path, 'bookmarks', '@me'));
    expect(refused.refusal).toEqual([403, 'This key is not allowed to do that.']);
    await revokeKey('player', key);
  });

  test('knows the crates and the sets that there are, and what an id is', async () => {
    const noSet = await ask('player', line(method, path, 'loves'));
    expect(noSet.refusal).toEqual([404, 'The crate has no such set.']);
    const noCrate = line(method, path, 'likes', player.userId, 'a', `${crate.path}-not`);
    expect((await ask('player', noCrate)).refusal).toEqual(NOWHERE);
    expect((await ask('player', line(method, path, '%ff'))).refusal).toEqual(NOWHERE);
    const hostile = line(method, path, 'likes', '-o', '-m');
    expect((await ask('player', hostile)).refusal).toEqual([400, 'Invalid members']);
    if (method !== 'GET') return;
    expect((await ask('player', `${line(method, path)}?limit=0`)).refusal).toEqual([
      400,
      'Invalid limit: a whole number from 1 to 128',
    ]);
  });
});

test.each(CALLS.filter(([method]) => method !== 'GET'))(
  '%s …%s takes a cookie from our own pages only',
  async (method, path) => {
    const { cookie } = player;
    expect((await ask(undefined, line(method, path), { headers: { cookie } })).refusal).toEqual(CROSS_SITE);
  },
);
