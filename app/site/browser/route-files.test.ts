import type { DataRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { messages } from '../notices/messages.ts';
import { RouteFiles, guardRouter } from './route-files.ts';

const ORIGIN = 'http://localhost';
let isOffline: boolean;
let requested: string[];

beforeEach(() => {
  isOffline = false;
  requested = [];
  for (const { id } of messages.list()) messages.remove(id);
  vi.stubGlobal('location', { href: `${ORIGIN}/`, origin: ORIGIN });
  vi.stubGlobal('fetch', (file: string) => {
    requested.push(file);
    return isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('code'));
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Home is imported, news is not. */
function openPage() {
  const done: string[] = [];
  const router = {
    match: (path: string) => ['root', path === '/news' ? 'news' : 'home'].map((id) => ({ route: { id } })),
    navigate: (to: unknown) => Promise.resolve(void done.push(String(to))),
    fetch: (key: string, _: string, href: string) => Promise.resolve(void done.push(`${key} ${href}`)),
  } as unknown as DataRouter;
  const news = { module: '/news.js', imports: ['/list.js'], css: ['/news.css'] };
  const manifest = { routes: { news } } as unknown as ConstructorParameters<typeof RouteFiles>[1];
  const modules = { root: {}, home: {} } as unknown as ConstructorParameters<typeof RouteFiles>[2];
  guardRouter(router, new RouteFiles(router, manifest, modules));
  return { router, done };
}

const texts = () => messages.list().map(({ error }) => error?.message);

test('a page whose scripts are there is opened at once', () => {
  const { router, done } = openPage();
  void router.navigate('/?page=2');
  void router.navigate(-1);
  void router.fetch('form', 'home', '/?index');
  expect([done, requested]).toEqual([['/?page=2', '-1', 'form /?index'], []]);
});

test('the scripts of another page are fetched before it is opened, once', async () => {
  const { router, done } = openPage();
  await router.navigate('/news');
  await router.navigate({ pathname: '/news' });
  expect(done).toHaveLength(2);
  expect(requested).toEqual(['/news.js', '/list.js', '/news.css']);
});

test('without them the page stays, with a message, until they can be fetched', async () => {
  const { router, done } = openPage();
  isOffline = true;
  await router.navigate('/news');
  await router.fetch('form', 'news', '/news');
  expect([done, texts()]).toEqual([[], ['Network Error']]);
  isOffline = false;
  await router.navigate('/news');
  await router.fetch('form', 'news', '/news');
  expect(done).toEqual(['/news', 'form /news']);
});

test('of two links the later one is followed, and a form is sent once', async () => {
  const { router, done } = openPage();
  const first = router.navigate('/news');
  const options = { formMethod: 'post', formData: new FormData() } as const;
  const twice = ['/news', '/news?again'].map((path) => router.fetch('form', 'news', path, options));
  await router.navigate('/');
  await Promise.all([first, ...twice]);
  expect(done).toEqual(['/', 'form /news']);
});

test('of what is looked up while the scripts come, the last is asked for', async () => {
  const { router, done } = openPage();
  const [, , last] = ['a', 'ac', 'acc'].map((text) => router.fetch('look', 'news', `/news?text=${text}`));
  await last;
  expect(done).toEqual(['look /news?text=acc']);
});

test('a form that follows on a lookup is sent, though the scripts of what was looked up cannot be fetched', async () => {
  const { router, done } = openPage();
  isOffline = true;
  const look = router.fetch('form', 'news', '/news');
  await router.fetch('form', 'home', '/?index', { formMethod: 'post', formData: new FormData() });
  await look;
  expect([done, texts()]).toEqual([['form /?index'], []]);
});

test('files of other sites are not fetched ahead', () => {
  const { router } = openPage();
  const files = new RouteFiles(router, { routes: {} }, {});
  expect([files.fetchFor('https://a.example/news'), requested]).toEqual([undefined, []]);
});
