import { createHash, randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import {
  findByToken,
  isFromBrowser,
  createConfirmation,
  redeemByToken,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import type { Config } from '#app/current/config/config.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { parseJson } from '#lib/parse-json.ts';
import { Problem } from '#lib/problem.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import { ceremonyOver, noPasskeysHere } from './problems.ts';

export const CEREMONY_MINUTES = 5;

const CEREMONIES = ['passkeyAddition', 'passkeySignIn', 'passkeyProof'] as const;
type Ceremony = (typeof CEREMONIES)[number];

export const CEREMONY_KINDS: readonly string[] = CEREMONIES.map(toKind);

/** The session, or before there is one the browser, by a secret in its cookie. */
interface CeremonyOwner {
  readonly browser: string;
  readonly userId?: string | undefined;
}

/** Its challenge is the signed token of a confirmation, so that it is used up once like any other. */
export async function beginCeremony(current: Current, ceremony: Ceremony, owner: CeremonyOwner): Promise<string> {
  const confirmation = { kind: toKind(ceremony), ...owner, details: {}, minutes: CEREMONY_MINUTES };
  return toConfirmationToken(current, await createConfirmation(current, confirmation));
}

/**
 * Before the signature is verified. @param clientData of WebAuthn: JSON, base64url @returns the browser's challenge
 * @throws Problem 403 when it is used, older than five minutes, of another ceremony or of another owner
 */
export async function endCeremony(
  current: Current,
  ceremony: Ceremony,
  owner: CeremonyOwner,
  clientData: string,
): Promise<string> {
  const challenge = challengeIn(clientData);
  const token = Buffer.from(challenge, 'base64url').toString();
  const confirmation = await findByToken(current, token);
  const isOwn = confirmation !== undefined && confirmation.userId === owner.userId;
  if (!isOwn || !(await isFromBrowser(current, confirmation.confirmationId, owner.browser)))
    throw new Problem(ceremonyOver);
  if ((await redeemByToken(current, token, toKind(ceremony))) === undefined) throw new Problem(ceremonyOver);
  return challenge;
}

function toKind(ceremony: Ceremony): string {
  return `login.${ceremony}`;
}

function challengeIn(clientData: string): string {
  const json = parseJson(Buffer.from(clientData, 'base64url').toString());
  return ClientData.safeParse(json).data?.challenge ?? '';
}

const ClientData = z.object({ challenge: z.string() });

/** @throws Problem 401 */
export function signedInOwner(current: Current): CeremonyOwner & { userId: string } {
  const userId = requireUser(current);
  return { browser: `login ${current.actor.loginId}`, userId };
}

const COOKIE = 'passkey';

/** For a browser that has no session yet. */
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

export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** @throws Problem 409 where the site has an IP address alone, because browsers bind passkeys to names */
export function getRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) throw new Problem(noPasskeysHere);
  return { id: hostname, origin };
}

/** Devices may show it to anyone who holds them, so it is neither an address nor the lookup code. */
export function computeUserHandle(userId: string): Buffer {
  return createHash('sha256').update(`passkey\n${userId}`).digest();
}
