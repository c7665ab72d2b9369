import { beforeAll, describe, expect, test } from 'vitest';

import { STAGES } from '#app/current/stage.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { CAST_NAMES } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useFeedbag } from '#test/feedbag/feedbag.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { SCREENS } from '#test/screens.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import type { lookAround } from './look-around.server.ts';

type Surroundings = Awaited<ReturnType<typeof lookAround>>;

const feedbag = useFeedbag();
const { site } = feedbag;
const WHO: (CastName | undefined)[] = [undefined, ...CAST_NAMES];
const OF_STAFF: ReadonlySet<CastName | undefined> = new Set<CastName>(['staff', 'admin', 'super']);
/** Links of each page for staff, in order; those to the console are hidden where it is (specification §2). */
const DOORS = [
  '/editor/posts',
  '/contact/submissions',
  '/feedbag',
  '/admin/telegrams',
  '/editor/episodes',
  '/admin/accounts',
  '/admin',
];
const EVERY_PAGE = SCREENS.filter(({ isPublic, statuses }) => isPublic && statuses.every((status) => status === 200));

const crateOf = new Map<string, string>();

beforeAll(async () => {
  for (const { crateId, policy } of crates) crateOf.set(crateId, await createCrate(site, crateId, policy as Policy));
});

function make(crateId: string, name: string, map: Record<string, string>, tags: string[] = [], body = 'Words.') {
  return createItem(site, crateOf.get(crateId) ?? '', 'super', { name, map, tags }, body);
}

function navigationIn(html: string): string | undefined {
  return /<nav [^>]*aria-label="Studio"[^>]*>.*?<\/nav>/s.exec(html)?.[0];
}

function doorsIn(html: string): string[] {
  const [wide = ''] = navigationIn(html)?.split('<details') ?? [];
  return [...wide.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replace(/^\/[a-z]{2}-[A-Z]{2}(?=\/)/, ''));
}

function seenAt(html: string): string | undefined {
  return /<a [^>]*href="([^"]*)"[^>]*>View as player</.exec(navigationIn(html) ?? '')?.[1]?.replaceAll('&amp;', '&');
}

async function editLinkFor(who: CastName | undefined, path: string): Promise<string | undefined> {
  const html = await (await site.ask(who, path)).text();
  return /<a [^>]*href="([^"]*)"[^>]*>(?:Edit|Manage) this \w+<\/a>/.exec(navigationIn(html) ?? '')?.[1];
}

describe.each(STAGES)('on the stage %s', (stage) => {
  let door: TestApp;
  const cookies = new Map<CastName | undefined, string>();
  beforeAll(async () => {
    const variables = stage === 'localhost' ? {} : { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` };
    door = openTestApp(site, variables as Record<string, string>);
    for (const who of CAST_NAMES) cookies.set(who, (await door.signIn(who)).cookie);
  });
  const read = async (who: CastName | undefined, path: string) => {
    const cookie = cookies.get(who);
    return (await door.sendRequest(path, cookie === undefined ? {} : { headers: { cookie } })).text();
  };
  const open = DOORS.filter((to) => stage !== 'www' || !to.startsWith('/admin'));

  test.each(['/de-DE/games', '/no-such-page'])('%s leads staff, and nobody else, to all that is open', async (path) => {
    for (const who of WHO) {
      expect([who, doorsIn(await read(who, path))]).toEqual([who, OF_STAFF.has(who) ? open : []]);
    }
  });

  test('a masquerade decides what is shown, and its banner leads back', async () => {
    const html = await read('super', '/games?masquerade=authenticated');
    expect([navigationIn(html), html.includes('You are seeing this as: Player')]).toEqual([undefined, true]);
    expect(doorsIn(await read('super', '/games?masquerade=staff'))).toEqual(open);
  });

  test('what waits is told to staff, without what the stage has not', async () => {
    for (const who of WHO) {
      const cookie = cookies.get(who);
      const request = cookie === undefined ? {} : { headers: { cookie } };
      const answered = await door.sendRequest('/api/console/doors?page=/games', request);
      expect([who, answered.status]).toEqual([who, who === undefined ? 401 : OF_STAFF.has(who) ? 200 : 403]);
      if (!answered.ok) continue;
      const { places, views } = await dataOf<Surroundings>(answered);
      expect([places.length > 0, views]).toEqual(stage === 'www' ? [false, null] : [true, 0]);
    }
  });
});

test('every public page has the navigation for staff, and for a visitor not a word, a file or data of it', async () => {
  expect(EVERY_PAGE.length).toBeGreaterThan(20);
  for (const { address } of EVERY_PAGE) {
    const [visitor, staff] = [await site.ask(undefined, address), await site.ask('staff', address)];
    const html = await visitor.text();
    expect([address, doorsIn(await staff.text())]).toEqual([address, DOORS]);
    expect([address, /aria-label="Studio"|staff-shell|\/editor\/posts|"edit",/.exec(html)?.[0]]).toEqual([
      address,
      undefined,
    ]);
  }
});

describe('what may be changed', () => {
  beforeAll(async () => {
    await make('posts', 'a-door', { title: 'A door' });
    await make('support', 'a-key', { title: 'A key', blurb: '' }, ['topic:saves']);
    await make('podcast', 'an-hour', { title: 'An hour', blurb: '' });
  });

  test.each([
    ['/post/a-door', '/editor/a-door'],
    ['/support/saves/a-key', '/editor/answers/a-key'],
    ['/podcast/an-hour', '/editor/episodes/an-hour'],
  ])('%s says to staff alone that it is %s', async (path, to) => {
    for (const who of WHO)
      expect([who, await editLinkFor(who, path)]).toEqual([who, OF_STAFF.has(who) ? to : undefined]);
    expect((await site.ask('staff', to)).status).toBe(200);
    expect(await editLinkFor('super', `${path}?masquerade=authenticated`)).toBeUndefined();
    expect(await (await site.ask(undefined, path)).text()).not.toContain('"edit"');
  });

  test.each([
    ['/post/a-door', '/post/a-door'],
    ['/editor/a-door', '/post/a-door'],
    ['/editor/answers/a-key', '/support/saves/a-key'],
    ['/editor/episodes/an-hour', '/podcast/an-hour'],
    ['/admin/accounts?text=a%20b', '/admin/accounts?text=a+b'],
    ['/admin/crates/support/items', '/support'],
    ['/de-DE/games/levelhead', '/de-DE/games/levelhead'],
  ])('%s is shown to staff as players see it, at %s', async (path, seen) => {
    for (const who of ['staff', 'super'] as const) {
      expect(seenAt(await (await site.ask(who, path)).text())).toBe(
        `${seen}${seen.includes('?') ? '&' : '?'}masquerade=authenticated`,
      );
    }
    const masked = await site.ask('super', `${seen}${seen.includes('?') ? '&' : '?'}masquerade=authenticated`);
    expect([masked.status, seenAt(await masked.text())]).toEqual([seen.startsWith('/admin') ? 404 : 200, undefined]);
  });

  test('a draft, a newer draft, a release and an item lead to where their readers will see them', async () => {
    await make('posts', 'a-cellar', { title: 'A cellar' }, ['draft', 'hidden']);
    const shown = await make('posts', 'an-attic', { title: 'An attic' });
    await make('posts', `newer:${shown.itemId}`, { title: 'A new attic', slug: 'a-new-attic' }, ['draft', 'hidden']);
    const release = await make(
      'changelogs',
      'crashlands-0.9.0',
      { version: '0.9.0', date: '2025-01-01' },
      ['app:crashlands'],
      '{"notes":[]}',
    );
    const newer = await dataOf<{ itemId: string }[]>(
      await site.ask('super', `/api/storage/crates/posts/items?names=newer:${shown.itemId}`),
    );
    const at = async (path: string) => seenAt(await (await site.ask('admin', path)).text());
    expect([
      await at('/editor/a-cellar'),
      await at(`/editor/${newer[0]?.itemId}`),
      await at('/editor/releases/crashlands/0.9.0'),
      await at(`/admin/crates/posts/items/${shown.itemId}`),
      await at(`/admin/crates/changelogs/items/${release.itemId}`),
    ]).toEqual(
      [
        '/post/a-cellar?',
        '/post/an-attic?',
        '/games/crashlands/patchnotes?version=0.9.0&',
        '/post/an-attic?',
        '/changelogs/crashlands?version=0.9.0&',
      ].map((path) => `${path}masquerade=authenticated`),
    );
    const access = await site.ask('admin', `/admin/crates/posts/items/${shown.itemId}?view=access&as=authenticated`);
    expect(await access.text()).toMatch(
      /href="\/post\/an-attic\?masquerade=authenticated"[^>]*>See this page as a player</,
    );
    expect((await site.ask('admin', '/post/a-cellar?masquerade=authenticated')).status).toBe(404);
    expect((await site.ask('admin', '/post/an-attic?masquerade=authenticated')).status).toBe(200);
  });

  test('an entry says where its part for staff is, to them alone', async () => {
    await feedbag.addProject({});
    const path = await feedbag.enter('player', 'A hinge');
    for (const who of WHO) {
      expect([who, await editLinkFor(who, path)]).toEqual([who, OF_STAFF.has(who) ? '#staff' : undefined]);
    }
    expect(await (await site.ask('staff', path)).text()).toContain('<aside id="staff"');
  });

  test('each release in patch notes has its own link, but what ships with the program', async () => {
    await make(
      'changelogs',
      'levelhead-1.0.0',
      { version: '1.0.0', date: '2026-01-01' },
      ['app:levelhead'],
      '{"notes":[]}',
    );
    await make(
      'changelogs',
      'levelhead-1.1.0',
      { version: '1.1.0', date: '2026-01-02' },
      ['app:levelhead'],
      '{"notes":[]}',
    );
    const linksAt = async (who: CastName | undefined, path: string) =>
      [
        ...(await (await site.ask(who, path)).text()).matchAll(/href="(\/editor\/releases\/[^"]*\/[^"]*)"[^>]*>Edit /g),
      ].map(([, to]) => to);
    for (const who of WHO) {
      expect([who, await linksAt(who, '/games/levelhead/patchnotes')]).toEqual([
        who,
        OF_STAFF.has(who) ? ['/editor/releases/levelhead/1.1.0', '/editor/releases/levelhead/1.0.0'] : [],
      ]);
    }
    expect(await linksAt('super', '/changelog')).toEqual([]);
  });

  test('who may not change it by the rules of its crate has no link', async () => {
    const policy = crates.find(({ crateId }) => crateId === 'podcast')?.policy;
    const rule = (update: object) =>
      site.ask('admin', '/api/storage/crates/podcast', { method: 'PUT', body: { policy: { ...policy, ...update } } });
    expect((await rule({ update: ['admin'] })).status).toBe(200);
    const path = '/podcast/an-hour';
    expect([await editLinkFor('staff', path), await editLinkFor('admin', path)]).toEqual([
      undefined,
      '/editor/episodes/an-hour',
    ]);
    await rule({});
  });
});

test('the counts are of what waits, door by door, and go with it', async () => {
  const countsFor = async (who: CastName) => {
    const { waiting } = await dataOf<Surroundings>(await site.ask(who, '/api/console/doors'));
    return Object.fromEntries(waiting.map(({ door, count }) => [door, count]));
  };
  const before = await countsFor('staff');
  const typed = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };
  for (const email of ['ann@example.com', 'bob@example.com']) {
    expect((await openVisitor(site).post('/contact/topics/bug', { ...typed, email })).status).toBe(303);
  }
  await feedbag.addProject({ isModerated: true });
  const path = await feedbag.enter('player', 'A creaking door');
  expect(await countsFor('staff')).toEqual({ ...before, desk: 2, feedback: 1 });
  await site.submit('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await countsFor('staff')).toEqual({ ...before, desk: 2 });
});

describe('the palette', () => {
  const find = async (who: CastName, text: string) => {
    const query = new URLSearchParams({ text });
    const found = await dataOf<FoundThing[]>(await site.ask(who, `/api/console/things?${query}`));
    return found.map(({ kind, name, to }) => [kind, name, to]);
  };

  test('finds things of every noun by the beginning of a word', async () => {
    await make('posts', 'gargoyle', { title: 'The gargoyle speaks' }, ['draft', 'hidden']);
    await make('support', 'gargoyles', { title: 'Gargoyles crash', blurb: '' }, ['topic:saves']);
    await make('podcast', 'gargoyle-hour', { title: 'Gargoyle hour', blurb: '' }, ['hidden']);
    await make(
      'changelogs',
      'levelhead-3.0.0',
      { version: '3.0.0', title: 'Gargoyles', date: '2026-02-02' },
      ['app:levelhead'],
      '{"notes":[]}',
    );
    await feedbag.addProject({});
    const entry = await feedbag.enter('player', 'More gargoyles');
    expect(await find('staff', 'gargoy')).toEqual([
      ['post', 'The gargoyle speaks', '/editor/gargoyle'],
      ['answer', 'Gargoyles crash', '/editor/answers/gargoyles'],
      ['release', 'Levelhead 3.0.0', '/editor/releases/levelhead/3.0.0'],
      ['episode', 'Gargoyle hour', '/editor/episodes/gargoyle-hour'],
      ['entry', 'More gargoyles', entry],
    ]);
    expect(await find('staff', ' ?! ')).toEqual([]);
  });

  test('finds a message by its number, and a crate, or its items for who may not open it', async () => {
    const typed = { intent: 'contact.send', title: 'A squeak', body: 'Hear!', game: 'levelhead', platform: 'Linux' };
    await openVisitor(site).post('/contact/topics/bug', { ...typed, email: 'cat@example.com' });
    const [[, , to = ''] = []] = await find('staff', 'squeak');
    expect(to).toMatch(/^\/contact\/submissions\//);
    const number = to.slice(-6).toUpperCase();
    expect([await find('staff', number), await find('admin', `#${number}`)]).toEqual([
      [['submission', 'A squeak', to]],
      [['submission', 'A squeak', to]],
    ]);
    expect([await find('staff', 'changelo'), await find('admin', 'changelo')]).toEqual([
      [['crate', 'changelogs', '/admin/crates/changelogs/items']],
      [['crate', 'changelogs', '/admin/crates/changelogs']],
    ]);
  });
});
