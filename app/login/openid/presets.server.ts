import type { ServerMetadata, UserInfoResponse } from 'openid-client';

import type { ProviderSetting } from '#app/current/config/provider-settings.ts';

export type Claims = UserInfoResponse;

interface Preset {
  readonly service: string;
  readonly issuer: string;
  readonly scope: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** For a provider without OpenID Connect: userinfo replaces the id token. */
  readonly oauth?: (issuer: string) => ServerMetadata;
  /** Whether it supports `prompt=login` and sends `auth_time`: see decision 28. */
  readonly asksAnew?: boolean;
  /** Whether the address in its claims counts as verified. */
  readonly vouchesFor: (claims: Claims) => boolean;
}

const never = () => false;
const whenVerified = (claims: Claims) => isTrue(claims.email_verified);

/** Decision 28 has the sources. */
const PRESETS: Readonly<Record<Exclude<ProviderSetting['preset'], 'steam' | 'oidc'>, Preset>> = {
  google: {
    service: 'Google',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    parameters: { prompt: 'select_account' },
    // Google verifies an address of another domain only once.
    vouchesFor: (claims) =>
      whenVerified(claims) && (typeof claims.hd === 'string' || /@gmail\.com$/i.test(String(claims.email))),
  },
  apple: {
    service: 'Apple',
    issuer: 'https://appleid.apple.com',
    scope: 'openid email',
    // Apple sends an address only in this way.
    parameters: { response_mode: 'form_post' },
    vouchesFor: whenVerified,
  },
  microsoft: {
    service: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scope: 'openid profile',
    parameters: { prompt: 'select_account' },
    // The administrator of a tenant can set any address.
    vouchesFor: never,
  },
  discord: {
    service: 'Discord',
    issuer: 'https://discord.com',
    scope: 'openid identify email',
    vouchesFor: whenVerified,
  },
  twitch: {
    service: 'Twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    scope: 'openid user:read:email',
    parameters: { claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}' },
    vouchesFor: whenVerified,
  },
  epic: {
    service: 'Epic Games',
    issuer: 'https://api.epicgames.dev/epic/oauth/v2',
    scope: 'basic_profile',
    oauth: (issuer) => ({
      issuer,
      authorization_endpoint: 'https://www.epicgames.com/id/authorize',
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userInfo`,
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    }),
    vouchesFor: never,
  },
};

export function presetFor(setting: ProviderSetting): Preset {
  if (setting.preset !== 'oidc' && setting.preset !== 'steam') {
    const preset = PRESETS[setting.preset];
    return { ...preset, issuer: setting.issuer ?? preset.issuer };
  }
  const { service = setting.platform, issuer = '', scope = 'openid email profile', responseMode = 'query' } = setting;
  const parameters: Record<string, string> = responseMode === 'query' ? {} : { response_mode: responseMode };
  const asksAnew = setting.preset === 'oidc';
  return { service, issuer, scope, parameters, asksAnew, vouchesFor: setting.vouchesForEmail ? whenVerified : never };
}

/** Also of a preset that is not set up here. */
export function presetService(platform: string): string | undefined {
  if (platform === 'steam') return 'Steam';
  return Object.entries(PRESETS).find(([name]) => name === platform)?.[1].service;
}

/** Apple sends a string. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
