import { SignJWT, importPKCS8 } from 'jose';
import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  None,
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { ClientAuth, CustomFetch } from 'openid-client';

import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import type { Current } from '#app/current/current.server.ts';

import { presetFor } from './presets.server.ts';

/** How long a provider's metadata, and our secret for it, are cached. */
const CACHE_MS = 3_600_000;
/** Longer than the client that it is for is cached. */
const APPLE_SECRET_MS = 86_400_000;
/** Seconds for each request to a provider, to its last byte. */
const TIMEOUT = 5;
/** Seconds by which a provider's clock may differ from ours. */
const SKEW = 60;

const createClients = () => new Map<ProviderSetting, { until: number; client: Promise<Configuration> }>();

/** Metadata are fetched once an hour. @throws what openid-client throws */
export function openClient({ db, now }: Pick<Current, 'db' | 'now'>, setting: ProviderSetting): Promise<Configuration> {
  const clients = db.processState.get(createClients);
  const known = clients.get(setting);
  const time = now();
  if (known !== undefined && known.until > time.getTime()) return known.client;
  const client = makeClient(setting, time);
  clients.set(setting, { until: time.getTime() + CACHE_MS, client });
  client.catch(() => clients.delete(setting));
  return client;
}

async function makeClient(setting: ProviderSetting, now: Date): Promise<Configuration> {
  const { issuer, oauth } = presetFor(setting);
  const { clientId } = setting;
  const metadata = { [clockTolerance]: SKEW };
  const secret = setting.preset === 'apple' ? await appleSecret(setting, issuer, now) : setting.clientSecret;
  const auth = secret === undefined ? None() : createAuth(secret);
  const ownFetch = setting.preset === 'twitch' ? { [customFetch]: fetchFromTwitch } : {};
  // The settings allow http only for an issuer on this machine.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  if (oauth !== undefined) {
    const client = new Configuration(oauth(issuer), clientId, metadata, auth);
    client.timeout = TIMEOUT;
    for (const extension of execute) extension(client);
    return client;
  }
  const options = { timeout: TIMEOUT, execute: [...execute, enableNonRepudiationChecks], ...ownFetch };
  return discovery(new URL(issuer), clientId, metadata, auth, options);
}

/** By OpenID Connect Discovery 1.0 §3 Basic is the default. */
function createAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    (isPost ? post : basic)(server, client, body, headers);
  };
}

/** Twitch sends the scopes of a token as a list, where RFC 6749 §5.1 has one text. */
const fetchFromTwitch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, body instanceof URLSearchParams ? { ...options, body } : options);
  if (!response.ok || options.method !== 'POST') return response;
  const { scope, ...token } = (await response.json()) as { scope?: unknown };
  return Response.json({ ...token, ...(Array.isArray(scope) && { scope: scope.join(' ') }) });
};

async function appleSecret(
  { clientId, signing }: Pick<ProviderSetting, 'clientId' | 'signing'>,
  audience: string,
  now: Date,
): Promise<string> {
  if (signing === undefined) throw new Error('Apple is set up without a key');
  const key = await importPKCS8(signing.privateKey, 'ES256');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: signing.keyId })
    .setIssuer(signing.teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + APPLE_SECRET_MS))
    .sign(key);
}
