import { expect, test } from 'vitest';

import { RULES } from '#app/door/request-limits.server.ts';
import { DAILY_LIMITS, MAX_EXPOSURE, MAX_TIP } from '#app/levelhead/rules/play.ts';
import { api, nouns } from '#app/nouns.server.ts';
import { GROUP_NAMES } from '#content/api-docs/call-groups.ts';
import community from '#content/api-docs/community-edition.md?raw';
import full from '#content/api-docs/full.md?raw';
import { studio } from '#content/studio.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import { XSS_CORPUS } from '#test/xss-corpus.ts';

import { getCommunityReference, getFullReference, listObjects } from './api-docs.server.ts';
import { makeSample, describeLimits, typeText } from './contract/json-schema.ts';
import { buildAddress, isStream } from './contract/request-examples.ts';
import { isForCommunity } from './contract/samples.server.ts';
import { groupByNoun, searchCalls, summarize } from './reference/nouns.ts';

const site = useTestSite();
const WHO = [undefined, 'player', 'staff', 'admin', 'super'] as const;
const STAFF = { actor: { role: 'staff' }, stage: 'localhost' } as Parameters<typeof getFullReference>[0];
const COMMUNITY = '/api/docs/community-edition';

test('every call has a summary, parameters with a meaning, an example and a sample of what it answers', () => {
  const calls = getFullReference(STAFF);
  expect(calls.map(({ id }) => id).toSorted()).toEqual(api.map(({ call }) => call.id).toSorted());
  expect(groupByNoun(calls).flatMap(({ noun, about }) => (about === '' ? [noun] : []))).toEqual([]);
  for (const { id, summary, parameters, fields, answers, sample } of calls) {
    const unexplained = [...parameters, ...fields]
      .filter(({ meaning }) => meaning === '')
      .map(({ name }) => `the meanings of the noun lack a line '${id} ${name}': '…'`);
    const missing = parameters
      .filter(({ in: place, name }) => place === 'path' && !sample.params[name])
      .map(({ name }) => `the answer of ${id} lacks a sample { params: { ${name}: '…' } }`);
    expect([...unexplained, ...missing]).toEqual([]);
    expect([id, summary.length > 10, answers.length > 0]).toEqual([id, true, true]);
  }
});

test('every meaning of a noun is that of a parameter which one of its calls takes', () => {
  const taken = new Set(
    getFullReference(STAFF).flatMap(({ id, noun, parameters, fields }) =>
      [...parameters, ...fields].flatMap(({ name }) => [`${id} ${name}`, `${noun} ${name}`]),
    ),
  );
  const told = nouns.flatMap(({ meanings }) => Object.keys(meanings?.parameters ?? {}));
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((name) => !taken.has(name))).toEqual([]);
});

test('every field of the answers of the Community Edition has a meaning, a number its unit, and a value such as it has', () => {
  const objects = listObjects(getCommunityReference());
  expect(objects.length).toBeGreaterThan(25);
  expect(objects.filter(({ about }) => about === '')).toEqual([]);
  const fields = objects.flatMap((object) =>
    object.fields.map((field) => [`${object.name}.${field.name}`, field] as const),
  );
  const isInner = (type: string) => type === 'object' || objects.some(({ name }) => type.startsWith(name));
  const missing = fields.flatMap(([name, { type, meaning, sample }]) => {
    if (meaning === '') return `${name} lacks a meaning in the meanings.server.ts of its noun`;
    if (/^number\b/.test(type) && !meaning.includes(' Unit: ')) return `${name} lacks a unit`;
    return sample === undefined && !isInner(type) ? `${name} lacks a sample` : [];
  });
  expect(missing).toEqual([]);
  const anonymous = getCommunityReference().flatMap(({ id, answers }) =>
    answers.flatMap(({ shape = '' }) => (/data: \{|data: \(\{/.test(shape) ? [`the data of ${id} has no name`] : [])),
  );
  expect(anonymous).toEqual([]);
});

test('OpenAPI of the community alone has its calls and no others, servers, shared schemas, and is under 200 kB', async () => {
  const text = await (await site.ask(undefined, '/api/openapi.json?edition=community')).text();
  expect(text.length).toBeLessThan(200_000);
  const document = JSON.parse(text) as {
    servers: unknown;
    paths: Record<string, Record<string, { operationId: string }>>;
    components: Record<string, Record<string, object>>;
  };
  expect(document.servers).toEqual([{ url: 'http://localhost:8080' }]);
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(ids.toSorted()).toEqual(api.flatMap(({ call }) => (isForCommunity(call) ? call.id : [])).toSorted());
  expect(document.components.schemas).toMatchObject({
    Level: {
      properties: { stats: { properties: { PlayTime: { description: 'All attempts together. Unit: seconds.' } } } },
    },
  });
  for (const [, $ref = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [kind = '', name = ''] = $ref.split('/');
    expect([$ref, Object.hasOwn(document.components[kind] ?? {}, name)]).toEqual([$ref, true]);
  }
  expect((await site.ask(undefined, '/api/openapi.json?edition=staff')).status).toBe(400);
  const door = openTestApp(site, { STAGE: 'www' });
  expect((await door.sendRequest('/api/openapi.json?edition=community')).status).toBe(200);
});

test('every list names its most', () => {
  const limits = getFullReference(STAFF).flatMap(({ id, parameters }) =>
    parameters.filter(({ name }) => name === 'limit').map((limit) => `${id} ${limit.limits}`),
  );
  expect(limits.length).toBeGreaterThan(20);
  expect(limits.filter((text) => !/ 1 to \d{1,4}(?:,|$)/.test(text))).toEqual([]);
});

test('a sample of an answer is what the contract of the call allows', () => {
  const references = new Map(getFullReference(STAFF).map((call) => [call.id, call]));
  const wrong = api.flatMap(({ call }) =>
    call.success.flatMap(({ status, data }) => {
      const sample = references.get(call.id)?.answers.find((answer) => answer.status === status)?.sample;
      if (data === undefined || sample === undefined) return [];
      const value = (JSON.parse(sample) as { data: unknown }).data;
      return data.safeParse(value).success ? [] : [`${call.id} ${status}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a request of an example is what the contract of the call allows', () => {
  const references = new Map(getFullReference(STAFF).map((call) => [call.id, call]));
  const wrong = api.flatMap(({ call }) => {
    const sample = references.get(call.id)?.sample;
    if (sample === undefined || sample.status >= 400) return [];
    const json = typeof call.body === 'object' ? call.body.json : undefined;
    const results = [
      call.params?.safeParse(sample.params),
      call.query?.safeParse(sample.query),
      json?.safeParse(sample.body),
    ];
    return results.every((result) => result?.success !== false) ? [] : [call.id];
  });
  expect(wrong).toEqual([]);
});

test('the Community Edition has what the public and keys may ask, and nothing of staff or of our own pages', async () => {
  const wanted = api.flatMap(({ call }) => (isForCommunity(call) ? call.id : []));
  const read = async (path: string) => (await site.ask(undefined, path)).text();
  const overview = await read(COMMUNITY);
  expect(overview).not.toContain('<article');
  const pages = await Promise.all(GROUP_NAMES.map((group) => read(`${COMMUNITY}/${group}`)));
  const page = [overview, ...pages].join('\n');
  const shown = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(shown.toSorted()).toEqual(wanted.toSorted());
  for (const [at, group] of GROUP_NAMES.entries()) {
    const own = [...(pages[at] ?? '').matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
    for (const id of own) expect(overview).toContain(`href="${COMMUNITY}/${group}#${id}"`);
    // Where an answer names an object, its fields stand on the same page.
    for (const [, anchor] of (pages[at] ?? '').matchAll(/href="#(object-[^"]+)"/g))
      expect([group, pages[at]?.includes(`id="${anchor}"`)]).toEqual([group, true]);
  }
  for (const id of wanted) expect(overview).toContain(`id="${id}"`);
  expect(shown).toEqual(expect.arrayContaining(['storage.findItems', 'delegation.getOwnKey', 'site.getVersion']));
  expect(getCommunityReference().filter(({ audience }) => ['staff', 'admin', 'super'].includes(audience))).toEqual([]);
  expect(page).not.toMatch(/\/api\/(?:audit|telemetry|auth\/passkeys|apps\/keys)/);
});

test('the audience of a call is what the site answers: whoever is below is refused, and a read is for all who are named', async () => {
  const below = { authenticated: undefined, staff: 'player', admin: 'staff', super: 'admin' } as const;
  const named = { public: undefined, authenticated: 'player', staff: 'staff', admin: 'admin', super: 'super' } as const;
  const wrong: string[] = [];
  for (const { id, method, path, audience, sample, answers } of getFullReference(STAFF)) {
    if (audience === 'policy' || isStream(answers)) continue;
    const ask = async (who: (typeof WHO)[number]) =>
      (
        await site.ask(who, buildAddress({ path }, sample), {
          method,
          ...(sample.body !== undefined && { body: sample.body }),
        })
      ).status;
    if (audience !== 'public' && ![401, 403, 404].includes(await ask(below[audience]))) wrong.push(`${id} below`);
    if (
      method === 'GET' &&
      !/^(?:login\.|delegation\.getOwnKey)/.test(id) &&
      [401, 403].includes(await ask(named[audience]))
    )
      wrong.push(`${id} ${audience}`);
  }
  expect(wrong).toEqual([]);
});

test('the page about tools of players leads to the docs, a key, the client, what has changed and the terms', async () => {
  const page = await (await site.ask(undefined, '/rumpus-ce')).text();
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  const links = [...main.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
  const wanted = [COMMUNITY, `${COMMUNITY}#create-a-key`, studio.links.code, '/changelogs/rumpus-ce', '/terms-rce'];
  expect(links).toEqual(expect.arrayContaining(wanted));
  expect(await (await site.ask(undefined, COMMUNITY)).text()).toContain('id="create-a-key"');
  expect(main).toContain('What players have built');
});

test('staff read about every call', async () => {
  const page = await (await site.ask('staff', '/api/docs')).text();
  const shown = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(shown)).toEqual(new Set(api.map(({ call }) => call.id)));
});

test('the whole API is for nobody on production, and its data neither', async () => {
  const door = openTestApp(site, { PUBLIC_URL: 'https://www.rumpus.example' });
  for (const path of [
    '/api/docs',
    '/ja-JP/api/docs',
    '/api/docs.data',
    '/api/docs/_.data',
    '//api/docs',
    '/API/docs/',
  ]) {
    for (const who of path === '/api/docs' ? WHO : ([undefined, 'super'] as const)) {
      const headers = who && { cookie: (await door.signIn(who)).cookie };
      const answer = await door.sendRequest(path, headers && { headers });
      const text = await answer.text();
      expect([path, who, /rotateAppKey/.test(text)]).toEqual([path, who, false]);
      if (!path.includes('_.data') && path !== '/API/docs/')
        expect([path, who, answer.status]).toEqual([path, who, path.includes('.data') ? expect.any(Number) : 404]);
    }
  }
  const page = await door.sendRequest(COMMUNITY);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toMatch(/openapi\.json(?!\?edition=community)/);
});

test('a player learns nothing of the whole API, neither by its data nor with a key or a masquerade', async () => {
  for (const path of ['/api/docs', '/api/docs.data', '/de-DE/api/docs', '/api/docs?masquerade=super']) {
    const answer = await site.ask('player', path, { headers: { 'rumpus-delegation-key': 'rumpus_key_x' } });
    expect([path, await answer.text()]).toEqual([path, expect.not.stringContaining('rotateAppKey')]);
    expect(answer.status).not.toBe(200);
  }
  const masked = await site.ask('admin', '/api/docs', { headers: { cookie: 'masquerade=authenticated' } });
  expect(masked.status).not.toBe(200);
});

test('everything else below /api stays a call: unknown addresses answer a problem', async () => {
  const paths = [
    '/api/docs/no-such',
    '/api/docs/community-edition/x',
    '/api/doc',
    '/api/docs.json',
    '/api/docs.data.data',
    '/api/',
    '/api/docs%2F',
  ];
  for (const path of paths) {
    const answer = await site.ask(undefined, path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ code: 'call.notFound' });
  }
  const headers = { origin: 'http://localhost:8080' };
  expect((await site.ask(undefined, COMMUNITY, { method: 'POST', headers })).status).toBe(405);
  const spelled = await site.ask(undefined, `${COMMUNITY}/`);
  expect([spelled.status, spelled.headers.get('location')]).toEqual([308, COMMUNITY]);
});

test('a page of docs takes no key and says nothing that an address says', async () => {
  const headers = { 'rumpus-delegation-key': 'rumpus_key_no_such' };
  expect((await site.ask(undefined, COMMUNITY, { headers })).status).toBe(200);
  for (const hostile of XSS_CORPUS.slice(0, 3)) {
    const text = await (await site.ask(undefined, `${COMMUNITY}?q=${encodeURIComponent(hostile.markdown)}`)).text();
    expect([hostile.what, text.includes(hostile.markdown)]).toEqual([hostile.what, false]);
  }
});

test('the guide tells the limits that count', () => {
  for (const group of ['read', 'search', 'write'] as const) {
    const points = RULES[group].own.points.toLocaleString('en-US');
    expect(community).toMatch(new RegExp(`${points} ${group === 'search' ? 'searche' : group}s`));
  }
});

test('the guide for the server of a game tells what a day of a player and a gift hold', () => {
  for (const most of [...Object.values(DAILY_LIMITS), MAX_TIP, MAX_EXPOSURE])
    expect(full).toMatch(new RegExp(`\\b${most.toLocaleString('en-US')}\\b`));
});

test('a search finds calls by all of its words, in paths, sentences and names of parameters', () => {
  const calls = getFullReference(STAFF).map(summarize);
  expect([...searchCalls(calls, '  ')]).toHaveLength(calls.length);
  expect([...searchCalls(calls, 'STATS batch')]).toEqual(['storage.updateManyStats']);
  expect([...searchCalls(calls, 'maxreports contexts')]).toEqual(['aliases.getAliases']);
  expect([...searchCalls(calls, 'no such words')]).toEqual([]);
});

test('types, limits and samples are read from JSON Schema', () => {
  const choice = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  expect(typeText({ type: 'array', items: choice })).toBe('(string | null)[]');
  expect(typeText({ type: 'object', properties: { 'a-b': choice, c: { enum: ['x', 1] } }, required: ['c'] })).toBe(
    '{\n  "a-b"?: string | null;\n  c: "x" | 1;\n}',
  );
  expect(typeText({ type: 'object', additionalProperties: { type: 'integer' } })).toBe('Record<string, number>');
  expect(describeLimits({ type: 'integer', minimum: 1, maximum: 128, default: 16 })).toBe('1 to 128, 16 unless told');
  expect(describeLimits({ anyOf: [{ type: 'string', minLength: 0, maxLength: 9 }, { type: 'null' }] })).toBe(
    'at most 9 characters',
  );
  expect(
    makeSample({ type: 'object', properties: { limit: { type: 'integer', minimum: 4 }, on: { type: 'boolean' } } }, {}),
  ).toEqual({ limit: 4, on: true });
});
