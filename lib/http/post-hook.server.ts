import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';

import { FetchFailed, isPublicAddress, publicOnly } from './fetch-bytes.server.ts';

interface HookPost {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In all, from the look-up of the name to the answer. */
  readonly milliseconds: number;
  /** `host:port` inside our own network that may be posted to, also without TLS. */
  readonly trustedHosts: readonly string[];
}

interface HookAnswer {
  readonly status: number;
  /** How it begins. */
  readonly words: string;
}

const MAX_WORDS = 500;

/**
 * Posts to an address that somebody else has chosen. Neither its name nor its number may mean this machine or a private
 * network, at the moment of the connection; redirects are not followed, since they could lead there. @throws FetchFailed
 */
export async function postHook(url: URL, { body, headers, milliseconds, trustedHosts }: HookPost): Promise<HookAnswer> {
  const isTrusted = isTrustedHook(url, trustedHosts);
  if (!isTrusted && !isHookAddress(url)) throw new FetchFailed('it is inside our own network, or not https');
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain;
      const lookup = isTrusted ? {} : { lookup: publicOnly };
      request(url, { method: 'POST', agent: false, ...lookup, headers, signal }, done)
        .on('error', fail)
        .end(body);
    });
    return { status: answer.statusCode ?? 0, words: await readStart(answer) };
  } catch (error) {
    if (error instanceof FetchFailed) throw error;
    throw new FetchFailed(signal.aborted ? 'it is too slow' : 'it cannot be reached', { cause: error });
  }
}

/** @param hosts `host:port` */
export function isTrustedHook({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  const known = protocol === 'https:' ? '443' : protocol === 'http:' ? '80' : undefined;
  return known !== undefined && hosts.includes(`${hostname}:${port || known}`);
}

/** By what can be read of it: https, no password, and no number of this machine or a private network. */
export function isHookAddress(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOutside = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host);
  return url.protocol === 'https:' && url.username === '' && url.password === '' && isOutside;
}

async function readStart(answer: IncomingMessage): Promise<string> {
  let words = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer as AsyncIterable<string>) {
    words += chunk;
    if (words.length >= MAX_WORDS) break;
  }
  return words.slice(0, MAX_WORDS).replaceAll('\u0000', '');
}
