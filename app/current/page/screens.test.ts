import { expect, test } from 'vitest';

import { listPaths } from '#lib/route-paths.ts';

import { hasScreen } from './screens.server.ts';

test('hasScreen finds the screens of app/routes.ts, with values or names of their parameters', () => {
  for (const path of ['/', '/games', '/games/crashlands-2', '/games/:game', '/terms', '/about', '/login/success']) {
    expect(hasScreen(path), path).toBe(true);
  }
});

test('hasScreen finds none at an unknown path', () => {
  for (const path of ['/no-such-page', '/games/levelhead/no/such', '/*', '/api/version', '']) {
    expect(hasScreen(path), path).toBe(false);
  }
});

test('pathsOf joins the paths of parents and drops the optional first segment', () => {
  const routes = [
    { path: ':locale?', index: true },
    { path: ':locale?/games/:game' },
    { path: ':locale?/admin', children: [{ index: true }, { path: 'crates', children: [{ path: ':crateId' }] }] },
    { path: '*' },
  ];
  expect(listPaths(routes, ':locale?')).toEqual([
    '/',
    '/games/:game',
    '/admin',
    '/admin/crates',
    '/admin/crates/:crateId',
  ]);
});
