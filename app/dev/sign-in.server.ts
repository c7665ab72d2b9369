import type { Current } from '#app/current/current.server.ts';
import { signInCookies } from '#app/login/cookies.server.ts';
import cast from '#database/seeds/cast.json' with { type: 'json' };
import { xsrfToken } from '#lib/csrf/csrf.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { noSuchCast, noTicket, notHere } from './problems.ts';

export const TICKET_MINUTES = 15;

interface DevSignIn {
  url: string;
  /** The Cookie header and the XSRF token of a new session. */
  cookie: string;
  xsrf: string;
}

/** Signs in a member of the demo cast, for development. @throws Problem 404 off localhost or for an unknown name */
export async function createSignIn(current: Current, castName: string): Promise<DevSignIn> {
  requireLocalhost(current);
  const member = cast.find((one) => one.cast === castName);
  if (member === undefined) throw new Problem(noSuchCast);
  const expires = current.now().getTime() + TICKET_MINUTES * 60_000;
  const ticket = sign(JSON.stringify([castName, expires]), 'dev sign-in', current.secret);
  const { token, session } = await current.sessions.create(member.userId, current.now());
  const cookies = signInCookies(current.config, current.secret, token, session.loginId);
  return {
    url: `${current.config.publicUrl}/dev/sign-in/${ticket}`,
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    xsrf: xsrfToken(session.loginId, current.secret),
  };
}

/** The cast member of a ticket. @throws Problem 404 for a forged or expired one */
export function readTicket(current: Current, ticket: string): { userId: string; alias: string; role: string } {
  requireLocalhost(current);
  const text = readSigned(ticket, 'dev sign-in', current.secret);
  if (text === undefined) throw new Problem(noTicket);
  const [castName, expires] = JSON.parse(text) as [string, number];
  const member = cast.find((one) => one.cast === castName);
  if (member === undefined || expires < current.now().getTime()) throw new Problem(noTicket);
  return { userId: member.userId, alias: member.alias, role: member.role };
}

/** Starts a session for the cast member of a ticket. @returns its cookies @throws Problem as `readTicket` */
export async function signInBy(current: Current, ticket: string): Promise<string[]> {
  const { userId } = readTicket(current, ticket);
  const { token, session } = await current.sessions.create(userId, current.now());
  return signInCookies(current.config, current.secret, token, session.loginId);
}

/** @throws Problem 404 off localhost */
export function requireLocalhost(current: Current): void {
  if (current.stage !== 'localhost') throw new Problem(notHere);
}
