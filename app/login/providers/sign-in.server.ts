import { findByIdentity, noteIdentityUse } from '#app/accounts/identities/identities.server.ts';
import type { NewIdentity } from '#app/accounts/identities/identity.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { proofRequired } from '#app/current/problems.ts';
import { Problem } from '#lib/problem.ts';

import { openIdProtocol } from '../openid/openid.server.ts';
import type { ProviderProtocol, ProviderIdentity } from '../openid/provider-protocol.ts';
import { steamProtocol } from '../openid/steam.server.ts';
import { completeSignIn } from '../sessions/complete-sign-in.server.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import { connect } from './connections.server.ts';
import { beginFlow, endFlow } from './flows.server.ts';
import type { FlowRequest } from './flows.server.ts';
import { flowOver } from './problems.ts';
import { CONNECTIONS, callbackPath } from './provider.ts';
import type { SignInPurpose } from './provider.ts';
import { getProvider } from './providers.server.ts';

export interface ProviderSignInOptions {
  readonly returnTo: string;
  readonly aim: SignInPurpose;
}

/** @throws Problem 401, 403 without a fresh sign-in to connect, 404 for a provider that cannot do this, 424 */
export async function beginSignIn(
  current: Current,
  platform: string,
  options: ProviderSignInOptions,
): Promise<SignInResult> {
  const setting = getProvider(current.config, platform, options.aim);
  const userId = options.aim === 'signIn' ? undefined : requireUser(current);
  if (options.aim === 'connect') requireProof(current);
  const { flow, cookie } = await beginFlow(current, { ...options, platform, userId });
  return { to: await createProtocol(current, setting).addressFor(flow), cookies: [cookie] };
}

/**
 * Once, in the browser that began it. The problems have `returnTo` and `aim` where they are known.
 * @throws Problem 404, 410 when it has expired, 400 when the visitor cancelled, 424 when the provider failed, 409 when
 *   the identity is connected elsewhere, 403 when the account is banned or the proof is another account's
 */
export async function endSignIn(current: Current, platform: string, answer: URLSearchParams): Promise<SignInResult> {
  const setting = getProvider(current.config, platform);
  const { flow, request } = await endFlow(current, platform, answer.get('state'));
  const address = new URL(`${urlToCallback(current, platform)}?${answer.toString()}`);
  try {
    getProvider(current.config, platform, request.aim);
    return await finish(current, request, await createProtocol(current, setting).verifyAnswer(flow, address));
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const members = { returnTo: request.returnTo, aim: request.aim };
    throw new Problem(refusal, { ...refusal.details, members });
  }
}

async function finish(
  current: Current,
  { aim, userId, returnTo }: FlowRequest,
  answer: ProviderIdentity,
): Promise<SignInResult> {
  if (aim === 'signIn') return completeSignIn(current, { ...answer, returnTo });
  // The user may have signed out meanwhile, or in to another account.
  if (userId === undefined || userId !== current.actor.userId) throw new Problem(flowOver);
  if (aim === 'prove') {
    await prove(current, userId, answer.identity);
    return { to: returnTo, cookies: [] };
  }
  await connect(current, answer.identity);
  return { to: CONNECTIONS, cookies: [] };
}

async function prove(current: Current, userId: string, identity: NewIdentity): Promise<void> {
  const known = await findByIdentity(current, identity);
  const { loginId } = current.actor;
  if (known?.userId !== userId || loginId === undefined) throw new Problem(proofRequired);
  await noteIdentityUse(current, known.issuer, known.subject);
  await current.sessions.prove(loginId, current.now());
}

function createProtocol(current: Current, setting: ProviderSetting): ProviderProtocol {
  const callback = urlToCallback(current, setting.platform);
  return setting.preset === 'steam'
    ? steamProtocol(setting, callback, current.now())
    : openIdProtocol(setting, callback, current);
}

function urlToCallback({ config }: Current, platform: string): string {
  return config.publicUrl + callbackPath(platform);
}
