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

/** Signs one of the cast in, by the command that the documentation names. */
export function signIn(name: JourneyCastName): Promise<JourneySignIn> {
  const session = known.get(name) ?? signInAnew(name);
  known.set(name, session);
  return session;
}

/** As `signIn`, at this moment: a fresh sign-in, which risky changes want. */
export async function signInAnew(name: JourneyCastName): Promise<JourneySignIn> {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sign-in', '--', name]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as JourneySignIn;
}
