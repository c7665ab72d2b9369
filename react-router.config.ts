import { join } from 'node:path';

import type { Config } from '@react-router/dev/config';

import { shrinkRouteManifest } from './lib/vite-route-manifest.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => shrinkRouteManifest(join(reactRouterConfig.buildDirectory, 'client', 'assets')),
} satisfies Config;
