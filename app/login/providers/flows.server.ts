import { createHmac, randomBytes } from 'node:crypto';

import {
  isFromBrowser,
  createConfirmation,
  redeemByToken,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import type { Flow } from '../openid/provider-protocol.ts';
import { flowOver } from './problems.ts';
import type { SignInPurpose } from './provider.ts';

export const FLOW_KIND = 'login.provider';

export interface FlowRequest {
  readonly platform: string;
  /** A path of ours. */
  readonly returnTo: string;
  readonly aim: SignInPurpose;
  /** The account that connects or proves; none for a sign-in. */
  readonly userId?: string | undefined;
}

/** @returns its secrets, and the `Set-Cookie` that binds it to this browser */
export async function beginFlow(current: Current, request: FlowRequest): Promise<{ flow: Flow; cookie: string }> {
  const cookieSecret = current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '';
  // Reused, so that two tabs can sign in at once.
  const browser = SECRET.test(cookieSecret) ? cookieSecret : randomBytes(32).toString('base64url');
  const { userId, ...details } = request;
  const id = await createConfirmation(current, { kind: FLOW_KIND, userId, browser, details, minutes: MINUTES });
  const cookie = writeCookie(hostCookieName(current.config, COOKIE), browser, {
    maxAge: MINUTES * 60,
    secure: isSecure(current.config),
  });
  return { flow: deriveFlow(current, id, request.aim, current.now()), cookie };
}

/** Once, in the browser that began it: of parallel answers one counts. @throws Problem 410 */
export async function endFlow(
  current: Current,
  platform: string,
  state: string | null,
): Promise<{ flow: Flow; request: FlowRequest }> {
  const id = readSigned(state ?? '', PURPOSE, current.secret);
  const browser = current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '';
  if (id === undefined || !(await isFromBrowser(current, id, browser))) throw new Problem(flowOver);
  const confirmation = await redeemByToken(current, toConfirmationToken(current, id), FLOW_KIND);
  const details = confirmation?.details as Omit<FlowRequest, 'userId'> | undefined;
  if (confirmation === undefined || details?.platform !== platform) throw new Problem(flowOver);
  return {
    flow: deriveFlow(current, id, details.aim, confirmation.createdAt),
    request: { ...details, userId: confirmation.userId },
  };
}

const COOKIE = 'provider';
const PURPOSE = 'provider state';
const SECRET = /^[\w-]{43}$/;
const MINUTES = 15;

/** Derived from its id and the site's secret: the database holds none of them. */
function deriveFlow({ secret }: Current, id: string, aim: SignInPurpose, createdAt: Date): Flow {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`provider ${purpose}\n${id}`).digest('base64url');
  return {
    state: sign(id, PURPOSE, secret),
    nonce: derive('nonce'),
    verifier: derive('verifier'),
    provesSince: aim === 'prove' ? createdAt : undefined,
  };
}
