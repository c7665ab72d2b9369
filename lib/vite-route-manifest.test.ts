import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { compactRouteManifest } from './vite-route-manifest.ts';

const NAME = 'window.__reactRouterManifest=';

/** What a page that loads the script has then. */
function manifestOf(script: string): unknown {
  const window: { __reactRouterManifest?: unknown } = {};
  runInNewContext(script, { window });
  // From another realm, whose objects have prototypes of their own.
  return JSON.parse(JSON.stringify(window.__reactRouterManifest));
}

test('a compact manifest sets what React Router wrote, whatever a route has and lacks', () => {
  const flags = { hasLoader: true, hasAction: false };
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/react.js'], css: [] },
    routes: {
      root: {
        id: 'root',
        path: '',
        ...flags,
        module: '/assets/root.js',
        imports: ['/assets/react.js'],
        css: ['/assets/a.css'],
      },
      home: {
        id: 'home',
        parentId: 'root',
        index: true,
        ...flags,
        hasAction: true,
        module: '/assets/home.js',
        imports: [],
        css: [],
      },
      '404': {
        id: '404',
        parentId: 'root',
        path: '*',
        ...flags,
        module: '/assets/root.js',
        imports: ['/assets/home.js', '/assets/root.js'],
      },
    },
    url: '/assets/manifest-1.js',
    version: '1',
  };
  const script = compactRouteManifest(`${NAME}${JSON.stringify(manifest)};`);
  expect(script.startsWith(NAME)).toBe(true);
  expect(manifestOf(script)).toEqual(manifest);
  expect(script.match(/react\.js/g)).toHaveLength(2);
});

test('what is no manifest is refused, so that another form of it is seen at the build', () => {
  expect(() => compactRouteManifest('export default {}')).toThrow('no manifest of routes');
});
