import { findByIdentity, noteIdentityUse } from '#app/accounts/identities/identities.server.ts';
import type { NewIdentity } from '#app/accounts/identities/identity.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { proofRequired } from '#app/current/problems.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import type { SignInResult } from '../sessions/sign-in-result.ts';
import { completeSignIn } from '../sessions/complete-sign-in.server.ts';
import { connect } from './connections.server.ts';
import { beginFlow, endFlow } from './flows.server.ts';
import type { FlowRequest } from './flows.server.ts';
import { openIdProtocol } from '../openid/openid.server.ts';
import { flowOver } from './problems.ts';
import { CONNECTIONS, callbackPath } from './provider.ts';
import type { SignInPurpose } from './provider.ts';
import { getProvider } from './providers.server.ts';
import { steamProtocol } from '../openid/steam.server.ts';
import type { ProviderProtocol, ProviderIdentity } from '../openid/provider-protocol.ts';

/** What somebody wants of a provider. */
export interface ProviderSignInOptions {
  /** A path of ours. */
  readonly returnTo: string;
  readonly aim: SignInPurpose;
}

/**
 * Sends the browser to a provider.
 * @throws Problem 404 for one that is not set up, or cannot show that it is still them, 424 when it does not answer; for
 * connecting and proving 401 who has not signed in, for connecting 403 whose sign-in is not fresh
 */
export async function beginSignIn(
  current: Current,
  platform: string,
  wish: ProviderSignInOptions,
): Promise<SignInResult> {
  const setting = getProvider(current.config, platform, wish.aim);
  const userId = wish.aim === 'signIn' ? undefined : requireUser(current);
  if (wish.aim === 'connect') requireProof(current);
  const { flow, cookie } = await beginFlow(current, { ...wish, platform, userId });
  return { to: await providerProtocolOf(current, setting).addressFor(flow), cookies: [cookie] };
}

/**
 * Takes a provider's answer, once, in the browser that asked: signs in, begins a registration, connects, or makes the
 * sign-in a fresh one.
 * @param answer the address to which the provider sent the browser
 * @throws Problem 404 for a provider that is not set up, 410 when the way there is over, 400 when the visitor stopped,
 * 424 when the provider failed or did not ask anew who was to prove themselves, 409 when it is connected elsewhere, 403
 * when the account is banned or the proof is somebody else's; with `returnTo` and `aim` among its members where they are
 * known
 */
export async function endSignIn(current: Current, platform: string, answer: URLSearchParams): Promise<SignInResult> {
  const setting = getProvider(current.config, platform);
  const { flow, wish } = await endFlow(current, platform, answer.get('state'));
  const address = new URL(`${callbackOf(current, platform)}?${answer.toString()}`);
  try {
    getProvider(current.config, platform, wish.aim);
    return await finish(current, wish, await providerProtocolOf(current, setting).vouch(flow, address));
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const members = { returnTo: wish.returnTo, aim: wish.aim };
    throw new Problem(refusal, { ...refusal.details, members });
  }
}

async function finish(
  current: Current,
  { aim, userId, returnTo }: FlowRequest,
  vouched: ProviderIdentity,
): Promise<SignInResult> {
  if (aim === 'signIn') return completeSignIn(current, { ...vouched, returnTo });
  // Who has signed out or in as somebody else meanwhile does not connect it to anybody, and proves nothing.
  if (userId === undefined || userId !== current.actor.userId) throw new Problem(flowOver);
  if (aim === 'prove') {
    await prove(current, userId, vouched.identity);
    return { to: returnTo, cookies: [] };
  }
  await connect(current, vouched.identity);
  return { to: CONNECTIONS, cookies: [] };
}

async function prove(current: Current, userId: string, identity: NewIdentity): Promise<void> {
  const known = await findByIdentity(current, identity);
  const { loginId } = current.actor;
  if (known?.userId !== userId || loginId === undefined) throw new Problem(proofRequired);
  await noteIdentityUse(current, known.issuer, known.subject);
  await current.sessions.prove(loginId, current.now());
}

function providerProtocolOf(current: Current, setting: ProviderSetting): ProviderProtocol {
  const callback = callbackOf(current, setting.platform);
  return setting.preset === 'steam'
    ? steamProtocol(setting, callback, current.now())
    : openIdProtocol(setting, callback, current);
}

function callbackOf({ config }: Current, platform: string): string {
  return config.publicUrl + callbackPath(platform);
}
