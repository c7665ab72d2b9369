import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

import { pino } from 'pino';
import type { ElementType, Key } from 'react';
import type { HandleDocumentRequestFunction, ServerBuild } from 'react-router';
import { createServer } from 'vite';

import { requestBytes } from '../http-connection.ts';
import { load } from '../load.ts';
import { MANY, SECONDS } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';

/** Pages a second of one address. */
export interface PageRates {
  path: string;
  /** React alone, with the data of the page at hand, in this process. */
  bare: number;
  /** The site, which asks who comes and what the page shows, over HTTP. */
  rendered: number;
  /** The site for those who are not signed in, while nothing has changed. */
  kept: number;
}

const RENDERED = ['/', '/games/crashlands-2', '/about'];

export async function measurePages(ground: BenchSetup): Promise<PageRates[]> {
  const renders = await openRenders(ground);
  const rates: PageRates[] = [];
  for (const path of RENDERED) {
    const render = await renders.of(path);
    await perSecond(render);
    const bare = await perSecond(render);
    // A query keeps a page from being kept.
    await overHttp(ground, `${path}?bench`);
    const rendered = await overHttp(ground, `${path}?bench`);
    await overHttp(ground, path);
    rates.push({ path, bare, rendered, kept: await overHttp(ground, path) });
  }
  await renders.close();
  return rates;
}

async function overHttp({ ports }: BenchSetup, path: string): Promise<number> {
  const bytes = requestBytes('GET', path, { accept: 'text/html', 'accept-encoding': 'br' });
  const { perSecond } = await load({
    port: ports.site,
    connections: MANY,
    seconds: SECONDS,
    status: 200,
    request: () => bytes,
  });
  return perSecond;
}

export async function perSecond(render: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const start = performance.now();
  while (performance.now() - start < SECONDS * 1000) {
    await render();
    done += 1;
  }
  return done / ((performance.now() - start) / 1000);
}

/** The site's own pages in this process, rendered again and again from what their loaders gave the first time. */
export async function openRenders({ url, folder }: BenchSetup) {
  const { RouterContextProvider, createRequestHandler } = await import('react-router');
  const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom' });
  const module = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  const { parseConfig } = await module<typeof import('#app/current/config/config.server.ts')>(
    '/app/current/config/config.server.ts',
  );
  const current = await module<typeof import('#app/current/current.server.ts')>('/app/current/current.server.ts');
  const site = await module<typeof import('#app/door/parts.server.ts')>('/app/door/parts.server.ts');
  const build = await module<ServerBuild>('virtual:react-router/server-build');
  const secret = 'x'.repeat(32);
  const config = parseConfig({ DATABASE_URL: url, DATA_DIR: folder, LIMITS: '0', SECRET: secret });
  const parts = await site.openParts({
    config,
    secret,
    connection: { connectionString: url },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    isDevelopment: false,
    clientFolder: folder,
  });
  const nobody = { userId: undefined, role: 'public', ownRole: 'public', masquerade: undefined } as const;
  const actor = { ...nobody, loginId: undefined, provedAt: undefined, app: undefined };
  const render = build.entry.module.default;
  const of = async (path: string) => {
    let rendered: Parameters<HandleDocumentRequestFunction> | undefined;
    const listen: HandleDocumentRequestFunction = (...args) => {
      rendered = args;
      return render(...args);
    };
    const entry = { ...build.entry, module: { ...build.entry.module, default: listen } };
    const context = new RouterContextProvider();
    context.set(current.currentContext, { ...site.systemCurrent(parts), actor });
    context.set(current.nonceContext, 'n');
    await createRequestHandler({ ...build, entry }, 'production')(new Request(`http://localhost${path}`), context);
    if (rendered === undefined) throw new Error(`${path} was not rendered`);
    const [request, status, headers, router, ...rest] = rendered;
    // The data of the loaders can be handed to one page only; React renders without.
    const again = { ...router, serverHandoffStream: undefined };
    return async () => (await render(request, status, headers, again, ...rest)).text();
  };
  const close = async () => {
    await site.closeParts(parts);
    await vite.close();
  };
  return { of, close };
}

/** From the sources the screens come with calls of React's development, which the React of production has not. */
export function useProductionReact(): void {
  process.env.NODE_ENV = 'production';
  const require = createRequire(import.meta.url);
  const { jsx, jsxs } = require('react/jsx-runtime') as typeof import('react/jsx-runtime');
  const development = require('react/jsx-dev-runtime') as { jsxDEV: unknown };
  development.jsxDEV = (type: ElementType, props: unknown, key: Key | undefined, isStatic: boolean) =>
    (isStatic ? jsxs : jsx)(type, props, key);
}
