import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { TestProject } from 'vitest/node';

import { CAST } from './cast.ts';
import type { WireCastName, WireSignIn } from './cast.ts';

const BASE_URL = process.env.BASE_URL ?? 'http://localhost:8080';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Signs the cast in, once for all files, and fetches the description of the calls. */
export default async function setup(project: TestProject): Promise<void> {
  await requireLocalSite();
  const sessions = await signInByCommand();
  const members = CAST.map(async (name, at) => {
    const session = sessions[at];
    if (session === undefined) throw new Error(`${name} is not signed in`);
    return [name, await openSession(name, session)] as const;
  });
  const cast = Object.fromEntries(await Promise.all(members)) as Record<WireCastName, WireSignIn>;
  project.provide('cast', cast);
  project.provide('leaving', await signInAgain(cast.player));
  project.provide('ending', await signInAgain(cast.player));
  const description = await fetch(`${BASE_URL}/api/openapi.json`);
  if (!description.ok) throw new Error(`${BASE_URL}/api/openapi.json answers ${description.status}`);
  project.provide('document', await description.text());
  project.provide('run', randomBytes(4).toString('hex'));
}

async function requireLocalSite(): Promise<void> {
  if (!LOOPBACK.has(new URL(BASE_URL).hostname)) {
    throw new Error(
      `The wire suite writes and signs its cast in: BASE_URL must be a localhost stage on this machine, not ${BASE_URL}`,
    );
  }
  const response = await fetch(`${BASE_URL}/readyz`).catch(() => undefined);
  if (!response?.ok) throw new Error(`No site is ready at BASE_URL, ${BASE_URL}. Start one, then run the suite.`);
}

/** By the command that the documentation names, once for all and without the checks of npm before it. */
async function signInByCommand(): Promise<Omit<WireSignIn, 'userId'>[]> {
  // The command looks for the site at its port.
  const env = { PORT: new URL(BASE_URL).port, ...process.env };
  const { stdout } = await promisify(execFile)('node', ['server.ts', 'sign-in', ...CAST], { env });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Omit<WireSignIn, 'userId'>);
}

async function openSession(name: WireCastName, session: Omit<WireSignIn, 'userId'>): Promise<WireSignIn> {
  const account = await fetch(`${BASE_URL}/api/auth/accounts/@me`, { headers: { cookie: session.cookie } });
  if (!account.ok) {
    throw new Error(
      `${BASE_URL} does not know the session of ${name}: are PORT, DATA_DIR and STAGE those of the site?`,
    );
  }
  const { data } = (await account.json()) as { data: { userId: string } };
  await waitForWrites(session);
  return { ...session, userId: data.userId };
}

/** By the button of the page, which takes less time than the command. */
async function signInAgain(session: WireSignIn): Promise<WireSignIn> {
  const headers = { origin: new URL(session.url).origin };
  const response = await fetch(session.url, { method: 'POST', headers, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`${session.url} answers ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { ...session, cookie: cookies.join('; '), xsrf };
}

/** Who has just run the suite waits until the limit of writes starts anew: nobody of the cast writes 180 times. */
async function waitForWrites({ cookie, xsrf }: Omit<WireSignIn, 'userId'>): Promise<void> {
  const headers = { cookie, 'x-xsrf-token': xsrf };
  const probe = await fetch(`${BASE_URL}/api/storage/crates/none`, { method: 'DELETE', headers });
  const limitOf = (name: string) => Number(probe.headers.get(`x-rate-limit-${name}`));
  if (limitOf('remaining') < 180) await pause(limitOf('reset') * 1000);
}
