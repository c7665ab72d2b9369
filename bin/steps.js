import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tryToBuild } from './build.js';
import { findChromium } from './chromium.js';
import { ON_POSTGRESQL_15, hasPostgresql15 } from './postgresql.js';
import { NODE, pinned, program, run } from './run.js';
import { freePort, prepareSeededData, startSite } from './site.js';
import { changesSince, readTree } from './tree.js';
import { runSuite } from './vitest.js';

const STATEMENTS = 'test/statements/vitest.config.ts';
/** All that asks the database in ways of its own. */
const TRIED_ON_OLDER = [
  'test/site/empty-stage.test.ts',
  'app/storage',
  'app/levelhead/search',
  'lib/jobs',
  'lib/limits',
];
const { FULL } = process.env;
const PROCESSES = 'test/processes/vitest.config.ts';
const HISTORIES = 'test/histories/vitest.config.ts';

/**
 * Steps in one list run in parallel, at most one of them `isLive`: it prints as it goes. `needs` names an earlier step, which
 * is waited for, and without which this one makes no sense.
 */
export async function steps() {
  const tree = await readTree();
  const [unit, ...afterUnit] = unitSteps();
  const { startOfSite, onSite } = siteSteps();
  return [
    [{ name: 'types of the routes', check: () => tool('react-router', 'typegen') }],
    [
      { name: 'types and lint', check: () => tool('oxlint', '--type-aware', '--type-check', '--deny-warnings') },
      { name: 'format', check: () => tool('oxfmt', '--check', '.') },
      { name: 'build', check: async () => once(await tryToBuild()) },
    ],
    [unit, startOfSite],
    ...onSite([
      ...afterUnit,
      {
        name: 'processes: four beside each other, and kills of server and database',
        needs: 'build',
        check: () => runSuite(['--config', PROCESSES], { output: 'keep' }),
      },
      {
        name: 'recorded histories',
        needs: 'build',
        check: () => runSuite(['--config', HISTORIES], { output: 'keep' }),
      },
      { name: 'generated files', needs: 'build', check: generateFiles },
    ]),
    [{ name: 'the tree is unchanged', check: () => checkTree(tree) }],
  ];
}

function siteSteps() {
  let site;
  const runOnSite = async (config, output) => {
    const env = { ...site.env, CHROMIUM: findChromium() ?? '' };
    const result = await runSuite(['--config', config], { env, output });
    return { ...result, text: result.failed > 0 ? `${result.text}\n${site.lastWords()}` : result.text };
  };
  const startOfSite = {
    name: 'start of the built site',
    needs: 'build',
    check: async () => {
      // A walk starts the provider when needed.
      const issuer = `http://127.0.0.1:${await freePort()}`;
      const walks = {
        OIDC_WALKS_ISSUER: issuer,
        OIDC_WALKS_CLIENT_ID: 'walks',
        OIDC_WALKS_VOUCHES_FOR_EMAIL: 'on',
      };
      const failure = await prepareSeededData();
      if (failure !== undefined) return once(failure);
      // The suites send more in a minute than the limits let one person.
      site = await startSite({ LIMITS: '4', LOG_LEVEL: 'warn', ...walks });
      return once(site.failure);
    },
  };
  const wire = { name: 'wire suite', check: () => runOnSite('test/wire/vitest.config.ts', 'keep') };
  const walks = {
    name: 'browser journeys',
    isLive: true,
    check: () => runOnSite('test/journeys/vitest.config.ts', 'show'),
  };
  const stop = { name: 'polite stop of the site', check: async () => once(await site.stop()) };
  const needs = startOfSite.name;
  /** @param beside steps that start what they need themselves, and mostly wait for it as the wire suite does for the site */
  const onSite = (beside) => [[{ ...wire, needs }, ...beside], [{ ...walks, needs }], [{ ...stop, needs }]];
  return { startOfSite, onSite };
}

function unitSteps() {
  const name = 'unit, integration and architecture tests';
  const records = mkdtempSync(join(tmpdir(), 'sql-'));
  process.on('exit', () => rmSync(records, { recursive: true, force: true }));
  const env = { ...pinned(), SQL_RECORDS: records };
  const older = { name: 'PostgreSQL 15: a start, storage and every SQL statement', needs: name };
  return [
    { name, isLive: true, check: () => runSuite([], { env }) },
    {
      name: 'every SQL statement is tested and fits the schema',
      needs: name,
      check: () => runSuite(['--config', STATEMENTS], { env, output: 'keep' }),
    },
    ...(FULL === undefined || !hasPostgresql15() ? [] : [{ ...older, check: () => runOnOlder(env) }]),
  ];
}

async function runOnOlder(environment) {
  // Where it is, `pg_virtualenv` says in the environment.
  const env = { ...environment, TEST_DATABASE_URL: 'postgresql:///postgres', FULL: undefined };
  const runThere = (args) => runSuite(args, { env, output: 'keep', before: ON_POSTGRESQL_15 });
  const statements = await runThere(['--config', STATEMENTS]);
  const others = await runThere(TRIED_ON_OLDER);
  const both = (what) => [...statements[what], ...others[what]];
  return {
    ...{ passed: statements.passed + others.passed, failed: statements.failed + others.failed },
    ...{ failures: both('failures'), secondTries: both('secondTries'), text: statements.text + others.text },
  };
}

async function generateFiles() {
  // In development, as `npm run generate` does it, takes five times as long.
  const mode = FULL === undefined ? [] : ['--dev'];
  const { ok, text } = await run(NODE, ['server.ts', ...mode, 'generate'], { output: 'keep' });
  return once(ok ? undefined : text);
}

async function checkTree(before) {
  if (before === undefined) return { passed: 0, failed: 0, text: '   not looked at: this is no git checkout' };
  const changes = changesSince(before, await readTree());
  return once(changes.length === 0 ? undefined : `The run changed:\n${changes.join('\n')}`);
}

async function tool(name, ...args) {
  const { ok, text } = await run(NODE, [program(name), ...args], { env: pinned(), output: 'keep' });
  return once(ok ? undefined : text);
}

function once(failure) {
  return failure === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, text: failure };
}
