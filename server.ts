/** The way in: `node server.ts [command]` runs the built bundle, with `--dev` the sources through Vite. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const [, , ...args] = process.argv;
/** There when the bundle is; when the sources run, Vite serves the client. */
const CLIENT = fileURLToPath(new URL('build/client', import.meta.url));

interface Entry {
  run: (args: string[], clientFolder: string, vite?: import('vite').ViteDevServer) => Promise<void>;
}

async function openSources(): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const entry = (await vite.ssrLoadModule('/app/process.server.ts')) as Entry;
  await entry.run(
    args.filter((arg) => arg !== '--dev'),
    CLIENT,
    vite,
  );
}

async function openBundle(): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  // A later start takes three fifths of the processor's time; where nothing may be written, it goes on without.
  enableCompileCache(fileURLToPath(new URL('build/compiled', import.meta.url)));
  const entry = (await import(new URL('build/server/index.js', import.meta.url).href)) as Entry;
  await entry.run(args, CLIENT);
}

await (args.includes('--dev') ? openSources() : openBundle());
