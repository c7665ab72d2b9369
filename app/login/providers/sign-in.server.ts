import { findByIdentity, noteIdentityUse } from '#app/accounts/identities/identities.server.ts';
import type { NewIdentity } from '#app/accounts/identities/identity.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { proofRequired } from '#app/current/problems.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import type { Arrived } from '../sessions/arrival.ts';
import { arrive } from '../sessions/arrive.server.ts';
import { connect } from './connections.server.ts';
import { beginFlow, endFlow } from './flows.server.ts';
import type { FlowWish } from './flows.server.ts';
import { openIdAsking } from '../openid/openid.server.ts';
import { flowOver } from './problems.ts';
import { CONNECTIONS, callbackPath } from './provider.ts';
import type { Aim } from './provider.ts';
import { getProvider } from './providers.server.ts';
import { steamAsking } from '../openid/steam.server.ts';
import type { Asking, Vouched } from '../openid/vouched.ts';

/** What somebody wants of a provider. */
export interface SignInWish {
  /** A path of ours. */
  readonly returnTo: string;
  readonly aim: Aim;
}

/**
 * Sends the browser to a provider.
 * @throws Problem 404 for one that is not set up, or cannot show that it is still them, 424 when it does not answer; for
 * connecting and proving 401 who has not signed in, for connecting 403 whose sign-in is not fresh
 */
export async function beginSignIn(current: Current, platform: string, wish: SignInWish): Promise<Arrived> {
  const setting = getProvider(current.config, platform, wish.aim);
  const userId = wish.aim === 'signIn' ? undefined : requireUser(current);
  if (wish.aim === 'connect') requireProof(current);
  const { flow, cookie } = await beginFlow(current, { ...wish, platform, userId });
  return { to: await askingOf(current, setting).addressFor(flow), cookies: [cookie] };
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
export async function endSignIn(current: Current, platform: string, answer: URLSearchParams): Promise<Arrived> {
  const setting = getProvider(current.config, platform);
  const { flow, wish } = await endFlow(current, platform, answer.get('state'));
  const address = new URL(`${callbackOf(current, platform)}?${answer.toString()}`);
  try {
    getProvider(current.config, platform, wish.aim);
    return await finish(current, wish, await askingOf(current, setting).vouch(flow, address));
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const members = { returnTo: wish.returnTo, aim: wish.aim };
    throw new Problem(refusal, { ...refusal.details, members });
  }
}

async function finish(current: Current, { aim, userId, returnTo }: FlowWish, vouched: Vouched): Promise<Arrived> {
  if (aim === 'signIn') return arrive(current, { ...vouched, returnTo });
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

function askingOf(current: Current, setting: ProviderSetting): Asking {
  const callback = callbackOf(current, setting.platform);
  return setting.preset === 'steam'
    ? steamAsking(setting, callback, current.now())
    : openIdAsking(setting, callback, current);
}

function callbackOf({ config }: Current, platform: string): string {
  return config.publicUrl + callbackPath(platform);
}
