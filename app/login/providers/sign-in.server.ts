import type { ProviderSetting } from '#app/current/providers/provider-settings.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import type { Arrived } from '../sessions/arrival.ts';
import { arrive } from '../sessions/arrive.server.ts';
import { connect } from './connections.server.ts';
import { beginFlow, endFlow } from './flows.server.ts';
import type { FlowWish } from './flows.server.ts';
import { openIdAsking } from '../openid/openid.server.ts';
import { flowOver } from './problems.ts';
import { CONNECTIONS, callbackPath } from './provider.ts';
import { getProvider } from './providers.server.ts';
import { steamAsking } from '../openid/steam.server.ts';
import type { Asking, Vouched } from '../openid/vouched.ts';

/** What somebody wants of a provider: to sign in and go on, or to connect it to the account that they are in. */
export interface SignInWish {
  /** A path of ours. */
  readonly returnTo: string;
  readonly isConnecting: boolean;
}

/**
 * Sends the browser to a provider.
 * @throws Problem 404 for one that is not set up, 424 when it does not answer; for connecting 401 who has not signed
 * in, 403 whose sign-in is not fresh
 */
export async function beginSignIn(current: Current, platform: string, wish: SignInWish): Promise<Arrived> {
  const setting = getProvider(current.config, platform);
  const { returnTo, isConnecting } = wish;
  const userId = isConnecting ? requireUser(current) : undefined;
  if (isConnecting) requireProof(current);
  const { flow, cookie } = await beginFlow(current, { platform, returnTo, userId });
  return { to: await askingOf(current, setting).addressFor(flow), cookies: [cookie] };
}

/**
 * Takes a provider's answer, once, in the browser that asked: signs in, begins a registration, or connects.
 * @param answer the address to which the provider sent the browser
 * @throws Problem 404 for a provider that is not set up, 410 when the way there is over, 400 when the visitor stopped,
 * 424 when the provider failed, 409 when it is connected elsewhere, 403 when the account is banned; with `returnTo`
 * and `isConnecting` among its members where they are known
 */
export async function endSignIn(current: Current, platform: string, answer: URLSearchParams): Promise<Arrived> {
  const setting = getProvider(current.config, platform);
  const { flow, wish } = await endFlow(current, platform, answer.get('state'));
  const address = new URL(`${callbackOf(current, platform)}?${answer.toString()}`);
  try {
    return await finish(current, wish, await askingOf(current, setting).vouch(flow, address));
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const members = { returnTo: wish.returnTo, isConnecting: wish.userId !== undefined };
    throw new Problem(refusal, { ...refusal.details, members });
  }
}

async function finish(current: Current, { userId, returnTo }: FlowWish, vouched: Vouched): Promise<Arrived> {
  if (userId === undefined) return arrive(current, { ...vouched, returnTo });
  // Who has signed out or in as somebody else meanwhile does not connect it to anybody.
  if (userId !== current.actor.userId) throw new Problem(flowOver);
  await connect(current, vouched.identity);
  return { to: CONNECTIONS, cookies: [] };
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
