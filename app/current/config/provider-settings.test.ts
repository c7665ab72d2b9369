import { expect, test } from 'vitest';

import { ConfigError, parseConfig } from './config.server.ts';

const ISSUER = 'https://id.example';

test('only configured providers are offered, presets in their order and others by name', () => {
  const config = parseConfig({
    STEAM_SIGN_IN: 'on',
    TWITCH_CLIENT_ID: 't',
    TWITCH_CLIENT_SECRET: 's',
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 's',
    OIDC_ZETA_ISSUER: ISSUER,
    OIDC_ZETA_CLIENT_ID: 'z',
    OIDC_ALPHA_ISSUER: ISSUER,
    OIDC_ALPHA_CLIENT_ID: 'a',
  });
  expect(config.providers.map(({ platform }) => platform)).toEqual(['google', 'twitch', 'steam', 'alpha', 'zeta']);
  expect(parseConfig({}).providers).toEqual([]);
});

test('a private key may have escaped line ends, and Microsoft may be one tenant', () => {
  const [apple, microsoft] = parseConfig({
    APPLE_CLIENT_ID: 'a',
    APPLE_TEAM_ID: 't',
    APPLE_KEY_ID: 'k',
    APPLE_PRIVATE_KEY: 'one\\ntwo',
    MICROSOFT_CLIENT_ID: 'm',
    MICROSOFT_CLIENT_SECRET: 's',
    MICROSOFT_TENANT: 'consumers',
  }).providers;
  expect(apple?.signing?.privateKey).toBe('one\ntwo');
  expect(microsoft?.issuer).toBe('https://login.microsoftonline.com/consumers/v2.0');
});

test('another provider has the configured name or that of its variables, and its addresses are not trusted', () => {
  const own = { OIDC_HOME_ISSUER: ISSUER, OIDC_HOME_CLIENT_ID: 'h' };
  expect(parseConfig(own).providers[0]).toMatchObject({
    service: 'Home',
    vouchesForEmail: false,
    responseMode: 'query',
  });
  const more = { OIDC_HOME_SERVICE: 'Our Home', OIDC_HOME_VOUCHES_FOR_EMAIL: 'on', OIDC_HOME_SCOPE: 'openid' };
  expect(parseConfig({ ...own, ...more }).providers[0]).toMatchObject({
    platform: 'home',
    service: 'Our Home',
    vouchesForEmail: true,
    scope: 'openid',
  });
});

test.each([
  [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'],
  [
    { APPLE_CLIENT_ID: 'x', APPLE_KEY_ID: 'x' },
    'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY must be set together',
  ],
  [{ OIDC_A_ISSUER: ISSUER }, 'OIDC_A_ISSUER, OIDC_A_CLIENT_ID must be set together'],
  [
    { OIDC_A_ISSUER: 'http://id.example', OIDC_A_CLIENT_ID: 'x' },
    'OIDC_A_ISSUER must be an address, starting with https://',
  ],
  [{ OIDC_STEAM_ISSUER: ISSUER, OIDC_STEAM_CLIENT_ID: 'x' }, 'OIDC_STEAM_… must have another name'],
  [
    { OIDC_A_ISSUER: ISSUER, OIDC_A_CLIENT_ID: 'x', OIDC_A_RESPONSE_MODE: 'fragment' },
    'OIDC_A_RESPONSE_MODE must be query or form_post',
  ],
  [
    { OIDC_A_ISSUER: ISSUER, OIDC_A_CLIENT_ID: 'x', OIDC_A_VOUCHES_FOR_EMAIL: 'yes' },
    'OIDC_A_VOUCHES_FOR_EMAIL must be on or off',
  ],
])('%j is refused with the rule', (environment, says) => {
  expect(() => parseConfig(environment)).toThrow(new ConfigError(says));
});
