import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import { badAnswer, providerCancelled, providerDown } from '../providers/problems.ts';
import type { ProviderProtocol, Flow, ProviderIdentity } from './provider-protocol.ts';

const STEAM = 'https://steamcommunity.com/openid';
const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NAMESPACE}/identifier_select`;
/** The fields that Steam must have signed; others may be forged. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
const FRESH_MS = 300_000;
const TIMEOUT_MS = 5_000;

/** OpenID 2.0. @param callback our address for its answers */
export function steamProtocol(
  { platform, issuer = STEAM }: ProviderSetting,
  callback: string,
  now: Date,
): ProviderProtocol {
  const endpoint = `${issuer}/login`;
  return {
    addressFor: ({ state }) => {
      const request = new URLSearchParams({
        'openid.ns': NAMESPACE,
        'openid.mode': 'checkid_setup',
        'openid.return_to': returnTo(callback, state),
        'openid.realm': new URL(callback).origin,
        'openid.identity': SELECT,
        'openid.claimed_id': SELECT,
      });
      return Promise.resolve(`${endpoint}?${request.toString()}`);
    },
    verifyAnswer: async (flow, answer) => {
      const subject = subjectIn(issuer, callback, flow, answer.searchParams, now);
      await requireSteamSignature(endpoint, answer.searchParams);
      return toSteamIdentity(platform, issuer, subject);
    },
  };
}

/** OpenID 2.0 §11.1 and §11.2: the answer is for our site, for this sign-in, and names a user of Steam. */
function subjectIn(issuer: string, callback: string, flow: Flow, answer: URLSearchParams, now: Date): string {
  const field = (name: string) => {
    const values = answer.getAll(`openid.${name}`);
    return values.length === 1 ? values[0] : undefined;
  };
  const mode = field('mode');
  if (mode === 'cancel') throw new Problem(providerCancelled);
  const signed = field('signed')?.split(',') ?? [];
  const [, subject] = /\/id\/(\d{17})$/.exec(field('claimed_id') ?? '') ?? [];
  const isValid =
    mode === 'id_res' &&
    field('ns') === NAMESPACE &&
    field('op_endpoint') === `${issuer}/login` &&
    field('claimed_id') === `${issuer}/id/${subject}` &&
    field('identity') === field('claimed_id') &&
    field('return_to') === returnTo(callback, flow.state) &&
    SIGNED.every((name) => signed.includes(name)) &&
    isFresh(field('response_nonce') ?? '', now);
  if (!isValid || subject === undefined) throw new Problem(badAnswer);
  return subject;
}

/** The nonce begins with its time. It is used once, because the state in `return_to` is. */
function isFresh(nonce: string, now: Date): boolean {
  const [time = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(nonce) ?? [];
  return Math.abs(now.getTime() - Date.parse(time)) < FRESH_MS;
}

/** §11.4.2: asks Steam to verify its signature. */
async function requireSteamSignature(endpoint: string, answer: URLSearchParams): Promise<void> {
  const query = new URLSearchParams([...answer].filter(([name]) => name.startsWith('openid.')));
  query.set('openid.mode', 'check_authentication');
  const verification = await post(endpoint, query);
  if (verification === undefined) throw new Problem(providerDown);
  if (!verification.split('\n').includes('is_valid:true')) throw new Problem(badAnswer);
}

async function post(endpoint: string, body: URLSearchParams): Promise<string | undefined> {
  try {
    const options = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
    const response = await fetch(endpoint, options);
    return response.ok ? await response.text() : undefined;
  } catch {
    // Steam is unreachable, or too slow.
    return undefined;
  }
}

function returnTo(callback: string, state: string): string {
  return `${callback}?${new URLSearchParams({ state }).toString()}`;
}

/** Steam sends a number and nothing else. */
function toSteamIdentity(platform: string, issuer: string, subject: string): ProviderIdentity {
  return { identity: { issuer, subject, platform, service: 'Steam', name: subject } };
}
