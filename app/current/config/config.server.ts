import { isIP } from 'node:net';

import * as z from 'zod/mini';

import { STAGES, detectStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { providerSettings } from './provider-settings.ts';
import type { ProviderSetting } from './provider-settings.ts';
import { ProviderVariables } from './provider-variables.ts';

const whole = (least: number, most: number, what: string) =>
  z.coerce.number(what).check(z.int(what), z.minimum(least, what), z.maximum(most, what));
const url = (what: string, ...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => protocols.includes(readProtocol(value)),
        `${what}, starting with ${protocols.join('// or ')}//`,
      ),
    );
const list = (isRight: (value: string) => boolean, what: string) =>
  z.pipe(
    z.string().check(z.refine((value) => listed(value).every(isRight), what)),
    z.transform((value: string) => listed(value)),
  );
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const FACTOR = 'a factor of the request limits, such as 0.5; 0 turns them off';
const filled = z.string().check(z.minLength(1, 'some text'));

export const Variables = z.object({
  PORT: z._default(whole(0, 65_535, 'a port from 0 to 65535'), 8080),
  HOST: z.optional(filled),
  PUBLIC_URL: z.optional(url('the address visitors use', 'http:', 'https:')),
  MAIN_URL: z.optional(url('the address of the main site', 'http:', 'https:')),
  STAGE: z.optional(z.enum(STAGES, `one of ${STAGES.join(', ')}`)),
  DATABASE_URL: z.optional(url('the address of a PostgreSQL database', 'postgres:', 'postgresql:')),
  DATABASE_POOL: z._default(whole(2, 500, 'a whole number from 2 to 500'), 10),
  DATA_DIR: z._default(filled, '.data'),
  SECRET: z.optional(z.string().check(z.minLength(32, 'at least 32 characters that nobody can guess'))),
  SMTP_URL: z.optional(url('the address of a mail server', 'smtp:', 'smtps:')),
  SMTP_FALLBACK_URL: z.optional(url('the address of a mail server', 'smtp:', 'smtps:')),
  MAIL_FROM: z.optional(filled),
  DKIM_DOMAIN: z.optional(filled),
  DKIM_SELECTOR: z.optional(filled),
  DKIM_KEY: z.optional(filled),
  INBOUND_DOMAIN: z.optional(
    z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a host name in small letters, such as in.example.com')),
  ),
  INBOUND_SMTP_PORT: z.optional(whole(0, 65_535, 'a port from 0 to 65535')),
  INBOUND_RELAYS: z._default(
    list((value) => isIP(value) !== 0, 'addresses such as 192.0.2.1, separated by commas'),
    [],
  ),
  INBOUND_HOOK_KEY: z.optional(z.string().check(z.minLength(32, 'at least 32 characters that nobody can guess'))),
  S3_ENDPOINT: z.optional(url('the address of an S3 server', 'http:', 'https:')),
  S3_BUCKET: z.optional(filled),
  S3_REGION: z._default(filled, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(filled),
  S3_SECRET_ACCESS_KEY: z.optional(filled),
  TRUSTED_WEBHOOK_HOSTS: z._default(
    list(isHost, 'hosts with a port, such as chat.internal:8080, separated by commas'),
    [],
  ),
  WEBSUB_HUB: z.optional(url('the address of a WebSub hub', 'http:', 'https:')),
  TRUST_PROXY: z._default(whole(0, 10, 'how many proxies stand before the site, from 0 to 10'), 0),
  COUNTRY_HEADER: z.optional(
    z.string().check(z.regex(/^[a-z0-9-]+$/, 'the name of a header in small letters, such as cf-ipcountry')),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
  IMAGE_SOURCES: z._default(
    list(isOrigin, 'addresses without a path, such as https://images.example, separated by commas'),
    [],
  ),
  ...ProviderVariables,
  TWO_PERSON_RULE: z._default(z.enum(['on', 'off'], 'on or off'), 'off'),
  PASSKEY_ROLE: z._default(z.enum(['off', 'admin', 'super'], 'off, admin or super'), 'off'),
  TELEMETRY_MAX_ROWS: z._default(whole(0, 1_000_000_000_000, 'a whole number of rows'), 60_000_000),
  LIMITS: z._default(z.coerce.number(FACTOR).check(z.minimum(0, FACTOR)), 1),
  LOG_LEVEL: z._default(z.enum(LEVELS, `one of ${LEVELS.join(', ')}`), 'info'),
});

export type Variables = z.output<typeof Variables>;

export interface Config extends Variables {
  readonly publicUrl: string;
  /** Where links in mails lead, whichever process sends them: this one may be of another stage over the same database. */
  readonly mainUrl: string;
  readonly stage: Stage;
  readonly providers: readonly ProviderSetting[];
}

/** The message names the variable and its rule. */
export class ConfigError extends Error {}

export function parseConfig(environment: Record<string, string | undefined>): Config {
  for (const name of NEVER_EMPTY) {
    if (environment[name] === '') throw new ConfigError(`${name} must not be empty: leave it out where there is none`);
  }
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Variables.safeParse(set);
  if (!result.success) {
    const messages = result.error.issues.map((issue) => `${issue.path.join('.')} must be ${issue.message}`);
    throw new ConfigError([...new Set(messages)].join('\n'));
  }
  const variables = result.data;
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, '');
  const mainUrl = variables.MAIN_URL?.replace(/\/+$/, '') ?? publicUrl;
  const { providers, wrong } = providerSettings({ ...set, ...variables });
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  const config = { ...variables, publicUrl, mainUrl, stage: variables.STAGE ?? detectStage(publicUrl), providers };
  requireTogether(config);
  return config;
}

/** Where what is kept or sent goes: without them the site would begin anew elsewhere, and nobody would notice. */
const NEVER_EMPTY = ['DATABASE_URL', 'S3_BUCKET', 'SMTP_URL'] satisfies (keyof Variables)[];

function requireTogether(config: Config): void {
  if (config.DATABASE_URL !== undefined && config.SECRET === undefined) {
    throw new ConfigError('SECRET must be set with DATABASE_URL: at least 32 characters that nobody can guess');
  }
  if (config.S3_BUCKET !== undefined && (!config.S3_ACCESS_KEY_ID || !config.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set with S3_BUCKET');
  }
  if (config.SMTP_FALLBACK_URL !== undefined && config.SMTP_URL === undefined) {
    throw new ConfigError('SMTP_URL must be set with SMTP_FALLBACK_URL: the server that is asked first');
  }
  if (config.SMTP_URL !== undefined && config.MAIL_FROM === undefined) {
    throw new ConfigError('MAIL_FROM must be set with SMTP_URL: the address that mail comes from');
  }
  const arrives = config.INBOUND_SMTP_PORT !== undefined || config.INBOUND_HOOK_KEY !== undefined;
  if (arrives && config.INBOUND_DOMAIN === undefined) {
    throw new ConfigError(
      'INBOUND_DOMAIN must be set with INBOUND_SMTP_PORT and INBOUND_HOOK_KEY: what arriving mail is for',
    );
  }
  const dkim = [config.DKIM_DOMAIN, config.DKIM_SELECTOR, config.DKIM_KEY].filter((value) => value !== undefined);
  if (dkim.length % 3 !== 0) throw new ConfigError('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY must be set together');
  if (config.stage !== 'localhost' && new URL(config.publicUrl).protocol !== 'https:' && config.STAGE === undefined) {
    throw new ConfigError('PUBLIC_URL must be https off localhost');
  }
}

function listed(value: string): string[] {
  return value.split(',').map((one) => one.trim());
}

function isHost(value: string): boolean {
  return URL.canParse(`tcp://${value}`) && /^[^/@?#]+:\d{1,5}$/.test(value);
}

function isOrigin(value: string): boolean {
  return /^https?:$/.test(readProtocol(value)) && new URL(value).origin === value;
}

function readProtocol(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}
