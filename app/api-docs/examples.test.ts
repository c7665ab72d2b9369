import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { Site } from '#app/app.server.ts';
import type { CreatedAppKey, Scope } from '#app/apps/app-key.ts';
import { sendSubmission } from '#app/contact/sending.server.ts';
import { OPEN_PERMISSION_IDS } from '#app/delegation/permissions.ts';
import { seedDevices } from '#app/devices/seed-devices.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import type { Level } from '#app/levelhead/level.ts';
import { tellPurchase } from '#app/perks/giving/purchases.server.ts';
import { seedPerks } from '#app/perks/seed-perks.server.ts';
import { createDataset } from '#app/telemetry/datasets/datasets.server.ts';
import full from '#content/api-docs/full.md?raw';
import projects from '#database/needs/feedbag-projects.json' with { type: 'json' };
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, revOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { getFullReference } from './api-docs.server.ts';
import type { CallReference, RequestSample } from './contract/reference.ts';
import { LANGUAGES, isStream, requestExample } from './contract/request-examples.ts';
import type { ExampleLanguage } from './contract/request-examples.ts';
import { SAMPLES } from './contract/samples.server.ts';

const run = promisify(execFile);
const site = useTestSite();
const LIBRARY = '/api/storage/crates/public-library';
/** Each language has people of its own, so that all run beside each other. */
const PEOPLE: Record<ExampleLanguage, { owner: CastName; target: string }> = {
  curl: { owner: 'player', target: 'targ1t' },
  javascript: { owner: 'creator', target: 'targ2t' },
  python: { owner: 'collaborator', target: 'targ3t' },
};
const CALLS = getFullReference({ actor: { role: 'staff' }, stage: 'localhost' } as Parameters<
  typeof getFullReference
>[0]);

let folder: string;
let server: ListeningServer;
let origin: string;
let sessions: Record<string, Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
  const door = new Site(site.parts);
  server = await listen({
    hosts: ['127.0.0.1'],
    port: 0,
    trustProxy: 0,
    fetch: (request, client) => door.fetch(request, client),
  });
  origin = `http://127.0.0.1:${server.port}`;
  const app = openTestApp(site);
  const signedIn = Object.keys(CAST).map(async (who) => {
    const { cookie, xsrf } = await app.signIn(who as CastName);
    return [who, { COOKIE: cookie, XSRF: xsrf }] as const;
  });
  sessions = Object.fromEntries(await Promise.all(signedIn));
  const policy = { ...OPEN_POLICY, history: ['owner' as const] };
  for (const crateId of ['public-library', 'posts']) await createCrate(site, crateId, policy);
  await seedSmallWorld(site);
  const system = systemCurrent(site.parts);
  for (const project of projects) {
    await saveProject(system, { game: undefined, ...project, leastRole: 'public', stages: [] }, 0);
  }
  await seedPerks(system, (name) => CAST[name as CastName].userId);
  await seedDevices(system, CAST.admin.userId);
  for (const { target } of Object.values(PEOPLE)) {
    await setAccount(system, target, 'authenticated');
    await setAlias(system, 'rumpus', target, `Target ${target.slice(4, 5)}`);
  }
});

afterAll(async () => {
  await server.close(0);
  await rm(folder, { recursive: true });
});

/** A hundred programs are started one after the other. */
const PATIENT = { timeout: 120_000 };

test.each(LANGUAGES)('every example in %s runs as it is and is answered as documented', PATIENT, async (language) => {
  const examples: Example[] = [];
  const key = await newKey(PEOPLE[language].owner);
  const { key: appKey } = await newGameKey(`examples-${language}`);
  for (const call of CALLS) {
    const { query = {}, ...change } = (await prepare(call, language)) ?? {};
    const sample = { ...call.sample, ...change, query: { ...call.sample.query, ...query } };
    const code = requestExample(language, call, sample, origin);
    examples.push({
      id: call.id,
      code,
      env: { RUMPUS_KEY: key, RUMPUS_APP_KEY: appKey, ...sessions[whoAsks(call, language)] },
      isStream: isStream(call.answers),
    });
  }
  const outputs = await { curl: runInShell, javascript: runInNode, python: runInPython }[language](examples);
  const printed = CALLS.map(({ id }) => [id, statusIn(outputs[id] ?? '')] as const);
  const documented = CALLS.map(({ id, sample }) => [id, sample.status] as const);
  const differing = printed.filter(([, status], at) => status !== documented[at]?.[1]);
  expect(
    differing.map(
      ([id, status]) =>
        `${id} ${status} ${/"code":\s*"([^"]+)/.exec(outputs[id] ?? '')?.[1] ?? outputs[id]?.slice(0, 300)}`,
    ),
  ).toEqual([]);
});

const GUIDES: readonly [fence: string, program: string, ending: string][] = [
  ['sh', 'bash', 'sh'],
  ['js', process.execPath, 'mjs'],
  ['python', 'python3', 'py'],
];

test.each(GUIDES)(
  'the guide for the server of a game runs as it is in %s, each thing once',
  async (fence, program, ending) => {
    const [, code = ''] =
      new RegExp(`## From the server of a game[^]*?\n\`\`\`${fence}\n([^]*?)\n\`\`\``).exec(full) ?? [];
    const file = join(folder, `evening.${ending}`);
    await writeFile(file, code);
    const { key } = await newGameKey(`evening-${fence}`);
    const play = async () =>
      (await run(program, [file], { env: { ...process.env, RUMPUS_URL: origin, RUMPUS_APP_KEY: key } })).stdout;
    const [first, again] = [await play(), await play()];
    expect([again, first]).toEqual([first, expect.stringMatching(/HighScore[^]*exposureBucks\W+375\b/)]);
    const found = await site.ask(
      undefined,
      '/api/levelhead/levels?userIds=vfhy42&limit=1&includeStats=true&includeRecords=true',
    );
    const [level] = await dataOf<Level[]>(found);
    expect(level).toMatchObject({
      title: 'Night Shift at the Spring Factory',
      stats: { Attempts: 3, Players: 1, ExposureBucks: 375 },
      records: { FastestTime: [{ userId: '6h97ml', value: 61.64 }], HighScore: [{ userId: '6h97ml', value: 12_400 }] },
    });
  },
);

test('the guide for a game without a keyboard signs in the player who says yes to its code', async () => {
  const [, code = ''] = /## A game without a keyboard[^]*?\n```sh\n([^]*?)\n```/.exec(full) ?? [];
  const file = join(folder, 'device.sh');
  await writeFile(file, `sleep() { command sleep 0.1; }\n${code}`);
  const running = run('bash', [file], { env: { ...process.env, RUMPUS_URL: origin } });
  const shown = new Promise<string>((resolve) => {
    running.child.stdout?.once('data', (line: string) =>
      resolve(/Type (\S+) at \S+\/login\/device\n/.exec(line)?.[1] ?? ''),
    );
  });
  await site.submit('player', '/login/device', { intent: 'devices.approve', userCode: await shown });
  const { stdout } = await running;
  const [, key = ''] = stdout.split('\n');
  const asked = await site.ask(undefined, '/api/auth/accounts/@me', { headers: { 'rumpus-delegation-key': key } });
  expect(await dataOf(asked)).toMatchObject({ userId: CAST.player.userId });
});

async function publishLevel(): Promise<string> {
  const { sample, path } = CALLS.find(({ id }) => id === 'levelhead.publishLevel') ?? {};
  const published = await site.ask('staff', path ?? '', { method: 'POST', body: sample?.body as object });
  return (await dataOf<{ levelId: string }>(published)).levelId;
}

interface Example {
  readonly id: string;
  readonly code: string;
  readonly env: Record<string, string>;
  readonly isStream: boolean;
}

type Change = Partial<Omit<RequestSample, 'credentials'>>;

function whoAsks({ audience }: CallReference, language: ExampleLanguage): CastName {
  if (audience === 'staff' || audience === 'admin' || audience === 'super') return audience;
  return PEOPLE[language].owner;
}

/** What an example is about is made first, and its id takes the place of the one on the page. */
async function prepare(
  { id, sample: { params, setup }, path }: CallReference,
  language: ExampleLanguage,
): Promise<Change | undefined> {
  const { owner, target } = PEOPLE[language];
  const own = OWN[id];
  if (own !== undefined) return own(language);
  // Those make what they are about themselves.
  if (setup !== undefined) return undefined;
  if (path.includes('/trash/{itemId}') || path.includes('/items/{itemId}')) {
    const { itemId, etag } = await createItem(site, LIBRARY, owner);
    if (path.includes('/trash/')) {
      await site.ask(owner, `${LIBRARY}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    }
    // Its second version, so that there is one before.
    const headers = { 'if-match': '*' };
    if (params.rev)
      await site.ask(owner, `${LIBRARY}/items/${itemId}`, { method: 'PUT', body: 'hello again', headers });
    return { params: { ...params, itemId, ...(params.rev && { rev: String(revOf(etag) + 1) }) } };
  }
  if (path.includes('/api/shortlinks/{slug}')) {
    const made = await site.ask('staff', '/api/shortlinks', {
      method: 'POST',
      body: { target: 'https://example.com/' },
    });
    return { params: { slug: (await dataOf<{ slug: string }>(made)).slug } };
  }
  if (path.includes('/api/auth/accounts/{userId}/') || path.includes('/decisions'))
    return { params: { ...params, userId: target } };
  return undefined;
}

const OWN: Record<string, (language: ExampleLanguage) => Promise<Change>> = {
  'storage.createCrate': async (language) => ({ body: { crateId: `new-${language}`, name: 'Workshop' } }),
  'storage.deleteCrate': async (language) => {
    await createCrate(site, `old-${language}`);
    return { params: { crateId: `old-${language}` } };
  },
  'storage.importCrate': async (language) => {
    await createCrate(site, `workshop-${language}`);
    return { params: { crateId: `workshop-${language}` } };
  },
  'delegation.revokeKey': async (language) => {
    const keys = await dataOf<{ passId: string }[]>(await site.ask(PEOPLE[language].owner, '/api/delegation/keys'));
    await newKey(PEOPLE[language].owner);
    const after = await dataOf<{ passId: string }[]>(await site.ask(PEOPLE[language].owner, '/api/delegation/keys'));
    return { params: { passId: after.find(({ passId }) => keys.every((key) => key.passId !== passId))?.passId ?? '' } };
  },
  'perks.tellRefund': async (language) => {
    const system = systemCurrent(site.parts);
    const told = { perkId: 'golden-hat', purchaseId: 'order-4712' };
    const current = { ...system, actor: { ...system.actor, app: `examples-${language}` } };
    await tellPurchase(current, told, CAST.player.userId);
    return { params: told };
  },
  'telemetry.fillDataset': async (language) => {
    const shape = [
      { name: 'biome', kind: 'tag' },
      { name: 'seconds', kind: 'number' },
    ] as const;
    const wanted = { datasetId: `runs-${language}`, appId: `examples-${language}`, fields: shape, rowsPerDay: 10 };
    await createDataset(systemCurrent(site.parts), wanted);
    return { params: { dataset: wanted.datasetId } };
  },
  'levelhead.changeLevel': async () => ({ params: { levelId: await publishLevel() } }),
  'levelhead.deleteLevel': async () => ({ params: { levelId: await publishLevel() } }),
  'levelhead.exposeLevel': async () => ({ params: { levelId: await publishLevel() } }),
  'apps.rotateAppKey': async () => ({ params: { keyId: await newAppKey() } }),
  'apps.revokeAppKey': async () => ({ params: { keyId: await newAppKey() } }),
  'accounts.getStaffAccount': async () => ({}),
  'accounts.liftBan': async (language) => {
    const { target } = PEOPLE[language];
    await site.ask('staff', `/api/auth/accounts/${target}/ban`, { method: 'PUT', body: { reason: 'Sold accounts' } });
    return { params: { userId: target } };
  },
  'accounts.endSessions': async (language) => {
    const userId = `sess${language.length % 10}n`;
    await setAccount(systemCurrent(site.parts), userId, 'authenticated');
    await site.parts.sessions.create(userId, site.parts.now());
    return { params: { userId } };
  },
  'aliases.changeAlias': async (language) => ({ body: { alias: `Brand new ${language.slice(0, 4)}` } }),
  'aliases.undoDecision': async (language) => {
    const userId = `und${language.length % 10}n`;
    await setAccount(systemCurrent(site.parts), userId, 'authenticated');
    await setAlias(systemCurrent(site.parts), 'rumpus', userId, `Undone ${language.slice(0, 4)}`);
    const path = `/api/aliases/contexts/rumpus/users/${userId}/decisions`;
    const decided = await site.ask('admin', path, {
      method: 'POST',
      headers: { 'if-match': '*' },
      body: { decision: 'whitelist' },
    });
    return { params: { decisionId: (await dataOf<{ decisionId: string }>(decided)).decisionId } };
  },
  'aliases.reportAlias': async (language) => ({ params: { context: 'rumpus', userId: PEOPLE[language].target } }),
  'contact.joinSubmission': async () => {
    const current = systemCurrent(site.parts);
    const typed = { topic: 'account', title: 'Hello', body: 'Hello', email: 'ann@example.com', name: '' };
    const subjectId = await sendSubmission(current, { ...typed, facts: {}, files: [], diagnostics: {} });
    return { params: { subjectId } };
  },
  'editor.joinDocument': async () => {
    const { itemId } = await createItem(site, '/api/storage/crates/posts', 'staff');
    return { params: { crateId: 'posts', itemId } };
  },
  'media.deleteSnippet': async (language) => {
    const name = `example-${language}`;
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#5b2bd0' } })
      .png()
      .toBuffer();
    await site.ask('staff', `/api/media/snippets/${name}`, { method: 'PUT', body: new Uint8Array(png) });
    return { params: { name } };
  },
};

async function newKey(owner: CastName): Promise<string> {
  const body = { name: 'Examples', permissions: OPEN_PERMISSION_IDS, days: 30 };
  const made = await site.ask(owner, '/api/delegation/keys', { method: 'POST', body });
  return (await dataOf<{ key: string }>(made)).key;
}

async function newAppKey(): Promise<string> {
  return (await createAppKey('levelhead', { crateId: SAMPLES.crateId, may: ['read'] })).keyId;
}

/** Each app has Idempotency-Keys of its own. */
function newGameKey(appId: string): Promise<CreatedAppKey> {
  const forFeedback: Scope = { crateId: 'feedbag', may: ['write'] };
  const forPerks: Scope = { crateId: 'perks', may: ['read', 'write'] };
  const forDatasets: Scope = { crateId: 'telemetry', may: ['write'] };
  const forLevels: Scope = { crateId: 'levelhead', may: ['write', 'records', 'stats'] };
  const forLogin: Scope = { crateId: 'login', may: ['read'] };
  return createAppKey(appId, forLevels, forFeedback, forPerks, forDatasets, forLogin);
}

async function createAppKey(appId: string, ...scopes: Scope[]): Promise<CreatedAppKey> {
  const body = { appId, name: 'Examples', scopes, days: 30 };
  return dataOf<CreatedAppKey>(await site.ask('admin', '/api/apps/keys', { method: 'POST', body }));
}

/** Of the first line; curl names the protocol before it. */
function statusIn(output: string): number {
  return Number(/^(?:HTTP\/\S+ )?(\d{3})\b/.exec(output)?.[1] ?? Number.NaN);
}

/** One shell for all of them, as with the others: each command has an environment of its own. */
async function runInShell(examples: readonly Example[]): Promise<Record<string, string>> {
  const script = examples.map(({ code, env, isStream }, at) => {
    const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'; `);
    const output = `> ${folder}/curl-${at}.out 2>/dev/null`;
    // A stream does not end by itself, and the others need not wait for it.
    return `(${variables.join('')}${isStream ? `timeout 2 ${code}) ${output} &` : `${code}) ${output}`}`;
  });
  await writeFile(join(folder, 'curl.sh'), `${script.join('\n')}\nwait\nexit 0\n`);
  await run('bash', [join(folder, 'curl.sh')], PATIENT);
  const outputs = examples.map(
    async ({ id }, at) => [id, await readFile(join(folder, `curl-${at}.out`), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(outputs));
}

/** One process for all of them: a hundred starts of Node would take longer than what they prove. */
async function runInNode(examples: readonly Example[]): Promise<Record<string, string>> {
  return runAll(process.execPath, 'mjs', examples, NODE_RUNNER);
}

async function runInPython(examples: readonly Example[]): Promise<Record<string, string>> {
  return runAll('python3', 'py', examples, PYTHON_RUNNER);
}

async function runAll(program: string, ending: string, examples: readonly Example[], runner: string) {
  const place = join(folder, ending);
  const files = examples.map((example, at) => ({ ...example, file: `${place}-${at}.${ending}` }));
  for (const { file, code } of files) await writeFile(file, code);
  await writeFile(`${place}.json`, JSON.stringify(files));
  await writeFile(`${place}.${ending}`, runner);
  await run(program, [`${place}.${ending}`, `${place}.json`, `${place}.out`], { maxBuffer: 2 ** 26, ...PATIENT });
  return JSON.parse(await readFile(`${place}.out`, 'utf8')) as Record<string, string>;
}

const NODE_RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [, , jobs, out] = process.argv;
const outputs = {};
for (const { id, file, env } of JSON.parse(readFileSync(jobs, 'utf8'))) {
  Object.assign(process.env, env);
  const lines = [];
  console.log = (...parts) => lines.push(parts.map((part) => (typeof part === 'object' ? JSON.stringify(part) : part)).join(' '));
  try { await import(pathToFileURL(file).href); } catch (error) { lines.push(String(error)); }
  outputs[id] = lines.join('\\n');
}
writeFileSync(out, JSON.stringify(outputs));
process.exit(0);
`;

/** Its library raises an error for a refusal. */
const PYTHON_RUNNER = `
import contextlib, io, json, os, sys
from urllib.error import HTTPError
outputs = {}
for job in json.load(open(sys.argv[1])):
    os.environ.update(job['env'])
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(open(job['file']).read(), job['file'], 'exec'), {})
    except HTTPError as error:
        out.write(f'{error.code} {error.read().decode()}')
    except Exception as error:
        out.write(repr(error))
    outputs[job['id']] = out.getvalue()
json.dump(outputs, open(sys.argv[2], 'w'))
`;
