import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import { badAnswer, providerCancelled, providerDown } from '../providers/problems.ts';
import type { ProviderProtocol, Flow, ProviderIdentity } from './provider-protocol.ts';

const STEAM = 'https://steamcommunity.com/openid';
const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NAMESPACE}/identifier_select`;
/** What Steam has to have signed, for the rest may be anybody's. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
/** An answer is fresh for so long, by clocks that may differ as much. */
const FRESH_MS = 300_000;
const TIMEOUT_MS = 5_000;

/** Steam, which speaks OpenID 2.0. @param callback our address for its answers */
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
    vouch: async (flow, answer) => {
      const subject = subjectIn(issuer, callback, flow, answer.searchParams, now);
      await requireSteamSignature(endpoint, answer.searchParams);
      return steamIdentityOf(platform, issuer, subject);
    },
  };
}

/** OpenID 2.0 §11.1 and §11.2: the answer is about us, about this sign-in, and about somebody of Steam's. */
function subjectIn(issuer: string, callback: string, flow: Flow, answer: URLSearchParams, now: Date): string {
  const field = (name: string) => {
    const values = answer.getAll(`openid.${name}`);
    return values.length === 1 ? values[0] : undefined;
  };
  const mode = field('mode');
  if (mode === 'cancel') throw new Problem(providerCancelled);
  const signed = field('signed')?.split(',') ?? [];
  const [, subject] = /\/id\/(\d{17})$/.exec(field('claimed_id') ?? '') ?? [];
  const isRight =
    mode === 'id_res' &&
    field('ns') === NAMESPACE &&
    field('op_endpoint') === `${issuer}/login` &&
    field('claimed_id') === `${issuer}/id/${subject}` &&
    field('identity') === field('claimed_id') &&
    field('return_to') === returnTo(callback, flow.state) &&
    SIGNED.every((name) => signed.includes(name)) &&
    isFresh(field('response_nonce') ?? '', now);
  if (!isRight || subject === undefined) throw new Problem(badAnswer);
  return subject;
}

/** The nonce begins with its time. That it is used once follows from `return_to`, whose state is used once. */
function isFresh(nonce: string, now: Date): boolean {
  const [time = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(nonce) ?? [];
  return Math.abs(now.getTime() - Date.parse(time)) < FRESH_MS;
}

/** §11.4.2: Steam is asked itself whether it has said that. */
async function requireSteamSignature(endpoint: string, answer: URLSearchParams): Promise<void> {
  const question = new URLSearchParams([...answer].filter(([name]) => name.startsWith('openid.')));
  question.set('openid.mode', 'check_authentication');
  const said = await post(endpoint, question);
  if (said === undefined) throw new Problem(providerDown);
  if (!said.split('\n').includes('is_valid:true')) throw new Problem(badAnswer);
}

async function post(endpoint: string, body: URLSearchParams): Promise<string | undefined> {
  try {
    const options = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
    const response = await fetch(endpoint, options);
    return response.ok ? await response.text() : undefined;
  } catch {
    // It cannot be reached, or not in time.
    return undefined;
  }
}

function returnTo(callback: string, state: string): string {
  return `${callback}?${new URLSearchParams({ state }).toString()}`;
}

/** Steam tells a number and nothing else. */
function steamIdentityOf(platform: string, issuer: string, subject: string): ProviderIdentity {
  return { identity: { issuer, subject, platform, service: 'Steam', name: subject } };
}
