import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type JourneyCastName = 'player' | 'creator' | 'collaborator' | 'staff' | 'admin' | 'super';

export interface JourneySignIn {
  /** A page with one button. */
  url: string;
  /** The Cookie header of a session that is ready, and its token for `X-XSRF-TOKEN`. */
  cookie: string;
  xsrf: string;
}

const known = new Map<JourneyCastName, Promise<JourneySignIn>>();

/** Signs one of the cast in, by the command that the documentation names without the checks of npm before it. */
export function signIn(name: JourneyCastName): Promise<JourneySignIn> {
  const session = known.get(name) ?? signInByCommand(name);
  known.set(name, session);
  return session;
}

/** As `signIn`, at this moment: a fresh sign-in, which risky changes want. The button takes less time than the command. */
export async function signInAnew(name: JourneyCastName): Promise<JourneySignIn> {
  const { url } = await signIn(name);
  const { origin } = new URL(url);
  const response = await fetch(url, { method: 'POST', headers: { origin }, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`${url} answers ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { url, cookie: cookies.join('; '), xsrf };
}

async function signInByCommand(name: JourneyCastName): Promise<JourneySignIn> {
  const { stdout } = await promisify(execFile)('node', ['server.ts', 'sign-in', name]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as JourneySignIn;
}
