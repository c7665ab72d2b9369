import { expect, test } from 'vitest';

import { pathsOf } from '#lib/route-paths.ts';

import { hasScreen } from './screens.ts';

test('there is a screen where app/routes.ts has one, with or without its parameters', () => {
  for (const path of ['/', '/games', '/games/crashlands-2', '/games/:game', '/terms', '/about', '/login/success']) {
    expect(hasScreen(path), path).toBe(true);
  }
});

test('there is none at an address that only the page for the unknown answers', () => {
  for (const path of ['/no-such-page', '/games/levelhead/no/such', '/*', '/api/version', '']) {
    expect(hasScreen(path), path).toBe(false);
  }
});

test('the paths have their parents before them and no optional first segment', () => {
  const routes = [
    { path: ':locale?', index: true },
    { path: ':locale?/games/:game' },
    { path: ':locale?/admin', children: [{ index: true }, { path: 'crates', children: [{ path: ':crateId' }] }] },
    { path: '*' },
  ];
  expect(pathsOf(routes, ':locale?')).toEqual([
    '/',
    '/games/:game',
    '/admin',
    '/admin/crates',
    '/admin/crates/:crateId',
  ]);
});
