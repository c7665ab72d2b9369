import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';

const HTML = { accept: 'text/html' };
const HEADER_POLICIES = ['terms', 'terms-rce', 'privacy'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const versionsIn = (headers: Record<string, string>) =>
  HEADER_POLICIES.map((policy) => headers[`version-${policy}`] ?? '');

test.each([
  ['a page', 'GET /', 200],
  ['a page that is not there', 'GET /no-such-page', 404],
  ['the data of a page', 'GET /terms.data', 200],
  ['a call', 'GET /api/version', 200],
  ['a refused call', 'GET /api/storage/crates/wire-no-such-crate/items', 404],
  ['a redirect', 'GET /legal', 302],
])('%s lists the versions of terms, terms-rce and privacy that are in force', async (_, line, status) => {
  const reply = await ask(undefined, line, { headers: HTML });
  expect(reply.status).toBe(status);
  for (const version of versionsIn(reply.headers)) expect(version).toMatch(DAY);
});

test('scripts of other origins may read the versions', async () => {
  const { headers } = await ask(undefined, 'GET /api/version');
  const exposed = headers['access-control-expose-headers']?.split(', ');
  expect(exposed).toEqual(expect.arrayContaining(HEADER_POLICIES.map((policy) => `version-${policy}`)));
});

describe.each(HEADER_POLICIES)('/%s', (policy) => {
  test('is the version that the header names, and answers under it by ?version= too', async () => {
    const { headers, text } = await ask(undefined, `GET /${policy}`, { headers: HTML });
    const version = headers[`version-${policy}`] ?? '';
    expect(text).not.toContain('content="noindex"');
    const dated = await ask(undefined, `GET /${policy}?version=${version}`, { headers: HTML });
    expect([dated.status, sectionsIn(dated.text)]).toEqual([200, sectionsIn(text)]);
  });

  test.each(['2001-01-01', '', 'latest', '..%2Fterms%2F2026-11-21', '__proto__', '%3Cscript%3E'])(
    'answers 404 for the version %j, which never existed',
    async (version) => {
      for (const query of [`version=${version}`, `from=${version}`]) {
        const reply = await ask(undefined, `GET /${policy}?${query}`, { headers: HTML });
        expect([query, reply.status]).toEqual([query, 404]);
        expect(reply.text).not.toContain('<script>alert');
      }
    },
  );
});

test('an older version is marked as no longer in force, and lists what has changed since', async () => {
  const { text } = await ask(undefined, 'GET /terms', { headers: HTML });
  const [, older = ''] = /\?version=(\d{4}-\d{2}-\d{2})/.exec(text) ?? [];
  const old = await ask(undefined, `GET /terms?version=${older}`, { headers: HTML });
  expect(old.text).toContain('It no longer applies.');
  expect(old.text).toContain('content="noindex"');
  const changes = await ask(undefined, `GET /terms?from=${older}`, { headers: HTML });
  expect(changes.text).toMatch(/<ins[^>]*><span class="sr-only">added:/);
  expect(changes.text).toMatch(/<del[^>]*><span class="sr-only">removed:/);
  expect(changes.text).toContain('content="noindex"');
});

test.each([
  ['/legal', '/terms'],
  ['/de-DE/legal', '/de-DE/terms'],
  ['/changelogs/rumpus', '/changelog'],
  ['/ja-JP/changelogs/rumpus?version=17.x', '/ja-JP/changelog?version=17.x'],
])('%s redirects to %s', async (from, to) => {
  const { status, headers } = await ask(undefined, `GET ${from}`, { headers: HTML });
  expect([status, headers.location]).toEqual([302, to]);
});

describe('/changelog', () => {
  const releases = async (query: string) => {
    const { status, text } = await ask(undefined, `GET /changelog${query}`, { headers: HTML });
    return { status, text, versions: [...text.matchAll(/<li id="v([^"]+)"/g)].map(([, version]) => version) };
  };

  test('begins with the version that every answer names', async () => {
    const { headers } = await ask(undefined, 'GET /api/version');
    expect((await releases('')).versions[0]).toBe(headers['rumpus-version']);
  });

  test('shows the releases of a version or a range', async () => {
    expect((await releases('?version=17.36.4')).versions).toEqual(['17.36.4']);
    const all = (await releases('')).versions;
    expect((await releases('?version=%3E%3D17.36')).versions).toEqual(
      all.filter((version) => version?.startsWith('17.36.')),
    );
    expect((await releases('?version=99.x')).versions).toEqual([]);
  });

  test('takes at most 256 characters of a version, and says so', async () => {
    expect((await releases(`?version=${'1.2.3'.padEnd(256, '+')}`)).status).toBe(200);
    const long = await releases(`?version=${'9'.repeat(257)}`);
    expect(long.status).toBe(400);
    expect(long.text).toContain('A version has at most 256 characters.');
    expect((await releases('?version=latest')).status).toBe(400);
  });
});

test.each(['unlicensed', 'success', 'confirmation-required'])(
  '/login/%s is for everyone and for no index',
  async (page) => {
    for (const who of [undefined, 'player', 'super'] as const) {
      const { status, text } = await ask(who, `GET /login/${page}`, { headers: HTML });
      expect(status).toBe(200);
      expect(text).toContain('content="noindex"');
    }
  },
);

test('/login/unlicensed has the sentence of the specification, and /login/success says whether the user is signed in', async () => {
  const textOf = async (who: 'player' | undefined, page: string) =>
    (await ask(who, `GET /login/${page}`, { headers: HTML })).text.replaceAll('&#x27;', "'");
  expect(await textOf(undefined, 'unlicensed')).toContain("You don't have a license!");
  expect(await textOf('player', 'success')).toContain('You’re signed in</h1>');
  expect(await textOf(undefined, 'success')).toContain('You’re not signed in here</h1>');
});

function sectionsIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<section aria-labelledby="([^"]+)"/g)].map(([, id]) => id);
}
