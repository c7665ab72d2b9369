import { createHmac, randomBytes } from 'node:crypto';

import { isFromBrowser, createConfirmation, redeemByToken, tokenOf } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import { flowOver } from './problems.ts';
import type { Flow } from '../openid/provider-protocol.ts';
import type { SignInPurpose } from './provider.ts';

/** What the confirmation of a way to a provider and back is called. */
export const FLOW_KIND = 'login.provider';

/** What somebody wants who goes to a provider. */
export interface FlowRequest {
  readonly platform: string;
  /** A path of ours. */
  readonly returnTo: string;
  readonly aim: SignInPurpose;
  /** Whose account it is for; none for a sign-in. */
  readonly userId?: string | undefined;
}

/** Begins a way to a provider and back. @returns its secrets, and the `Set-Cookie` that binds it to this browser */
export async function beginFlow(current: Current, wish: FlowRequest): Promise<{ flow: Flow; cookie: string }> {
  const known = current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '';
  // Kept while it lives, so that two tabs can be under way at once.
  const browser = SECRET.test(known) ? known : randomBytes(32).toString('base64url');
  const { userId, ...details } = wish;
  const id = await createConfirmation(current, { kind: FLOW_KIND, userId, browser, details, minutes: MINUTES });
  const cookie = writeCookie(hostCookieName(current.config, COOKIE), browser, {
    maxAge: MINUTES * 60,
    secure: isSecure(current.config),
  });
  return { flow: flowOf(current, id, wish.aim, current.now()), cookie };
}

/**
 * Ends a way to a provider and back, once, in the browser that began it: of any number of parallel answers one counts.
 * @param state as it came back
 * @throws Problem 410 when it is over, used, another browser's or another provider's
 */
export async function endFlow(
  current: Current,
  platform: string,
  state: string | null,
): Promise<{ flow: Flow; wish: FlowRequest }> {
  const id = readSigned(state ?? '', PURPOSE, current.secret);
  const browser = current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '';
  if (id === undefined || !(await isFromBrowser(current, id, browser))) throw new Problem(flowOver);
  const spent = await redeemByToken(current, tokenOf(current, id), FLOW_KIND);
  const details = spent?.details as Omit<FlowRequest, 'userId'> | undefined;
  if (spent === undefined || details?.platform !== platform) throw new Problem(flowOver);
  return { flow: flowOf(current, id, details.aim, spent.createdAt), wish: { ...details, userId: spent.userId } };
}

const COOKIE = 'provider';
const PURPOSE = 'provider state';
const SECRET = /^[\w-]{43}$/;
/** Minutes to sign in at the provider, with whatever it asks for. */
const MINUTES = 15;

/** The secrets are made of its id and the site's secret: the database holds none of them. */
function flowOf({ secret }: Current, id: string, aim: SignInPurpose, begunAt: Date): Flow {
  const made = (what: string) => createHmac('sha256', secret).update(`provider ${what}\n${id}`).digest('base64url');
  return {
    state: sign(id, PURPOSE, secret),
    nonce: made('nonce'),
    verifier: made('verifier'),
    provesSince: aim === 'prove' ? begunAt : undefined,
  };
}
