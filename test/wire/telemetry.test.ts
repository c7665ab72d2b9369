import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { sendRaw } from './http.ts';

const VIEWS = '/api/telemetry/datasets/rumpus_site_pageviews';
const ERRORS = '/api/telemetry/datasets/rumpus_site_errors';
const BAD_BODY = 'The body of this call is JSON of a shape it does not know.';
const JSON_TYPE = { 'content-type': 'application/json' };
/** Of this run, in letters: what looks like a key to something is not kept. */
const RUN = String(Date.now()).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
const now = () => new Date().toISOString();
const view = (url: string, more: object = {}) => ({ url, referer: '', '@time': now(), ...more });
const failure = (message: string, more: object = {}) => ({ message, trace: '', '@time': now(), ...more });
const EVENTS: [string, (mark: string) => object][] = [
  [VIEWS, (mark) => view(`/${mark}`)],
  [ERRORS, (mark) => failure(mark)],
];

/** The newest rows that were told with a mark of this run. */
async function rowsWith(path: string, mark: string): Promise<Record<string, unknown>[]> {
  const rows = (await ask('staff', `GET ${path}?limit=128`)).data() as Record<string, unknown>[];
  return rows.filter((row) => JSON.stringify(row).includes(mark));
}

describe.each(EVENTS)('events for %s', (path, event) => {
  const mark = (what: string) => `${what}-of-${path.split('_').at(-1)}-in-${RUN}`;

  test('are accepted with 202 and no body, and are stored', async () => {
    const reply = await ask(undefined, `POST ${path}`, { body: { data: [event(mark('one')), event(mark('two'))] } });
    expect([reply.status, reply.text, reply.headers['set-cookie']]).toEqual([202, '', undefined]);
    expect(await rowsWith(path, mark('one'))).toHaveLength(1);
    expect(await rowsWith(path, mark('two'))).toHaveLength(1);
  });

  test('are accepted as a beacon sends them, with the cookies of anyone and no token', async () => {
    const own = { origin: new URL(process.env.BASE_URL ?? '').origin, 'sec-fetch-site': 'same-origin' };
    for (const cookie of [inject('cast').player.cookie, 'session=over; masquerade=admin', '%%%']) {
      const request = { headers: { ...own, cookie }, body: { data: [event(mark('beacon'))] } };
      expect((await ask(undefined, `POST ${path}`, request)).status).toBe(202);
    }
    const rows = await rowsWith(path, mark('beacon'));
    // Equal errors are counted up.
    expect(rows.map(({ occurrences }) => occurrences)).toEqual(
      path === ERRORS ? [3] : [undefined, undefined, undefined],
    );
  });

  test('are refused from pages of other sites', async () => {
    const request = { headers: { origin: 'https://a.example' }, body: { data: [event('x')] } };
    const refused = [403, 'This did not come from our own pages. Reload and try again.'];
    expect((await ask(undefined, `POST ${path}`, request)).refusal).toEqual(refused);
  });

  test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'are dropped for visitors who do not want to be tracked: %j',
    async (headers) => {
      const request = { headers, body: { data: [event(mark('untracked'))] } };
      expect((await ask(undefined, `POST ${path}`, request)).status).toBe(202);
      expect(await rowsWith(path, mark('untracked'))).toEqual([]);
    },
  );

  test('are stored once, however often one is sent', async () => {
    const once = { ...event(mark('once')), '@id': crypto.randomUUID() };
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await ask(undefined, `POST ${path}`, { body: { data: [once, once] } })).status).toBe(202);
    }
    expect(await rowsWith(path, mark('once'))).toHaveLength(1);
  });

  test('get the time of their arrival when they are from the future or long ago', async () => {
    const times = ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', '1999-12-31T23:59:59+14:00'];
    const data = times.map((time) => Object.assign(event(mark('time')), { '@time': time }));
    expect((await ask(undefined, `POST ${path}`, { body: { data } })).status).toBe(202);
    for (const row of await rowsWith(path, mark('time'))) expect(row['@time']).toBe(row.receivedAt);
  });

  test.each([
    [{ data: [] }, 'data'],
    [{ data: {} }, 'data'],
    [{ data: Array.from({ length: 51 }, () => ({})) }, 'data'],
    [{ data: [7] }, 'data.0'],
    [{ data: [{ url: '/', message: 'x' }] }, 'data.0.@time'],
    [{ data: [{ url: '/', message: 'x', '@time': 'yesterday' }] }, 'data.0.@time'],
    [{ data: [{ url: '/', message: 'x', '@time': 1_800_000_000 }] }, 'data.0.@time'],
    [
      { data: [{ url: ['/'], message: {}, '@time': '2026-01-01T00:00:00Z' }] },
      path === VIEWS ? 'data.0.url' : 'data.0.message',
    ],
  ])('of another shape are refused by their field: %j', async (body, field) => {
    const reply = await ask(undefined, `POST ${path}`, { body });
    expect(reply.refusal).toEqual([400, BAD_BODY]);
    expect(Object.keys(reply.json().fields as object)).toContain(field);
  });

  test('that are no JSON, or deep, or broken, are refused', async () => {
    const deep = `{"data":[{"@time":"${now()}","url":"/","message":"x","context":${'['.repeat(5000)}${']'.repeat(5000)}}]}`;
    for (const body of ['', '{', 'null', '"x"', deep, `{"data":[{"url":"\\u0000"}]}`]) {
      expect((await ask(undefined, `POST ${path}`, { body, headers: JSON_TYPE })).refusal).toEqual([400, BAD_BODY]);
    }
    const text = { body: '{}', headers: { 'content-type': 'text/plain' } };
    expect((await ask(undefined, `POST ${path}`, text)).refusal).toEqual([415, 'This call takes JSON or a form.']);
  });

  test('beyond 64 KB are refused, with or without their length, and so are 10 MB', async () => {
    const large = JSON.stringify({ data: [event('x'.repeat(66_000))] });
    const refused = [413, 'That is larger than this call takes.'];
    expect((await ask(undefined, `POST ${path}`, { body: large, headers: JSON_TYPE })).refusal).toEqual(refused);
    const chunks = [large.slice(0, 40_000), large.slice(40_000)];
    expect((await ask(undefined, `POST ${path}`, { body: chunks, headers: JSON_TYPE })).refusal).toEqual(refused);
    const length = 'Content-Length: 10485760\r\nContent-Type: application/json\r\nConnection: close';
    const request = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`;
    expect(await sendRaw(request, { waits: true })).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('are read by staff alone, the newest first, page by page', async () => {
    expect((await ask(undefined, `GET ${path}`)).refusal).toEqual([401, 'Bad credentials!']);
    expect((await ask('player', `GET ${path}`)).refusal).toEqual([403, "You aren't allowed in here."]);
    expect((await ask('staff', `GET ${path}?limit=0`)).status).toBe(400);
    for (let turn = 0; turn < 5; turn += 1) {
      await ask(undefined, `POST ${path}`, { body: { data: [event(mark(`page-${'abcde'[turn]}`))] } });
    }
    const first = await ask('staff', `GET ${path}?limit=2`);
    const { next } = first.links;
    const second = await ask('staff', `GET ${next}`);
    const text = JSON.stringify([first.data(), second.data()]);
    const places = ['e', 'd', 'c', 'b'].map((page) => text.indexOf(mark(`page-${page}`)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
  });
});

test('measures of pages are taken, and refused from other sites and in another shape', async () => {
  const path = '/api/telemetry/datasets/rumpus_site_vitals';
  const measure = { url: '/', name: 'LCP', value: 1, device: 'desktop', '@time': now() };
  const tell = (data: object[], headers = {}) => ask(undefined, `POST ${path}`, { body: { data }, headers });
  expect((await tell([measure])).status).toBe(202);
  expect((await tell([measure], { dnt: '1' })).status).toBe(202);
  expect((await tell([{ ...measure, name: 'x' }])).refusal).toEqual([400, BAD_BODY]);
  const refused = [403, 'This did not come from our own pages. Reload and try again.'];
  expect((await tell([measure], { origin: 'https://a.example' })).refusal).toEqual(refused);
  const text = { body: '{}', headers: { 'content-type': 'text/plain' } };
  expect((await ask(undefined, `POST ${path}`, text)).refusal).toEqual([415, 'This call takes JSON or a form.']);
  const large = [Object.assign({ note: 'x'.repeat(66_000) }, measure)];
  expect((await tell(large)).refusal).toEqual([413, 'That is larger than this call takes.']);
});

test('rows of a game are taken by its data set alone', async () => {
  const path = '/api/telemetry/datasets/none-of-this-run';
  const body = { data: [{ seconds: 1 }] };
  expect((await ask(undefined, `POST ${path}`, { body })).refusal).toEqual([401, 'Bad credentials!']);
  expect((await ask('player', `POST ${path}`, { body })).refusal).toEqual([403, "You aren't allowed in here."]);
  expect((await ask('staff', `POST ${path}`, { body })).refusal).toEqual([404, 'There is no such data set.']);
  expect((await ask('staff', `POST ${path}`, { body: { data: [] } })).refusal).toEqual([400, BAD_BODY]);
  const nowhere = (await ask('staff', 'POST /api/telemetry/datasets/%ff', { body })).refusal;
  expect(nowhere).toEqual([404, "We don't have what you're looking for."]);
  const elsewhere = await ask('staff', `POST ${path}`, { body, headers: { origin: 'https://a.example' } });
  expect(elsewhere.refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
  const text = { body: '{}', headers: { 'content-type': 'text/plain' } };
  expect((await ask('staff', `POST ${path}`, text)).refusal).toEqual([415, 'This call takes JSON or a form.']);
  const large = { body: { data: [{ tag: 'x'.repeat(66_000) }] } };
  expect((await ask('staff', `POST ${path}`, large)).refusal).toEqual([413, 'That is larger than this call takes.']);
});

test.each(['rumpus_site_pageviews2', '__proto__', 'rumpus_site_errors%00', '..%2faudit', "x';drop table x"])(
  'no data set can be called %s',
  async (dataset) => {
    const path = `/api/telemetry/datasets/${encodeURI(dataset)}`;
    const { status } = await ask('super', `POST ${path}`, { body: { data: [view('/')] } });
    expect([400, 404]).toContain(status);
  },
);

test('a page view of another site is refused', async () => {
  for (const url of ['https://a.example/', 'javascript:alert(1)', '//a.example', 'https://']) {
    const reply = await ask(undefined, `POST ${VIEWS}`, { body: { data: [view('/'), view(url)] } });
    expect(reply.refusal).toEqual([400, BAD_BODY]);
    expect(reply.json().fields).toEqual({ 'data.1.url': 'an address of this site' });
  }
});

test('a script in a message stays inert text', async () => {
  const script = `<script>alert(1)</script><img src=x onerror=alert(1)> ${RUN}`;
  const body = { data: [failure(script, { trace: script, context: { note: script } })] };
  expect((await ask(undefined, `POST ${ERRORS}`, { body })).status).toBe(202);
  const reply = await ask('staff', `GET ${ERRORS}?limit=16`);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  const row = (reply.data() as Record<string, unknown>[]).find(({ message }) => String(message).includes('<script>'));
  expect(row?.message).toContain('<script>alert(1)</script>');
});
