import { reactRouter } from '@react-router/dev/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { fontCharactersPlugin } from './lib/fonts/vite-font-characters.ts';
import { messagesPlugin } from './lib/locale/vite-messages.ts';
import { textFilesPlugin } from './lib/locale/vite-text-files.ts';
import { folderHashPlugin } from './lib/vite-folder-hash.ts';
import { routePathsPlugin } from './lib/vite-route-paths.ts';
import { threadsPlugin } from './lib/vite-threads.ts';

// React Router's plugin sets the condition `module`, with which Node would load broken files of the S3 client.
const plainConditions: Plugin = {
  name: 'plain-conditions',
  enforce: 'post',
  configResolved({ oxc, ssr: { resolve } }) {
    if (oxc && typeof oxc.jsx === 'object') oxc.jsx.development = false;
    if (resolve?.conditions) resolve.conditions = resolve.conditions.filter((condition) => condition !== 'module');
  },
};

// A locale is completed from another file, which the cache of modules does not track.
const freshTexts: Plugin = {
  name: 'fresh-texts',
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (/\?(?:messages|pseudo)$/.test(id) ? false : undefined));
  },
};

export default defineConfig({
  plugins: [
    messagesPlugin(),
    fontCharactersPlugin({ texts: 'content/locales', cache: 'node_modules/.vite/fonts' }),
    textFilesPlugin(),
    routePathsPlugin('SCREEN_PATHS', 'app/routes.ts', ':locale?'),
    folderHashPlugin({ 'virtual:art-version': 'content/art', 'virtual:levelhead-art-version': 'app/levelhead/art' }),
    threadsPlugin(),
    reactRouter(),
    plainConditions,
    freshTexts,
  ],
  test: {
    include: [
      'app/**/*.test.{ts,tsx}',
      'lib/**/*.test.{ts,tsx}',
      'content/**/*.test.ts',
      'test/*.test.ts',
      'test/site/*.test.ts',
    ],
    globalSetup: ['./test/database.ts', './test/properties/seed.ts'],
    setupFiles: ['./test/production-react.ts', './test/properties/setup.ts', './test/statements/record.ts'],
    silent: 'passed-only',
    // Modules hold no state that one file's tests could leave to another's; loading them anew took a third of the time.
    isolate: false,
    // Some tests wait: two workers leave a seventh of two processors idle, and with three no thread helps to collect garbage.
    maxWorkers: 3,
    execArgv: ['--single-threaded-gc'],
    testTimeout: process.env.FULL === undefined ? 30_000 : 120_000,
    // Long, because a busy machine is slow; only a failing poll takes all of it.
    expect: { poll: { timeout: 5000 } },
    hookTimeout: 60_000,
  },
});
