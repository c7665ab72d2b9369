import { createMemoryRouter } from 'react-router';
import type { DataRouter, PatchRoutesOnNavigationFunction } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';
import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';

import { messages } from '../notices/messages.ts';
import { setRouter } from './keep-page.ts';
import { pageFetch } from './page-fetch.ts';

const server = useScriptedServer();
const NEWS = () => new URL('/news.data', server.base);
const LIMITED = { status: 429, body: '', headers: { 'x-rate-limit-reset': '7' } };
const BLOCKED = { status: 429, message: 'Exceeded rate limit.' };

let now: number;
beforeEach(() => {
  now = 1000;
  server.script = () => ({ json: {} });
});

function openPage() {
  const rateLimit = new RateLimitBlock(() => now);
  return { request: pageFetch(fetch, rateLimit), ...callClientFor(server, { rateLimit }) };
}

test('a lost connection is a network error for the data of pages and for forms', async () => {
  server.script = () => ({ cut: 'before' });
  const { request } = openPage();
  for (const method of ['GET', 'POST']) {
    await expect(request(NEWS(), { method })).rejects.toMatchObject({ name: 'CallError', message: 'Network Error' });
  }
});

test('after a 429 with a reset above 0, loads and forms are blocked for that many seconds, and so are calls', async () => {
  const { request, askUrl } = openPage();
  server.script = () => LIMITED;
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  server.script = () => ({ json: {} });
  now += 6999;
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  await expect(request(NEWS(), { method: 'POST' })).rejects.toMatchObject(BLOCKED);
  await expect(askUrl('/api/version')).rejects.toMatchObject(BLOCKED);
  expect(server.heard).toHaveLength(1);
  now += 1;
  expect((await request(NEWS())).status).toBe(200);
});

test('after a 429 of a call, loads and forms are blocked too', async () => {
  const { request, askUrl } = openPage();
  server.script = () => ({ ...LIMITED, json: {} });
  await expect(askUrl('/api/version')).rejects.toMatchObject({ status: 429 });
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  expect(server.heard).toHaveLength(1);
});

test('after a 429 whatever else asks by fetch is blocked, such as telemetry', async () => {
  const { request } = openPage();
  server.script = () => LIMITED;
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  server.script = () => ({ json: {} });
  const report = () => request(`${server.base}api/telemetry/datasets/rumpus_site_errors`, { method: 'POST' });
  await expect(report()).rejects.toMatchObject(BLOCKED);
  expect(server.heard).toHaveLength(1);
  now += 7000;
  expect((await report()).status).toBe(200);
});

test('other requests are not touched', async () => {
  const { request } = openPage();
  server.script = () => LIMITED;
  expect((await request(new URL('/assets/root.js', server.base))).status).toBe(429);
  expect((await request(`${server.base}api/version`)).status).toBe(429);
});

describe('routes that a page does not know', () => {
  const NEWS = { id: 'news', module: '/news.js', imports: ['/list.js'], css: ['/news.css'] };
  /** What a request for each path gets. */
  let answers: Record<string, (href: string) => Response>;
  let requested: string[];
  const send: typeof fetch = (input) => {
    const { pathname, href } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    requested.push(pathname);
    return Promise.resolve().then(() => answers[pathname]?.(href) ?? new Response('code'));
  };
  const offline = () => {
    throw new TypeError('Failed to fetch');
  };

  beforeEach(() => {
    requested = [];
    answers = { '/__manifest': (href) => Response.json(href.endsWith('news') ? { news: NEWS } : {}) };
    for (const { id } of messages.list()) messages.remove(id);
    vi.stubGlobal('location', { href: 'http://localhost/posts/a', origin: 'http://localhost' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    setRouter(undefined);
  });

  /** A page with a parameter, whose router asks as that of a browser does. */
  async function openPost() {
    const request = pageFetch(send, new RateLimitBlock(Date.now));
    const asked = new Set<string>();
    const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch, signal }) => {
      if (asked.has(path)) return;
      const paths = path === '/posts/a' ? '/posts,/posts/a' : path;
      const response = await request(new URL(`/__manifest?paths=${paths}`, 'http://localhost'), { signal });
      const routes = (await response.json()) as Record<string, typeof NEWS>;
      asked.add(path);
      const loader = () => 'news';
      for (const { id } of Object.values(routes)) patch(null, [{ id, path: '/news', loader, action: loader }]);
    };
    const routes = [{ id: 'post', path: '/posts/:name', loader: () => 'post', action: () => 'saved' }];
    const router = createMemoryRouter(routes, { initialEntries: ['/posts/a'], patchRoutesOnNavigation });
    await expect.poll(() => router.state.initialized).toBe(true);
    setRouter(router);
    requested = [];
    asked.clear();
    const answered: unknown[] = [];
    router.subscribe(({ fetchers }) => answered.push(fetchers.get('form')?.data));
    // The router forgets a form that waits for nothing.
    const isIdle = () => router.state.navigation.state === 'idle' && !router.state.fetchers.has('form');
    const press = (path: string) => {
      const formData = new FormData();
      void router.fetch('form', 'post', path, { formMethod: 'post', formData });
    };
    return { request, router, press, isIdle, answered };
  }

  const texts = () => messages.list().map(({ error }) => error?.message);

  test('are told once their files are there, and each file is fetched once', async () => {
    const { router } = await openPost();
    await router.navigate('/news');
    expect(requested).toEqual(['/__manifest', '/news.js', '/list.js', '/news.css']);
    expect(router.state.location.pathname).toBe('/news');
    await router.navigate('/posts/b');
    expect(requested.slice(4)).toEqual(['/__manifest']);
  });

  test.each([
    ['without a network', '/__manifest', offline, 'Network Error'],
    ['without a network for a script', '/list.js', offline, 'Network Error'],
    ['with a script that is not there', '/news.js', () => new Response('', { status: 404 }), 'Something went wrong.'],
    ['within a rate limit', '/__manifest', () => new Response('', { status: 429 }), 'Exceeded rate limit.'],
  ])('%s keep the page, say why once, and can be asked for again', async (_when, path, answer, message) => {
    const { router, press, isIdle, answered } = await openPost();
    const before = answers;
    answers = { ...before, [path]: answer };
    for (let turn = 1; turn <= 2; turn += 1) {
      void router.navigate('/news');
      await expect.poll(isIdle).toBe(true);
      press('/news');
      await expect.poll(isIdle).toBe(true);
    }
    expect([router.state.location.pathname, router.state.errors, texts()]).toEqual(['/posts/a', null, [message]]);
    answers = before;
    press('/news');
    await expect.poll(() => answered).toContain('news');
    await router.navigate('/news');
    expect(router.state.location.pathname).toBe('/news');
  });

  test('of its own page are not missed, so that fresh data and forms are as they were', async () => {
    const { router, press, isIdle, answered } = await openPost();
    answers = { '/__manifest': offline };
    await router.revalidate();
    press('/posts/a');
    await expect.poll(isIdle).toBe(true);
    expect([router.state.errors, texts()]).toEqual([null, []]);
    expect(answered).toContain('saved');
  });

  test('of a newer release are followed by loading the page that somebody leaves for, and no other', async () => {
    const { request, router, press, isIdle } = await openPost();
    answers = {
      '/__manifest': () => new Response(null, { status: 204, headers: { 'x-remix-reload-document': 'true' } }),
    };
    press('/news');
    await expect.poll(isIdle).toBe(true);
    expect(texts()).toEqual(['Something went wrong.']);
    void router.navigate('/news');
    const url = new URL('/__manifest?paths=/news', 'http://localhost');
    const { signal } = new AbortController();
    expect((await request(url, { signal })).status).toBe(204);
  });

  test('are there before the answer to a form, which the router would else show at the address of the next page', async () => {
    const { request } = await openPost();
    let send = () => {};
    const script = new ReadableStream({ start: (body) => void (send = () => body.close()) });
    answers['/list.js'] = () => new Response(script);
    const order: string[] = [];
    const { signal } = new AbortController();
    const routes = request(new URL('/__manifest?paths=/news', 'http://localhost'), { signal });
    const answer = request(new URL('/posts/a.data', 'http://localhost'), { method: 'POST' });
    const all = [routes.then(() => order.push('routes')), answer.then(() => order.push('answer'))];
    await expect.poll(() => requested).toEqual(expect.arrayContaining(['/list.js', '/posts/a.data']));
    send();
    await Promise.all(all);
    expect(order).toEqual(['routes', 'answer']);
  });

  test('are followed by the load of the page before any other answer, however long the router takes', async () => {
    const { request, router } = await openPost();
    const location = { ...router.state.location, pathname: '/news' };
    const navigation = { ...router.state.navigation, state: 'loading', location } as DataRouter['state']['navigation'];
    setRouter({ state: { ...router.state, navigation } } as DataRouter);
    const order: string[] = [];
    const { signal } = new AbortController();
    const routes = request(new URL('/__manifest?paths=/news', 'http://localhost'), { signal });
    const fresh = request(new URL('/posts/a.data', 'http://localhost')).then(() => order.push('fresh data'));
    await routes;
    await new Promise((resolve) => setTimeout(resolve, 120));
    order.push('load');
    await request(new URL('/news.data', 'http://localhost'), { signal });
    await fresh;
    expect(order).toEqual(['load', 'fresh data']);
  });

  test('that are asked for ahead fail silently', async () => {
    const { request } = await openPost();
    answers = { '/__manifest': offline };
    const settled = vi.fn<() => void>();
    void request(new URL('/__manifest?paths=/news', 'http://localhost'), {}).finally(settled);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([settled.mock.calls.length, texts()]).toEqual([0, []]);
  });
});
