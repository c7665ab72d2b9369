import { expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const REVALIDATED = 'private, no-store';

const versionOf = async () => {
  const html = await (await site.ask(undefined, '/about')).text();
  return /"version": "([^"]*)"/.exec(html)?.[1] ?? '';
};

async function askFor(paths: string, who?: CastName, version?: string) {
  const query = new URLSearchParams({ paths, version: version ?? (await versionOf()) });
  return site.ask(who, `/__manifest?${query}`);
}

const idsOf = async (response: Response) => Object.keys((await response.json()) as object);

test('a page names its own routes alone, and a browser asks for those at a path before it goes there', async () => {
  const html = await (await site.ask(undefined, '/about')).text();
  const [named = ''] = /window\.__reactRouterManifest = .*?;\s/s.exec(html) ?? [];
  expect([...named.matchAll(/"id": "([^"]+)"/g)].map(([, id]) => id)).toEqual(['root', 'site/screens/about']);
  const answer = await askFor('/games,/games/levelhead,/de-DE/post/x');
  expect(await idsOf(answer)).toEqual(['root', 'games/screens/games', 'games/screens/game', 'posts/screens/post']);
});

test('routes are alike for everyone and kept by the browser alone, with the headers and limits of a page', async () => {
  for (const who of [undefined, 'player', 'staff'] as const) {
    const answer = await askFor('/about', who);
    const header = (name: string) => answer.headers.get(name);
    expect([answer.status, header('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
    expect([header('x-content-type-options'), header('x-frame-options')]).toEqual(['nosniff', 'DENY']);
    expect(header('x-rate-limit-remaining')).not.toBeNull();
    expect(await idsOf(answer)).toEqual(['root', 'site/screens/about']);
  }
});

test('a page of another release is told so, and no cache keeps that', async () => {
  const answer = await askFor('/about', undefined, 'older');
  expect([answer.status, answer.headers.get('x-remix-reload-document')]).toEqual([204, 'true']);
  expect(answer.headers.get('cache-control')).toBe(REVALIDATED);
});

test('too many paths, a null character and a form are refused', async () => {
  expect((await askFor(Array.from({ length: 101 }, (_, at) => `/${at}`).join())).status).toBe(400);
  expect((await askFor('/\0')).status).toBe(400);
  expect((await site.submit(undefined, '/__manifest?paths=/about', {})).status).toBe(405);
});
