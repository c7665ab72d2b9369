import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { NODE, pinned, ROOT } from './run.js';

const START = 120_000;
const STOP = 30_000;
/** Variables of the site that would make the run depend on who runs it. */
const FOREIGN =
  /^(?:(?:DATABASE|SMTP|S3|MAIL|GOOGLE|APPLE|MICROSOFT|DISCORD|TWITCH|EPIC|STEAM|OIDC)_|(?:SECRET|PUBLIC_URL|MAIN_URL|HOST|TRUST_PROXY|LIMITS|LOG_LEVEL|NODE_ENV)$)/;

/**
 * To migrate and to seed takes most of a first start, so one site of a run of all tests starts anew, and the data folders
 * of the others are copies of what it leaves.
 * @returns {Promise<string | undefined>} what went wrong
 */
export async function prepareSeededData() {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const first = await startSite({ LOG_LEVEL: 'warn' });
  if (first.failure !== undefined) return first.failure;
  const failure = await first.stop(join(folder, 'data'));
  if (failure === undefined) process.env.SEEDED_DATA = join(folder, 'data');
  return failure;
}

/** Makes a data folder of what the first site of the run left, if there was one. */
export function copySeededData(folder) {
  const { SEEDED_DATA } = process.env;
  if (SEEDED_DATA === undefined || !existsSync(SEEDED_DATA)) return;
  // Node's own copy would give the database's files to another user.
  const { status, stderr } = spawnSync('cp', ['-a', SEEDED_DATA, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${SEEDED_DATA} could not be copied: ${stderr}`);
}

/** @param {Record<string, string>} variables of the site, beside a data folder of its own on the localhost stage */
export async function startSite(variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  // Root's database runs as another user, who has to pass through here.
  chmodSync(folder, 0o711);
  const log = join(folder, 'site.log');
  const env = { ...environmentOf(folder, await freePort()), ...variables };
  if (variables.DATABASE_URL === undefined) copySeededData(env.DATA_DIR);
  const output = openSync(log, 'w');
  const server = spawn(NODE, startArguments(), { cwd: ROOT, env, stdio: ['ignore', output, output] });
  closeSync(output);
  const exited = once(server, 'exit');
  const lastWords = () =>
    `The site's last words:\n${readFileSync(log, 'utf8').trimEnd().split('\n').slice(-60).join('\n')}`;
  stopWithUs(server);
  const isReady = await waitUntilReady(server, env.BASE_URL);
  const site = {
    env,
    pid: server.pid,
    lastWords,
    stop: (keptAs) => stop(server, exited, { folder, keptAs, lastWords }),
  };
  if (isReady) return { ...site, failure: undefined };
  const failure = (await site.stop()) ?? 'The site did not get ready.';
  return { ...site, failure };
}

function startArguments() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return scripts.start.split(' ').slice(1);
}

function environmentOf(folder, port) {
  const own = Object.entries(pinned()).filter(([name]) => !FOREIGN.test(name));
  const address = `http://localhost:${port}`;
  const site = { PORT: String(port), PUBLIC_URL: address, DATA_DIR: join(folder, 'data'), STAGE: 'localhost' };
  return { ...Object.fromEntries(own), ...site, BASE_URL: address };
}

async function waitUntilReady(server, address) {
  const end = performance.now() + START;
  while (performance.now() < end && server.exitCode === null && server.signalCode === null) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return true;
    await pause(100);
  }
  return false;
}

/** @param keptAs where its data are put @returns what went wrong: it was killed, or did not exit with 0 */
async function stop(server, exited, { folder, keptAs, lastWords }) {
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP);
  const [code, signal] = await exited;
  clearTimeout(timer);
  const failure = code === 0 ? undefined : `The site left with ${signal ?? code} when asked to stop.\n${lastWords()}`;
  if (keptAs !== undefined && failure === undefined && !isElsewhere(folder)) renameSync(join(folder, 'data'), keptAs);
  rmSync(folder, { recursive: true, force: true });
  return failure;
}

/** Its database is not in the data folder, where the database's user cannot enter. */
function isElsewhere(folder) {
  return !existsSync(join(folder, 'data', 'postgres'));
}

/** An interrupted test run leaves nothing running. */
function stopWithUs(server) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.once('exit', () => process.exit(1));
      server.kill('SIGTERM');
    });
  }
}

/** A port outside the ephemeral range, so that it stays free until it is used. */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').catch(() => false);
  if (!isListening) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
