import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { get as getPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

export interface FetchLimits {
  maxBytes: number;
  /** In all, from the look-up of the name to the last byte. */
  milliseconds: number;
}

/** Not a 200, too large, too slow, or inside our own network. */
export class FetchFailed extends Error {}

/**
 * A name must mean addresses of the public internet at the moment of the connection; an address in numbers is trusted.
 * Redirects are not followed: they could lead anywhere. @throws FetchFailed
 */
export async function fetchBytes(url: URL, { maxBytes, milliseconds }: FetchLimits): Promise<Buffer<ArrayBuffer>> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await fetchAnswer(url, 'image/*', signal);
    const { statusCode, headers } = answer;
    if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > maxBytes) {
      answer.destroy();
      throw new FetchFailed(statusCode === 200 ? 'it is too large' : `it answers ${statusCode}`);
    }
    return await read(answer, maxBytes);
  } catch (error) {
    if (error instanceof FetchFailed) throw error;
    throw new FetchFailed(signal.aborted ? 'it is too slow' : 'it cannot be reached', { cause: error });
  }
}

interface FetchedStart {
  readonly status: number;
  /** Where it leads, as it says so itself. */
  readonly location: string | undefined;
  readonly contentType: string;
  /** As much of it as the limit allows. */
  readonly start: Buffer<ArrayBuffer>;
}

/**
 * How the answer to an address begins that somebody else has chosen, whatever its status. Neither its name nor its number may
 * mean this machine or a private network, unless it is trusted; redirects are not followed. @throws FetchFailed
 */
export async function fetchStart(
  url: URL,
  { maxBytes, milliseconds, isTrusted = false }: FetchLimits & { readonly isTrusted?: boolean },
): Promise<FetchedStart> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new FetchFailed('it is inside our own network');
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await fetchAnswer(url, 'text/html, */*;q=0.5', signal, isTrusted ? resolve : publicOnly);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
    const { statusCode = 0, headers } = answer;
    const start = Buffer.concat(chunks).subarray(0, maxBytes);
    return { status: statusCode, location: headers.location, contentType: headers['content-type'] ?? '', start };
  } catch (error) {
    if (error instanceof FetchFailed) throw error;
    throw new FetchFailed(signal.aborted ? 'it is too slow' : 'it cannot be reached', { cause: error });
  }
}

/** Whether an address is neither this machine's nor of a private network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 nothing else is given out, such as `::7f00:1`, which some systems take for 127.0.0.1.
  const isGiven = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  return isGiven && parsed.range() === 'unicast';
}

function fetchAnswer(
  url: URL,
  accept: string,
  signal: AbortSignal,
  lookup: LookupFunction = publicOnly,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  const headers = { accept, 'accept-encoding': 'identity' };
  return new Promise((done, fail) => {
    get(url, { agent: false, lookup, headers, signal }, done).on('error', fail);
  });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FetchFailed('it is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The look-up of the connection itself, so that no second answer can differ from the one that was judged. */
export function judgeAddresses(resolveAll: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [first] = addresses;
      const isPublic = isIP(hostname) !== 0 || addresses.every(({ address }) => isPublicAddress(address));
      if (first === undefined || !isPublic) callback(new FetchFailed('it is inside our own network'), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

export const publicOnly = judgeAddresses(resolve);
