import { performance } from 'node:perf_hooks';

import { pino } from 'pino';
import { createServer } from 'vite';

import type { Current } from '#app/current/current.server.ts';
import type { SiteParts } from '#app/door/parts.server.ts';

import { MANY, SECONDS } from './measure.ts';
import type { BenchSetup } from './setup.ts';

/** The site's own code in this process, for what is measured without HTTP, which the driver alone does not speak. */
export interface InProcess {
  readonly parts: SiteParts;
  readonly current: Current;
  readonly load: <Module>(path: string) => Promise<Module>;
  readonly close: () => Promise<void>;
}

/** @param variables of the site */
export async function openInProcess(
  { url, folder }: Pick<BenchSetup, 'url' | 'folder'>,
  variables: Record<string, string> = {},
): Promise<InProcess> {
  const vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, appType: 'custom' });
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  const { parseConfig } = await load<typeof import('#app/current/config/config.server.ts')>(
    '/app/current/config/config.server.ts',
  );
  const site = await load<typeof import('#app/door/parts.server.ts')>('/app/door/parts.server.ts');
  const config = parseConfig({
    DATABASE_URL: url,
    DATA_DIR: folder,
    LIMITS: '0',
    SECRET: 'x'.repeat(32),
    ...variables,
  });
  const parts = await site.openParts({
    config,
    secret: 'x'.repeat(32),
    connection: { connectionString: url },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    isDevelopment: false,
    clientFolder: folder,
  });
  const close = async () => {
    await site.closeParts(parts);
    await vite.close();
  };
  return { parts, current: site.systemCurrent(parts), load, close };
}

/** How often a second many callers get it done, each one after the other. */
export async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const times = await timesOf(work, MANY);
  return times.length / ((performance.now() - start) / 1000);
}

/** In milliseconds, how long it took each time. */
export async function timesOf(work: () => Promise<unknown>, callers: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const all = Array.from({ length: callers }, async () => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await work();
      times.push(performance.now() - from);
    }
  });
  await Promise.all(all);
  return times;
}
