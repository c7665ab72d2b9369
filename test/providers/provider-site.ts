import type { ServerResponse } from 'node:http';

import { beforeAll } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { systemCurrent } from '#app/door/parts.server.ts';

import type { FormVisitor } from '../people/visitor.ts';
import { useTestSite } from '../site.ts';
import type { TestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';
import type { TestRequest } from '../test-app.ts';
import { CLIENT, useProvider } from './oidc-provider.ts';
import type { LocalProvider, ProviderPerson } from './oidc-provider.ts';

/** A site with a provider under three names: `test`, whose word on addresses counts, `other`, and `post`, which posts. */
interface ProviderSite {
  readonly site: TestSite;
  readonly provider: LocalProvider;
  /** The environment of the site. */
  readonly variables: Record<string, string>;
  /** Presses the button. @returns where the page leads on to */
  readonly leave: (visitor: FormVisitor, platform?: string, fields?: Record<string, string>) => Promise<string>;
  /** The whole way there and back, to what the site answers. */
  readonly signIn: (visitor: FormVisitor, platform?: string, fields?: Record<string, string>) => Promise<Response>;
  /** Makes an account with a proved address. */
  readonly makeAccount: (userId: string, email: string) => Promise<void>;
  /** Puts somebody in front of the provider. */
  readonly someone: (changes: Partial<ProviderPerson>) => void;
  /** What the id token of a sign-in says, for whoever would change it. */
  readonly claimsFor: (address: string) => Record<string, unknown>;
  /** Lets the provider answer for any code with a token of these claims. */
  readonly answerWithToken: (claims: Record<string, unknown>, forge?: (token: string) => string) => Promise<void>;
  /** Lets `answer` speak where the provider would give a token. */
  readonly insteadOfToken: (answer: (response: ServerResponse) => unknown) => void;
}

const NAMES = ['TEST', 'POST', 'OTHER'];
/** The provider is told of these too, for `siteWith`. */
const PRESETS = ['google', 'apple', 'microsoft', 'discord'];
export const JSON_TYPE = { 'content-type': 'application/json' };

export function useProviderSite(more: Record<string, string> = {}): ProviderSite {
  const platforms = [...NAMES.map((name) => name.toLowerCase()), ...PRESETS];
  const callbacks = platforms.map((platform) => `http://localhost:8080/login/with/${platform}/callback`);
  const provider = useProvider(callbacks);
  const variables: Record<string, string> = { ...more };
  beforeAll(() => {
    for (const name of NAMES) {
      variables[`OIDC_${name}_ISSUER`] = provider.issuer;
      variables[`OIDC_${name}_CLIENT_ID`] = CLIENT.id;
      variables[`OIDC_${name}_CLIENT_SECRET`] = CLIENT.secret;
    }
    Object.assign(variables, { OIDC_TEST_VOUCHES_FOR_EMAIL: 'on', OIDC_POST_RESPONSE_MODE: 'form_post' });
  });
  const site = useTestSite(variables);
  const makeAccount: ProviderSite['makeAccount'] = async (userId, email) => {
    const current = systemCurrent(site.parts);
    await setAccount(current, userId, 'authenticated');
    await addVerifiedEmail(current, userId, email);
  };
  const signIn: ProviderSite['signIn'] = async (visitor, platform = 'test', fields = {}) => {
    const { path } = await provider.walk(await leave(visitor, platform, fields));
    return visitor.get(path);
  };
  return { site, provider, variables, leave, signIn, makeAccount, ...scriptsOf(provider) };
}

/** The site with one provider, whose preset may be told that it lives on this machine. */
export function siteWith(site: TestSite, setting: ProviderSetting): TestSite {
  const door = openTestApp(site, {}, { config: { ...site.parts.config, providers: [setting] } });
  return { ...site, parts: door.parts, ask: (_, path, request) => door.sendRequest(path, request as TestRequest) };
}

async function leave(visitor: FormVisitor, platform = 'test', fields: Record<string, string> = {}): Promise<string> {
  return leadsTo(await visitor.post(`/login/with/${platform}`, { returnTo: '/games', ...fields }));
}

/** Where a page leads on to by itself. */
export async function leadsTo(response: Response): Promise<string> {
  const [, to = ''] = /http-equiv="refresh" content="0;url=([^"]+)"/i.exec(await response.text()) ?? [];
  return to.replaceAll('&amp;', '&');
}

/** Who a visitor has signed in as. */
export async function whoIs(visitor: FormVisitor): Promise<string | undefined> {
  const response = await visitor.get('/api/auth/accounts/@me');
  if (response.status !== 200) return undefined;
  return ((await response.json()) as { data: { userId: string } }).data.userId;
}

/** The status of a page, and the sentence of its refusal. */
export async function refusalOf(response: Response): Promise<[number, string]> {
  return [response.status, refusalIn(await response.text())];
}

export function refusalIn(html: string): string {
  const [, notice = ''] = /notice-error[\s\S]*?<\/span><div>([\s\S]*?)<\/div>/.exec(html) ?? [];
  return notice.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', "'");
}

type ProviderScripts = Pick<ProviderSite, 'someone' | 'claimsFor' | 'answerWithToken' | 'insteadOfToken'>;

function scriptsOf(provider: LocalProvider): ProviderScripts {
  const someone: ProviderSite['someone'] = (changes) => {
    provider.person = { sub: 'someone', email: 'someone@mail.example', email_verified: true, ...changes };
  };
  const insteadOfToken: ProviderSite['insteadOfToken'] = (answer) => {
    provider.meddle = (request, response) => {
      if (request.url !== '/token') return false;
      answer(response);
      return true;
    };
  };
  const claimsFor: ProviderSite['claimsFor'] = (address) => {
    const nonce = new URL(address).searchParams.get('nonce');
    const now = Math.floor(Date.now() / 1000);
    return { iss: provider.issuer, sub: 'forged', aud: CLIENT.id, nonce, iat: now, exp: now + 600 };
  };
  const answerWithToken: ProviderSite['answerWithToken'] = async (claims, forge = (token) => token) => {
    const idToken = forge(await provider.sign(claims));
    const body = JSON.stringify({ access_token: 'x', token_type: 'bearer', scope: 'openid', id_token: idToken });
    insteadOfToken((response) => response.writeHead(200, JSON_TYPE).end(body));
  };
  return { someone, insteadOfToken, claimsFor, answerWithToken };
}
