import { createHash, randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import {
  findByToken,
  isFromBrowser,
  createConfirmation,
  redeemByToken,
  tokenOf,
} from '#app/confirmations/confirmations.server.ts';
import type { Config } from '#app/current/config/config.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { Problem } from '#lib/problem.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import { ceremonyOver, noPasskeysHere } from './problems.ts';

/** A browser has this long to come back with a signature. */
export const CEREMONY_MINUTES = 5;

/** What a browser is asked to sign for. */
const CEREMONIES = ['passkeyAddition', 'passkeySignIn', 'passkeyProof'] as const;
export type Ceremony = (typeof CEREMONIES)[number];

/** What their confirmations are called. */
export const CEREMONY_KINDS: readonly string[] = CEREMONIES.map(kindOf);

/** Who is to come back: the sign-in, or before there is one the browser by a secret in its cookie. */
export interface CeremonyOwner {
  readonly browser: string;
  readonly userId?: string | undefined;
}

/**
 * Begins a ceremony. Its challenge is the token of a confirmation, which nobody can make without the site's secret, so
 * that it is used up like any other: by one of any number that come back with it.
 */
export async function beginCeremony(current: Current, ceremony: Ceremony, who: CeremonyOwner): Promise<string> {
  const kept = { kind: kindOf(ceremony), ...who, details: {}, minutes: CEREMONY_MINUTES };
  return tokenOf(current, await createConfirmation(current, kept));
}

/**
 * Uses up the challenge that a browser says it has signed, whatever comes of it.
 * @param clientData what the browser says of the ceremony: JSON, base64url
 * @returns the challenge as the browser writes it
 * @throws Problem 403 when it is used, older than five minutes, of another ceremony or of somebody else's
 */
export async function endCeremony(
  current: Current,
  ceremony: Ceremony,
  who: CeremonyOwner,
  clientData: string,
): Promise<string> {
  const challenge = challengeIn(clientData);
  const token = Buffer.from(challenge, 'base64url').toString();
  const begun = await findByToken(current, token);
  const isTheirs = begun !== undefined && begun.userId === who.userId;
  if (!isTheirs || !(await isFromBrowser(current, begun.confirmationId, who.browser))) throw new Problem(ceremonyOver);
  if ((await redeemByToken(current, token, kindOf(ceremony))) === undefined) throw new Problem(ceremonyOver);
  return challenge;
}

function kindOf(ceremony: Ceremony): string {
  return `login.${ceremony}`;
}

function challengeIn(clientData: string): string {
  try {
    const said = ClientData.safeParse(JSON.parse(Buffer.from(clientData, 'base64url').toString()));
    return said.data?.challenge ?? '';
  } catch {
    return '';
  }
}

const ClientData = z.object({ challenge: z.string() });

/** Whoever is signed in, by this very sign-in. @throws Problem 401 who is not */
export function signedInOwner(current: Current): CeremonyOwner & { userId: string } {
  const userId = requireUser(current);
  return { browser: `login ${current.actor.loginId}`, userId };
}

const COOKIE = 'passkey';

/** The browser that asks before anyone is signed in, and the cookie that makes it known again. */
export function identifyBrowser({ browser, config }: Pick<Current, 'browser' | 'config'>): {
  browser: string;
  cookie: string;
} {
  const secret = findKnownBrowser({ browser, config })?.browser ?? randomBytes(32).toString('base64url');
  const cookie = writeCookie(hostCookieName(config, COOKIE), secret, {
    maxAge: CEREMONY_MINUTES * 60,
    secure: isSecure(config),
  });
  return { browser: secret, cookie };
}

export function findKnownBrowser({ browser, config }: Pick<Current, 'browser' | 'config'>): CeremonyOwner | undefined {
  const secret = browser.cookies[hostCookieName(config, COOKIE)] ?? '';
  return /^[\w-]{43}$/.test(secret) ? { browser: secret } : undefined;
}

/** Whom a passkey is for: the site, by the host and the origin of its public address. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** @throws Problem 409 where the site is known by a number alone, because browsers bind passkeys to names */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) throw new Problem(noPasskeysHere);
  return { id: hostname, origin };
}

/**
 * What an account is called in its passkeys. Devices show it to whoever holds them, so it is neither an address nor the
 * lookup code.
 */
export function userHandleOf(userId: string): Buffer {
  return createHash('sha256').update(`passkey\n${userId}`).digest();
}
