import { REQUIRED_VARIABLES } from './provider-variables.ts';
import type { PresetName } from './provider-variables.ts';

export interface ProviderSetting {
  readonly platform: string;
  readonly preset: PresetName | 'steam' | 'oidc';
  /** For `steam` the address of its OpenID server; else that of the issuer. Presets have a default. */
  readonly issuer?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly signing?: { readonly teamId: string; readonly keyId: string; readonly privateKey: string } | undefined;
  /** Of `oidc`: its display name, scope and response mode, and whether its verified addresses are trusted. */
  readonly service?: string | undefined;
  readonly scope?: string | undefined;
  readonly responseMode?: 'query' | 'form_post' | undefined;
  readonly vouchesForEmail?: boolean | undefined;
}

type Environment = Readonly<Record<string, unknown>>;

interface ProviderSettings {
  readonly providers: ProviderSetting[];
  readonly wrong: string[];
}

export function providerSettings(environment: Environment): ProviderSettings {
  const known = Object.keys(REQUIRED_VARIABLES).map((preset) => knownSetting(environment, preset as PresetName));
  const steam: ProviderSetting[] =
    environment.STEAM_SIGN_IN === 'on' ? [{ platform: 'steam', preset: 'steam', clientId: '' }] : [];
  const others = namesIn(environment).map((name) => otherSetting(environment, name));
  const all = [...known, ...others];
  return {
    providers: [
      ...known.flatMap(({ providers }) => providers),
      ...steam,
      ...others.flatMap(({ providers }) => providers),
    ],
    wrong: all.flatMap(({ wrong }) => wrong),
  };
}

function knownSetting(environment: Environment, preset: PresetName): ProviderSettings {
  const names = REQUIRED_VARIABLES[preset];
  const missing = names.filter((name) => environment[name] === undefined);
  if (missing.length === names.length) return { providers: [], wrong: [] };
  if (missing.length > 0) return { providers: [], wrong: [`${listed(names)} must be set together`] };
  const set = (name: string) => String(environment[name]);
  const clientId = set(names[0]);
  if (preset === 'apple') {
    // In a variable of one line, line ends are escaped.
    const privateKey = set('APPLE_PRIVATE_KEY').replaceAll('\\n', '\n');
    const signing = { teamId: set('APPLE_TEAM_ID'), keyId: set('APPLE_KEY_ID'), privateKey };
    return { providers: [{ platform: preset, preset, clientId, signing }], wrong: [] };
  }
  const issuer =
    preset === 'microsoft' ? `https://login.microsoftonline.com/${set('MICROSOFT_TENANT')}/v2.0` : undefined;
  return { providers: [{ platform: preset, preset, issuer, clientId, clientSecret: set(names[1]) }], wrong: [] };
}

const OTHER =
  /^OIDC_([A-Z][A-Z0-9]{0,19})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|SERVICE|SCOPE|RESPONSE_MODE|VOUCHES_FOR_EMAIL)$/;

function namesIn(environment: Environment): string[] {
  return [...new Set(Object.keys(environment).flatMap((key) => OTHER.exec(key)?.[1] ?? []))].toSorted();
}

function otherSetting(environment: Environment, name: string): ProviderSettings {
  const read = (part: string) => {
    const value = environment[`OIDC_${name}_${part}`];
    return typeof value === 'string' ? value : undefined;
  };
  const platform = name.toLowerCase();
  const [issuer, clientId] = [read('ISSUER'), read('CLIENT_ID')];
  const [responseMode = 'query', vouches = 'off'] = [read('RESPONSE_MODE'), read('VOUCHES_FOR_EMAIL')];
  const isMode = responseMode === 'query' || responseMode === 'form_post';
  const wrong = [
    ...(Object.hasOwn(REQUIRED_VARIABLES, platform) || platform === 'steam'
      ? [`OIDC_${name}_… must have another name`]
      : []),
    ...(issuer && clientId ? [] : [`OIDC_${name}_ISSUER, OIDC_${name}_CLIENT_ID must be set together`]),
    ...(issuer === undefined || isIssuer(issuer)
      ? []
      : [`OIDC_${name}_ISSUER must be an address, starting with https://`]),
    ...(isMode ? [] : [`OIDC_${name}_RESPONSE_MODE must be query or form_post`]),
    ...(vouches === 'on' || vouches === 'off' ? [] : [`OIDC_${name}_VOUCHES_FOR_EMAIL must be on or off`]),
  ];
  if (wrong.length > 0 || !isMode || clientId === undefined) return { providers: [], wrong };
  const setting: ProviderSetting = {
    platform,
    preset: 'oidc',
    issuer,
    clientId,
    clientSecret: read('CLIENT_SECRET'),
    responseMode,
    service: read('SERVICE') ?? `${name.slice(0, 1)}${platform.slice(1)}`,
    scope: read('SCOPE'),
    vouchesForEmail: vouches === 'on',
  };
  return { providers: [setting], wrong };
}

/** Answers of a provider are trusted because of TLS, which this machine itself does not need. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
