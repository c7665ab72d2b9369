import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach } from 'vitest';

interface LocalSteam {
  /** As `https://steamcommunity.com/openid`. */
  issuer: string;
  /** Seventeen digits; nobody, when they say no. */
  steamId: string | undefined;
  /** How the assertion differs from what it would be; it is signed as it then is. */
  twist: Record<string, string>;
  /** The seconds that its clock is behind. */
  behind: number;
  /** Where it sends the browser that was sent to `address`. */
  walk(address: string): string;
}

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SIGNED = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

/** A server that speaks as much OpenID 2.0 as Steam does. */
export function useSteam(): LocalSteam {
  const given = new Set<string>();
  const steam: LocalSteam = {
    issuer: '',
    steamId: undefined,
    twist: {},
    behind: 0,
    walk: (address) => assertionOf(steam, new URL(address).searchParams, given),
  };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      void check(request, response, given);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    steam.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openid`;
  });
  beforeEach(() => Object.assign(steam, { steamId: '76561190000000001', twist: {}, behind: 0 }));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return steam;
}

function assertionOf(steam: LocalSteam, request: URLSearchParams, given: Set<string>): string {
  const back = new URL(request.get('openid.return_to') ?? '');
  const answer = steam.steamId === undefined ? { mode: 'cancel' } : positive(steam, steam.steamId, back.href);
  const fields = Object.entries({ ns: NAMESPACE, ...answer, ...steam.twist });
  for (const [name, value] of fields) back.searchParams.set(`openid.${name}`, value);
  given.add(signatureOf(back.searchParams));
  return back.pathname + back.search;
}

function positive({ issuer, behind }: LocalSteam, steamId: string, returnTo: string): Record<string, string> {
  const time = new Date(Date.now() - behind * 1000).toISOString().replace(/\.\d+/, '');
  return {
    mode: 'id_res',
    op_endpoint: `${issuer}/login`,
    claimed_id: `${issuer}/id/${steamId}`,
    identity: `${issuer}/id/${steamId}`,
    return_to: returnTo,
    response_nonce: `${time}${randomUUID()}`,
    assoc_handle: '1234567890',
    signed: SIGNED,
    sig: randomUUID(),
  };
}

async function check(request: IncomingMessage, response: ServerResponse, given: Set<string>): Promise<void> {
  const body = await bodyOf(request);
  const isValid = body.get('openid.mode') === 'check_authentication' && given.delete(signatureOf(body));
  response.writeHead(200, { 'content-type': 'text/plain' }).end(`ns:${NAMESPACE}\nis_valid:${isValid}\n`);
}

/** Everything that is signed, with the signature. */
function signatureOf(answer: URLSearchParams): string {
  const signed = [...(answer.get('openid.signed') ?? '').split(','), 'sig'];
  return JSON.stringify(signed.map((name) => answer.get(`openid.${name}`)));
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
