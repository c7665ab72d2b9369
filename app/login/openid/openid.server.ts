import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  skipSubjectCheck,
} from 'openid-client';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';

import { emailKey } from '#app/accounts/emails/email.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { badAnswer } from '../providers/problems.ts';
import { openClient } from './clients.server.ts';
import { presetFor } from './presets.server.ts';
import type { Claims } from './presets.server.ts';
import { translateProviderErrors } from './provider-errors.server.ts';
import type { ProviderProtocol, Flow, ProviderIdentity } from './provider-protocol.ts';

/** OpenID Connect, or OAuth 2 with userinfo. @param callback our address for its answers */
export function openIdProtocol(
  setting: ProviderSetting,
  callback: string,
  current: Pick<Current, 'db' | 'now' | 'log'>,
): ProviderProtocol {
  const { log } = current;
  const { platform } = setting;
  return {
    addressFor: (flow) => translateProviderErrors(log, platform, () => addressFor(current, setting, callback, flow)),
    verifyAnswer: (flow, answer) =>
      translateProviderErrors(log, platform, () => verifyAnswer(current, setting, flow, answer)),
  };
}

async function addressFor(
  current: Pick<Current, 'db' | 'now'>,
  setting: ProviderSetting,
  callback: string,
  flow: Flow,
): Promise<string> {
  const { scope, parameters = {}, oauth } = presetFor(setting);
  const address = buildAuthorizationUrl(await openClient(current, setting), {
    redirect_uri: callback,
    scope,
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(oauth === undefined && { nonce: flow.nonce }),
    ...parameters,
    // OpenID Connect Core §3.1.2.1: requires a sign-in there even with a session.
    ...(flow.provesSince !== undefined && { prompt: 'login', max_age: '0' }),
  });
  return address.href;
}

/** The library checks state, issuer (RFC 9207), PKCE, and of the id token signature, issuer, audience, times, nonce. */
async function verifyAnswer(
  current: Pick<Current, 'db' | 'now'>,
  setting: ProviderSetting,
  flow: Flow,
  answer: URL,
): Promise<ProviderIdentity> {
  const now = current.now();
  const client = await openClient(current, setting);
  const isOpenId = presetFor(setting).oauth === undefined;
  const { provesSince } = flow;
  const tokens = await authorizationCodeGrant(client, answer, {
    expectedState: flow.state,
    pkceCodeVerifier: flow.verifier,
    ...(isOpenId && { expectedNonce: flow.nonce, idTokenExpected: true }),
    // An id token without an `auth_time` since then is refused, so removing `max_age` from the address gains nothing.
    ...(provesSince !== undefined && { maxAge: Math.ceil((now.getTime() - provesSince.getTime()) / 1000) }),
  });
  const authenticatedAt = readAuthTime(tokens.claims() ?? {}, now);
  return { ...toOpenIdIdentity(setting, await fetchClaims(client, tokens, presetFor(setting).scope)), authenticatedAt };
}

/** OpenID Connect Core §2: `auth_time` is in seconds, by a clock that may be ahead of ours. */
function readAuthTime({ auth_time }: { auth_time?: unknown }, now: Date): string | undefined {
  if (typeof auth_time !== 'number') return undefined;
  return new Date(Math.max(0, Math.min(auth_time * 1000, now.getTime()))).toISOString();
}

async function fetchClaims(
  client: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  requestedScope: string,
): Promise<Claims> {
  const claims = tokens.claims();
  if (claims === undefined) return fetchUserInfo(client, tokens.access_token, skipSubjectCheck);
  // Some providers put the e-mail address into the userinfo alone.
  const isComplete = claims.email !== undefined || !(tokens.scope ?? requestedScope).split(' ').includes('email');
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(client, tokens.access_token, claims.sub)), iss: claims.iss };
}

function toOpenIdIdentity(setting: ProviderSetting, claims: Claims): ProviderIdentity {
  const { service, issuer, vouchesFor } = presetFor(setting);
  if (!SUBJECT.test(claims.sub)) throw new Problem(badAnswer);
  const identity = {
    // One provider may have many issuers, such as the tenants of Microsoft: the id token names it.
    issuer: typeof claims.iss === 'string' ? claims.iss : issuer,
    subject: claims.sub,
    platform: setting.platform,
    service,
    name: readName(claims),
  };
  const email = typeof claims.email === 'string' && emailKey(claims.email) !== undefined ? claims.email : undefined;
  return { identity, email: email !== undefined && vouchesFor(claims) ? email : undefined };
}

/** OpenID Connect Core §2; an empty one would match every user. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

function readName({ preferred_username, nickname, name, email }: Claims): string | undefined {
  const label = [preferred_username, nickname, name, email].find((one) => typeof one === 'string' && one !== '');
  return label?.replaceAll(/\p{C}/gu, '');
}
