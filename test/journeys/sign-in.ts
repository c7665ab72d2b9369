import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

const CAST = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
export type JourneyCastName = (typeof CAST)[number];

export interface JourneySignIn {
  /** A page with one button. */
  url: string;
  /** The Cookie header of a session that is ready, and its token for `X-XSRF-TOKEN`. */
  cookie: string;
  xsrf: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    signIns: Record<JourneyCastName, JourneySignIn>;
  }
}

/** Signs the cast in, once for all walks, by the command that the documentation names without the checks of npm before it. */
export default async function setup(project: TestProject): Promise<void> {
  // The command looks for the site at its port.
  const env = { PORT: new URL(process.env.BASE_URL ?? 'http://localhost:8080').port, ...process.env };
  const { stdout } = await promisify(execFile)('node', ['server.ts', 'sign-in', ...CAST], { env });
  const sessions = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JourneySignIn);
  const named = CAST.map((name, at) => [name, sessions[at]] as const);
  project.provide('signIns', Object.fromEntries(named) as Record<JourneyCastName, JourneySignIn>);
}

/** The session of one of the cast that all walks share. */
export function signIn(name: JourneyCastName): JourneySignIn {
  return inject('signIns')[name];
}

/** As `signIn`, at this moment: a fresh sign-in, which risky changes want. The button takes less time than the command. */
export async function signInAnew(name: JourneyCastName): Promise<JourneySignIn> {
  const { url } = signIn(name);
  const { origin } = new URL(url);
  const response = await fetch(url, { method: 'POST', headers: { origin }, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`${url} answers ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { url, cookie: cookies.join('; '), xsrf };
}
