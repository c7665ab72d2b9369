import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { STAGES, ownOrigins, detectStage } from '../stage.ts';
import { ConfigError, Variables, parseConfig } from './config.server.ts';

const SECRET = 'a secret of the tests, longer than 32 characters';
const DOCS = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const NAMES = Object.keys(Variables.shape);

/** The variables of the table in docs/operations.md, each with its default. */
const documented = DOCS.split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names = '', byDefault = ''] = line.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, byDefault: byDefault.trim() }));
  });

test('docs/operations.md names every variable that the site reads, and no other', () => {
  expect(documented.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
});

test('the defaults are those of docs/operations.md', () => {
  const config = parseConfig({});
  const literal = documented.filter(({ byDefault }) => /^`[^`$]+`$/.test(byDefault));
  expect(literal.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['PORT', 'DATABASE_POOL', 'DATA_DIR', 'TRUST_PROXY', 'LIMITS', 'LOG_LEVEL']),
  );
  const values: Record<string, unknown> = { ...config };
  for (const { name, byDefault } of literal) {
    expect(`\`${String(values[name])}\``, name).toBe(byDefault);
  }
  expect([config.publicUrl, config.stage, config.HOST, config.SECRET, config.DATABASE_URL]).toEqual([
    'http://localhost:8080',
    'localhost',
    undefined,
    undefined,
    undefined,
  ]);
});

const PLACES = ['DATABASE_URL', 'S3_BUCKET', 'SMTP_URL'];

test('an empty variable counts as unset, but for those that say where something is kept or sent', () => {
  const others = NAMES.filter((name) => !PLACES.includes(name));
  expect(parseConfig(Object.fromEntries(others.map((name) => [name, ''])))).toEqual(parseConfig({}));
  for (const name of PLACES)
    expect(() => parseConfig({ [name]: '' })).toThrow(`${name} must not be empty: leave it out where there is none`);
});

/** A valid value of each variable, and invalid ones with their messages. */
const RULES: Record<string, { good: string; wrong: string[]; says?: string }> = {
  PORT: { good: '3000', wrong: ['x', '-1', '65536', '80.5', '8080 9090', 'NaN'], says: 'a port from 0 to 65535' },
  HOST: { good: '0.0.0.0', wrong: [] },
  PUBLIC_URL: {
    good: 'https://beta.rumpus.example',
    wrong: ['rumpus.example', 'ftp://rumpus.example', 'https://', '/'],
    says: 'the address visitors use, starting with http:// or https://',
  },
  MAIN_URL: {
    good: 'https://www.rumpus.example',
    wrong: ['rumpus.example', 'ftp://rumpus.example'],
    says: 'the address of the main site, starting with http:// or https://',
  },
  STAGE: { good: 'beta', wrong: ['production', 'WWW', ' www'], says: 'one of localhost, dev, sandbox, beta, www' },
  DATABASE_URL: {
    good: 'postgres://db.example/site',
    wrong: ['mysql://db.example/site', 'db.example', '/tmp'],
    says: 'the address of a PostgreSQL database, starting with postgres:// or postgresql://',
  },
  DATABASE_POOL: { good: '20', wrong: ['1', '501', 'x', '2.5'], says: 'a whole number from 2 to 500' },
  DATA_DIR: { good: '/var/lib/site', wrong: [] },
  SECRET: { good: SECRET, wrong: ['x', 'x'.repeat(31)], says: 'at least 32 characters that nobody can guess' },
  SMTP_URL: {
    good: 'smtps://me:pass@mail.example',
    wrong: ['mail.example', 'http://mail.example'],
    says: 'the address of a mail server, starting with smtp:// or smtps://',
  },
  SMTP_FALLBACK_URL: {
    good: 'smtp://other.example',
    wrong: ['other.example'],
    says: 'the address of a mail server, starting with smtp:// or smtps://',
  },
  MAIL_FROM: { good: 'site@rumpus.example', wrong: [] },
  DKIM_DOMAIN: { good: 'rumpus.example', wrong: [] },
  INBOUND_DOMAIN: {
    good: 'in.rumpus.example',
    wrong: ['localhost', 'In.Example', 'a b.example', 'x@y.example'],
    says: 'a host name in small letters, such as in.example.com',
  },
  INBOUND_SMTP_PORT: { good: '2525', wrong: ['x', '65536'], says: 'a port from 0 to 65535' },
  INBOUND_RELAYS: {
    good: '192.0.2.1,2001:db8::1',
    wrong: ['mx.example.com', '192.0.2.1,'],
    says: 'addresses such as 192.0.2.1, separated by commas',
  },
  INBOUND_HOOK_KEY: { good: SECRET, wrong: ['x'.repeat(31)], says: 'at least 32 characters that nobody can guess' },
  DKIM_SELECTOR: { good: 'mail', wrong: [] },
  DKIM_KEY: { good: '-----BEGIN PRIVATE KEY-----', wrong: [] },
  S3_ENDPOINT: {
    good: 'https://s3.example',
    wrong: ['s3.example', 's3://bucket'],
    says: 'the address of an S3 server, starting with http:// or https://',
  },
  S3_BUCKET: { good: 'bodies', wrong: [] },
  S3_REGION: { good: 'eu-central-1', wrong: [] },
  S3_ACCESS_KEY_ID: { good: 'key', wrong: [] },
  S3_SECRET_ACCESS_KEY: { good: 'secret', wrong: [] },
  TRUST_PROXY: {
    good: '2',
    wrong: ['-1', '11', 'true', '1.5'],
    says: 'how many proxies stand before the site, from 0 to 10',
  },
  TRUSTED_WEBHOOK_HOSTS: {
    good: 'chat.internal:8080,127.0.0.1:9000',
    wrong: ['chat.internal', 'http://chat.internal:80', 'a:1,', 'a:99999999'],
    says: 'hosts with a port, such as chat.internal:8080, separated by commas',
  },
  WEBSUB_HUB: {
    good: 'https://hub.example/',
    wrong: ['hub.example', 'ftp://hub.example/'],
    says: 'the address of a WebSub hub, starting with http:// or https://',
  },
  COUNTRY_HEADER: {
    good: 'cf-ipcountry',
    wrong: ['CF-IPCountry', 'a b'],
    says: 'the name of a header in small letters, such as cf-ipcountry',
  },
  METRICS_TOKEN: { good: 'a token of the tests', wrong: ['short'], says: 'at least 16 characters' },
  IMAGE_SOURCES: {
    good: 'https://images.example,http://127.0.0.1:9000',
    wrong: ['images.example', 'https://images.example/', 'https://a.example,', 'ftp://a.example'],
    says: 'addresses without a path, such as https://images.example, separated by commas',
  },
  GOOGLE_CLIENT_ID: { good: 'id', wrong: [] },
  GOOGLE_CLIENT_SECRET: { good: 'secret', wrong: [] },
  APPLE_CLIENT_ID: { good: 'example.rumpus.site', wrong: [] },
  APPLE_TEAM_ID: { good: 'TEAM', wrong: [] },
  APPLE_KEY_ID: { good: 'KEY', wrong: [] },
  APPLE_PRIVATE_KEY: { good: '-----BEGIN PRIVATE KEY-----', wrong: [] },
  MICROSOFT_CLIENT_ID: { good: 'id', wrong: [] },
  MICROSOFT_CLIENT_SECRET: { good: 'secret', wrong: [] },
  MICROSOFT_TENANT: {
    good: 'consumers',
    wrong: ['a/b', 'a b', '../x'],
    says: 'common, consumers, organizations or the id of a tenant',
  },
  DISCORD_CLIENT_ID: { good: 'id', wrong: [] },
  DISCORD_CLIENT_SECRET: { good: 'secret', wrong: [] },
  TWITCH_CLIENT_ID: { good: 'id', wrong: [] },
  TWITCH_CLIENT_SECRET: { good: 'secret', wrong: [] },
  EPIC_CLIENT_ID: { good: 'id', wrong: [] },
  EPIC_CLIENT_SECRET: { good: 'secret', wrong: [] },
  STEAM_SIGN_IN: { good: 'on', wrong: ['yes', '1', 'ON'], says: 'on or off' },
  PASSKEY_ROLE: { good: 'admin', wrong: ['staff', 'on'], says: 'off, admin or super' },
  TWO_PERSON_RULE: { good: 'on', wrong: ['yes', 'true'], says: 'on or off' },
  TELEMETRY_MAX_ROWS: { good: '70000000', wrong: ['-1', '2.5', 'x'], says: 'a whole number of rows' },
  LIMITS: {
    good: '0.5',
    wrong: ['-1', 'x', 'off', 'Infinity'],
    says: 'a factor of the request limits, such as 0.5; 0 turns them off',
  },
  LOG_LEVEL: {
    good: 'debug',
    wrong: ['verbose', 'INFO', '30'],
    says: 'one of fatal, error, warn, info, debug, silent',
  },
};

/** Other variables that a variable requires, so that only its own value can be wrong. */
const BESIDE = {
  SECRET,
  MAIL_FROM: 'site@rumpus.example',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  DISCORD_CLIENT_ID: 'id',
  DISCORD_CLIENT_SECRET: 's',
  APPLE_CLIENT_ID: 'id',
  APPLE_TEAM_ID: 'team',
  APPLE_KEY_ID: 'key',
  APPLE_PRIVATE_KEY: 'key',
  MICROSOFT_CLIENT_ID: 'id',
  MICROSOFT_CLIENT_SECRET: 's',
  TWITCH_CLIENT_ID: 'id',
  TWITCH_CLIENT_SECRET: 's',
  EPIC_CLIENT_ID: 'id',
  EPIC_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://mail.example',
  INBOUND_DOMAIN: 'in.rumpus.example',
  DKIM_DOMAIN: 'rumpus.example',
  DKIM_SELECTOR: 'mail',
  DKIM_KEY: 'key',
  PUBLIC_URL: 'https://rumpus.example',
};

test('every variable is tested with a valid and an invalid value', () => {
  expect(Object.keys(RULES).toSorted()).toEqual(NAMES.toSorted());
});

describe.each(Object.entries(RULES))('%s', (name, { good, wrong, says }) => {
  test(`may be ${good}`, () => {
    const config: Record<string, unknown> = { ...parseConfig({ ...BESIDE, [name]: good }) };
    expect(String(config[name])).toBe(good);
  });

  test.each(wrong)('is named with its rule when it is %j', (value) => {
    expect(() => parseConfig({ ...BESIDE, [name]: value })).toThrow(new ConfigError(`${name} must be ${says}`));
  });
});

test('each of several invalid variables is named on a line', () => {
  expect(() => parseConfig({ PORT: 'x', STAGE: 'y', LIMITS: '-1' })).toThrow(
    new ConfigError(
      [
        'PORT must be a port from 0 to 65535',
        'STAGE must be one of localhost, dev, sandbox, beta, www',
        'LIMITS must be a factor of the request limits, such as 0.5; 0 turns them off',
      ].join('\n'),
    ),
  );
});

test.each([
  [{ DATABASE_URL: 'postgres://db' }, 'SECRET must be set with DATABASE_URL'],
  [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set with S3_BUCKET'],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set'],
  [{ SMTP_FALLBACK_URL: 'smtp://mail' }, 'SMTP_URL must be set with SMTP_FALLBACK_URL'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM must be set with SMTP_URL'],
  [
    { INBOUND_SMTP_PORT: '2525' },
    'INBOUND_DOMAIN must be set with INBOUND_SMTP_PORT and INBOUND_HOOK_KEY: what arriving mail is for',
  ],
  [{ DKIM_DOMAIN: 'd', DKIM_KEY: 'k' }, 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY must be set together'],
  [{ PUBLIC_URL: 'http://www.rumpus.example' }, 'PUBLIC_URL must be https off localhost'],
])('%j is refused as incomplete: %s', (variables, message) => {
  expect(() => parseConfig(variables)).toThrow(ConfigError);
  expect(() => parseConfig(variables)).toThrow(message);
});

describe('the stage', () => {
  test.each([
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1', 'localhost'],
    ['http://[::1]:8080', 'localhost'],
    ['https://dev.rumpus.example', 'dev'],
    ['https://sandbox.rumpus.example', 'sandbox'],
    ['https://beta.rumpus.example', 'beta'],
    ['https://www.rumpus.example', 'www'],
    ['https://rumpus.example', 'www'],
    ['https://localhost.rumpus.example', 'www'],
    ['https://developers.rumpus.example', 'www'],
    ['https://127.0.0.2', 'www'],
  ])('of %s is %s', (publicUrl, stage) => {
    expect(detectStage(publicUrl)).toBe(stage);
    expect(parseConfig({ PUBLIC_URL: publicUrl }).stage).toBe(stage);
  });

  test.each(STAGES)('is %s by STAGE, for any address', (stage) => {
    expect(parseConfig({ STAGE: stage, PUBLIC_URL: 'https://beta.rumpus.example' }).stage).toBe(stage);
  });

  test('without an address is localhost, with the port of the server', () => {
    expect(parseConfig({ PORT: '3000' })).toMatchObject({ publicUrl: 'http://localhost:3000', stage: 'localhost' });
  });
});

test('our origins are the public address, and on localhost every name of this machine on its port', () => {
  const here = (port: string) => ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}${port}`);
  expect([...ownOrigins('http://localhost:3000')]).toEqual(here(':3000'));
  expect([...ownOrigins('http://127.0.0.1')]).toEqual(here(''));
  expect([...ownOrigins('https://www.rumpus.example')]).toEqual(['https://www.rumpus.example']);
});
