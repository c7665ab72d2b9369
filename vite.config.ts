import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

import { fontCharactersPlugin } from './lib/fonts/vite-font-characters.ts';
import { fontSlicesPlugin } from './lib/fonts/vite-font-slices.ts';
import { messagesPlugin } from './lib/locale/vite-messages.ts';
import { textFilesPlugin } from './lib/locale/vite-text-files.ts';
import { folderHashPlugin } from './lib/vite-folder-hash.ts';
import { routePathsPlugin } from './lib/vite-route-paths.ts';
import { sourceMapsPlugin } from './lib/vite-source-maps.ts';
import { threadsPlugin } from './lib/vite-threads.ts';

/** Packages of many small modules. Node takes half of a start to find and to link them when each is read by itself. */
const BUNDLED = [
  'react-aria',
  'react-aria-components',
  'react-stately',
  '@internationalized/*',
  'clsx',
  'kysely',
  'zod',
  'zod-openapi',
  'jose',
  'openid-client',
  'oauth4webapi',
  'diff',
  'node-diff3',
  '@simplewebauthn/*',
  '@peculiar/*',
  'tsyringe',
  'tslib',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'music-metadata',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'file-type',
  '@tokenizer/*',
  '@borewit/*',
  'unified',
  'remark-*',
  'rehype-*',
  'mdast-*',
  'hast-*',
  'micromark',
  'micromark-*',
  'unist-*',
  'vfile',
  'vfile-*',
  'property-information',
  'stringify-entities',
  'character-entities',
  'character-entities-*',
  'zwitch',
  'bail',
  'trough',
  'devlop',
  'ccount',
  'highlight.js',
  'lowlight',
];

const SHELL =
  /\/app\/(?:site\/(?:shell(?!\/(?:account|login)-panel)|notices|browser\/(?:keep-page|page-fetch))|\w+\/cache-topics|current\/(?:page\/head|forms\/(?:action-form|use-form)))\b/;

export default defineConfig({
  plugins: [
    messagesPlugin(),
    textFilesPlugin({ first: ['app/entry.client.tsx', 'app/root.tsx', 'app/site/screens/home.tsx'] }),
    routePathsPlugin('SCREEN_PATHS', 'app/routes.ts', ':locale?'),
    fontCharactersPlugin({ texts: 'content/locales', cache: 'node_modules/.vite/fonts' }),
    fontSlicesPlugin(),
    folderHashPlugin({ 'virtual:art-version': 'content/art', 'virtual:levelhead-art-version': 'app/levelhead/art' }),
    threadsPlugin(),
    sourceMapsPlugin('build/maps'),
    bundlePackagesPlugin(),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page loads, in two files: many small ones compress worse. Not the entry, which has to run last,
            // nor the panels of the account, which load when somebody does something. The topics of the cache go along, of
            // a few words each, and the parts of forms, of which nearly every page has one.
            codeSplitting: {
              groups: [
                { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//, priority: 2 },
                { name: 'shell', test: SHELL, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './app/process.server.ts' } },
    },
  },
});

function bundlePackagesPlugin(): Plugin {
  return {
    name: 'bundle-packages',
    apply: 'build',
    configEnvironment: (name) => (name === 'ssr' ? { resolve: { noExternal: BUNDLED } } : undefined),
  };
}
