import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { GenerateKeyPairResult } from 'jose';
import { Provider } from 'oidc-provider';
import type { ClientMetadata, Configuration, JWK } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** Somebody who signs in at the provider, with what it says of them. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
}

/** How the provider sends a browser back: to an address, or by a form that it posts there. */
interface ProviderAnswer {
  /** Of our site, with a query where the answer is one. */
  path: string;
  /** What the form holds, when it is one. */
  form?: URLSearchParams;
}

export interface LocalProvider {
  issuer: string;
  /** Who sits in front of it; nobody, when they say no. */
  person: ProviderPerson | undefined;
  /** Answers a request in the provider's place when it returns true. */
  meddle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** An id token that it has signed, whatever it says. */
  sign(claims: Record<string, unknown>): Promise<string>;
  /** Paths that it was asked for. */
  requests: string[];
  /** Walks through the provider as a browser that was sent to `address`: a fresh one, or one with these cookies. */
  walk(address: string, cookies?: Map<string, string>): Promise<ProviderAnswer>;
}

const KID = 'one';
interface ProviderOptions {
  /** Where it listens, where that has to be known before. */
  port?: number;
  /** The client, where it is another than `CLIENT`; one without a secret is public. */
  client?: { id: string; secret?: string };
}

export const CLIENT = { id: 'the-site', secret: randomBytes(24).toString('base64url') };

/** A real OpenID provider on this machine, which asks nobody anything: a script says who signs in. */
export function useProvider(callbacks: string[], options: ProviderOptions = {}): LocalProvider {
  const { port = 0, client = CLIENT } = options;
  const local: LocalProvider = {
    issuer: '',
    person: undefined,
    requests: [],
    meddle: () => false,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KID }).sign(keys.privateKey),
    walk,
  };
  let server: Server;
  let keys: GenerateKeyPairResult;
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    server = createServer();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    local.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = openProvider(local, clientOf(client, callbacks), await exportJWK(keys.privateKey));
    server.on('request', (request, response) => void answer(local, provider, request, response));
  });
  beforeEach(() => {
    local.person = { sub: 'someone', email: 'someone@mail.example', email_verified: true };
    local.meddle = () => false;
    local.requests.splice(0);
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return local;
}

function clientOf({ id, secret }: { id: string; secret?: string }, callbacks: string[]): ClientMetadata {
  const known = { client_id: id, redirect_uris: callbacks };
  return secret === undefined ? { ...known, token_endpoint_auth_method: 'none' } : { ...known, client_secret: secret };
}

function openProvider(local: LocalProvider, client: ClientMetadata, privateKey: object): Provider {
  const key = { ...privateKey, kid: KID, use: 'sig', alg: 'RS256' } as JWK;
  const configuration: Configuration = {
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { IdToken: 3600, AccessToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...local.person, sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  return new Provider(local.issuer, configuration);
}

async function answer(
  local: LocalProvider,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  local.requests.push(path.split('?')[0] ?? '');
  if (local.meddle(request, response)) return;
  if (!path.startsWith('/interaction/')) return void provider.callback()(request, response);
  const { person } = local;
  const result = person === undefined ? { error: 'access_denied' } : { login: { accountId: person.sub } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Follows the provider's own redirects, with its cookies, until it sends the browser back to the site. */
async function walk(address: string, cookies = new Map<string, string>()): Promise<ProviderAnswer> {
  const { origin } = new URL(address);
  let next = address;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return posted(await response.text());
    const url = new URL(location, next);
    if (url.origin !== origin) return { path: url.pathname + url.search };
    next = url.href;
  }
  throw new Error('the provider never sends the browser back');
}

/** The form that a page would post by itself. */
function posted(html: string): ProviderAnswer {
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  if (action === undefined) throw new Error(`the provider shows a page: ${html}`);
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
  return { path: new URL(action).pathname, form };
}
