import { spawn } from 'node:child_process';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');

export const NODE = join(BIN, 'node');

export function program(name) {
  return join(BIN, name);
}

/** @param {NodeJS.ProcessEnv} environment @returns {NodeJS.ProcessEnv} with the pinned Node first on the PATH */
export function pinned(environment = process.env) {
  return { ...environment, PATH: `${BIN}${delimiter}${environment.PATH ?? ''}` };
}

/** Without installed programs on the PATH, for what replaces the installation. */
export function unpinned(environment = process.env) {
  const isOurs = (folder) => folder.endsWith(`node_modules${sep}.bin`);
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => !isOurs(folder));
  return { ...environment, PATH: folders.join(delimiter) };
}

/** @returns {Promise<{ ok: boolean, text: string }>} the text only for 'keep', which captures stdout and stderr */
export function run(command, args, { env = pinned(), output = 'show' } = {}) {
  const { promise, resolve } = resolvers();
  const stdio = { stderr: ['ignore', 2, 2], keep: ['ignore', 'pipe', 'pipe'], show: ['ignore', 1, 2] }[output];
  const child = spawn(command, args, { cwd: ROOT, env, stdio });
  const parts = [];
  child.stdout?.on('data', (part) => parts.push(part));
  child.stderr?.on('data', (part) => parts.push(part));
  const text = () => Buffer.concat(parts).toString();
  child.on('error', (error) => resolve({ ok: false, text: `${text()}${error.message}\n` }));
  child.on('close', (code) => resolve({ ok: code === 0, text: text() }));
  return promise;
}

/** `Promise.withResolvers` is younger than Node 20. */
function resolvers() {
  let resolve;
  let reject;
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}
