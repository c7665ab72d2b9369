import { beforeAll, describe, expect, test } from 'vitest';

import { api } from '#app/api.server.ts';
import type { Call } from '#lib/calls/call.ts';

import { limitFaults } from '../people/limits.ts';
import { inTurn } from '../properties/cases.ts';
import { useTestSite } from '../site.ts';
import type { SiteRequest } from '../site.ts';
import { OPEN_POLICY, createCrate, createItem, parametersHeader } from '../storage.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'collaborator', 'staff', 'admin', 'super'] as const;
const NO_ITEM = '0190a0b0-0000-7000-8000-000000000000';
/** What no device has made or signed. */
const NO_PASSKEY = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
};

interface ContractOperation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
}
let paths: Record<string, Record<string, ContractOperation>>;
let itemId: string;

beforeAll(async () => {
  const document = (await (await site.ask('super', '/api/openapi.json')).json()) as { paths: typeof paths };
  ({ paths } = document);
  const sets = { likes: { read: ['public' as const], write: ['owner' as const] } };
  const crate = await createCrate(site, 'posts', { ...OPEN_POLICY, sets });
  ({ itemId } = await createItem(site, crate, 'player', { name: 'a-post', tags: ['fresh'] }));
});

/** What a well-meaning asker sends. A call that is missing here has not been thought of. */
const SAMPLE_REQUESTS: Record<string, () => { path?: string; request?: SiteRequest }> = {
  'accounts.getAccount': () => ({}),
  'accounts.findAccounts': () => ({ path: '?text=pl4&limit=5&after=a' }),
  'accounts.getStaffAccount': () => ({}),
  'accounts.addNote': () => ({ request: { body: { text: 'Kind to newcomers.' } } }),
  'accounts.banAccount': () => ({ request: { body: { reason: 'spam' } } }),
  'accounts.liftBan': () => ({ path: '?reason=a+mistake' }),
  'accounts.changeRole': () => ({ request: { body: { role: 'staff', reason: 'new in the team' } } }),
  'accounts.endSessions': () => ({ path: '?reason=a+lost+phone' }),
  'aliases.getAliases': () => ({ path: '?userIds=@me,pl4y3r&onlySafe=true&maxReports=3' }),
  'aliases.getOwnAlias': () => ({}),
  'aliases.changeAlias': () => ({ request: { body: { alias: 'Wobbly Teapot' } } }),
  'aliases.reportAlias': () => ({ request: { body: { reason: 'rude' } } }),
  'aliases.findQueue': () => ({ path: '?state=denied&context=rumpus&userId=pl4yer&limit=5' }),
  'aliases.decideAlias': () => ({
    request: { body: { decision: 'deny', reason: 'Too close.', alias: 'Teapot' }, headers: { 'if-match': '"1"' } },
  }),
  'aliases.undoDecision': () => ({}),
  'apps.listAppKeys': () => ({ path: '?appId=levelhead' }),
  'apps.createAppKey': () => ({
    request: { body: { appId: 'a', name: 'A', scopes: [{ crateId: '*', may: ['read'] }], days: null } },
  }),
  'apps.rotateAppKey': () => ({ request: { body: { overlapHours: 1 } } }),
  'apps.revokeAppKey': () => ({}),
  'audit.findDeeds': () => ({ path: '?target=crate/posts&action=crate.create&userId=pl4yer&limit=5&after=9' }),
  'delegation.getOwnKey': () => ({}),
  'delegation.listOptions': () => ({}),
  'delegation.listKeys': () => ({}),
  'delegation.createKey': () => ({ request: { body: { name: 'A', permissions: ['rce-lh-read'], days: 30 } } }),
  'delegation.revokeKey': () => ({}),
  'dummy.echoGet': () => ({ path: '?header=true' }),
  'dummy.echoPost': () => ({ path: '?header=true', request: { body: 'hello' } }),
  'dummy.echoPut': () => ({ path: '?header=true', request: { body: 'hello' } }),
  'dummy.echoPatch': () => ({ path: '?header=true', request: { body: 'hello' } }),
  'dummy.echoDelete': () => ({ path: '?header=true', request: { body: 'hello' } }),
  'dummy.headersGet': () => ({}),
  'dummy.headersPost': () => ({}),
  'dummy.headersPut': () => ({}),
  'dummy.headersPatch': () => ({}),
  'dummy.headersDelete': () => ({}),
  'dummy.statusGet': () => ({}),
  'dummy.statusPost': () => ({}),
  'dummy.statusPut': () => ({}),
  'dummy.statusPatch': () => ({}),
  'dummy.statusDelete': () => ({}),
  'dummy.getText': () => ({}),
  'dummy.getBinary': () => ({}),
  'dummy.getJson': () => ({}),
  'contact.joinSubmission': () => ({ path: '?isWriting=true' }),
  'editor.saveOwnDraft': () => ({ request: { body: { etag: '"1"', fields: { title: 'Typed' } } } }),
  'editor.deleteOwnDraft': () => ({}),
  'editor.renderPreview': () => ({ request: { body: { text: '*Hi*' } } }),
  'editor.joinDocument': () => ({}),
  'editor.countPreviewUse': () => ({ request: { body: { token: 'preview_x' } } }),
  'feedbag.findSimilarEntries': () => ({ path: '?text=crash' }),
  'feedbag.findKnownCrash': () => ({ request: { body: { log: 'at main' } } }),
  'feedbag.enterFromGame': () => ({ request: { body: { title: 'It crashes', body: 'On load.' } } }),
  'following.findFollows': () => ({ path: '?after=posts' }),
  'following.followSubject': () => ({}),
  'following.unfollowSubject': () => ({}),
  'podcast.keepPlace': () => ({ request: { body: { seconds: 9 } } }),
  'notifications.countNotifications': () => ({}),
  'mails.showOffPage': () => ({ path: '?token=x' }),
  'mails.turnOffMails': () => ({ path: '?token=x', request: { body: 'List-Unsubscribe=One-Click' } }),
  'mails.takeArrivingMail': () => ({
    request: { body: 'Hello', headers: { 'rumpus-mail-to': 'x@y', 'rumpus-signature': 'unsigned' } },
  }),
  'login.logout': () => ({ request: { headers: { 'sec-fetch-site': 'cross-site' } } }),
  'login.watchSession': () => ({}),
  'login.beginPasskey': () => ({}),
  'levelhead.addBookmarks': () => ({}),
  'levelhead.changeLevel': () => ({ request: { body: { userId: 'pl4yer', title: 'Again' } } }),
  'levelhead.deleteLevel': () => ({ path: '?userId=pl4yer' }),
  'levelhead.exposeLevel': () => ({ request: { body: { userId: 'pl4yer', bucks: 5 } } }),
  'levelhead.publishLevel': () => ({ request: { body: { userId: 'pl4yer', title: 'No more than that' } } }),
  'levelhead.submitAttempt': () => ({ request: { body: { userId: 'pl4yer', outcome: 'lost', playTime: 9 } } }),
  'levelhead.tipLevel': () => ({ request: { body: { userId: 'pl4yer', bucks: 5 } } }),
  'levelhead.clearBookmarks': () => ({}),
  'levelhead.countLevelTags': () => ({}),
  'levelhead.findBookmarks': () => ({ path: '?limit=5&sort=-levelId' }),
  'levelhead.findDailyBuild': () => ({}),
  'levelhead.findFollowers': () => ({ path: '?limit=5&includeAliases=true' }),
  'levelhead.findFollowing': () => ({ path: '?beforeId=&userIds=pl4yer' }),
  'levelhead.findLevelFavorites': () => ({ path: '?limit=5' }),
  'levelhead.findLevelLikes': () => ({ path: '?limit=5&includeAliases=true' }),
  'levelhead.findLevels': () => ({
    path: '?sort=-createdAt&tags=ltag_boss&includeStats=true&includeRecords=true&maxHiddenGem=137.9999&limit=5',
  }),
  'levelhead.findNames': () => ({ path: '?userIds=pl4yer&maxReports=3' }),
  'levelhead.findPlayerFavorites': () => ({ path: '?limit=5' }),
  'levelhead.findPlayerLikes': () => ({ path: '?limit=5&levelIds=0hds26q' }),
  'levelhead.findPlayers': () => ({ path: '?sort=Subscribers&minPlays=1&includeAliases=true' }),
  'levelhead.findProfiles': () => ({ path: '?userIds=&limit=128' }),
  'levelhead.findRecentRecords': () => ({ path: '?before=2026-11-01&includeAliases=true' }),
  'levelhead.findTrials': () => ({ path: '?limit=2&maxDaysAgo=30&includeRecords=true' }),
  'levelhead.followPlayer': () => ({}),
  'levelhead.getPlaylist': () => ({}),
  'levelhead.removeBookmarks': () => ({}),
  'levelhead.reportName': () => ({}),
  'levelhead.unfollowPlayer': () => ({}),
  'login.addPasskey': () => ({ request: { body: { credential: NO_PASSKEY } } }),
  'login.beginPasskeySignIn': () => ({ request: { headers: { 'sec-fetch-site': 'cross-site' } } }),
  'login.signInByPasskey': () => ({ request: { body: { credential: NO_PASSKEY, returnTo: '/games' } } }),
  'login.beginPasskeyProof': () => ({}),
  'login.proveByPasskey': () => ({ request: { body: { credential: NO_PASSKEY } } }),
  'media.listSnippets': () => ({ path: '?limit=5&after=a' }),
  'media.putSnippet': () => ({ request: { body: 'hello', headers: { 'if-match': '*' } } }),
  'media.deleteSnippet': () => ({ request: { headers: { 'if-match': '"0"' } } }),
  'site.getVersion': () => ({}),
  'api-docs.getOpenApi': () => ({}),
  'telemetry.addPageViews': () => ({ request: { body: { data: [{ url: '/', '@time': '2026-01-01T00:00:00Z' }] } } }),
  'telemetry.addErrors': () => ({ request: { body: { data: [{ message: 'x', '@time': '2026-01-01T00:00:00Z' }] } } }),
  'telemetry.findPageViews': () => ({ path: `?limit=5&after=1.${NO_ITEM}` }),
  'telemetry.findErrors': () => ({ path: '?limit=5' }),
  'storage.findItems': () => ({ path: '?tags=fresh,-hidden&sort=-name&limit=2&count=true' }),
  'storage.getItem': () => ({ path: '?download=true', request: { headers: { range: 'bytes=1-2' } } }),
  'storage.createItem': () => ({
    request: { body: 'hello', headers: { 'if-match': '*', ...parametersHeader({ tags: ['a'], map: { b: 1 } }) } },
  }),
  'storage.updateItem': () => ({ request: { body: 'hello', headers: { 'if-match': '"1"' } } }),
  'storage.deleteItem': () => ({ path: '?permissionsOverride=true', request: { headers: { 'if-match': '"0"' } } }),
  'storage.updateMetadata': () => ({ request: { body: { tags: ['fresh'], collaborators: ['pl4y3r'] } } }),
  'storage.patchMetadata': () => ({ request: { body: { tags: null, map: { b: null } } } }),
  'storage.findChanges': () => ({ path: '?since=now&limit=5', request: { headers: { 'last-event-id': 'x' } } }),
  'storage.updateStats': () => ({ request: { body: { changeStats: { likes: 1 }, submitRecords: { time: 3 } } } }),
  'storage.updateManyStats': () => ({
    request: { body: { updates: [{ name: 'a-post', changeStats: { likes: 1 } }] } },
  }),
  'storage.listCrates': () => ({ path: '?limit=5&after=a' }),
  'storage.createCrate': () => ({ request: { body: { crateId: 'posts', name: 'Posts', policy: {} } } }),
  'storage.readCrate': () => ({}),
  'storage.changeCrate': () => ({ request: { body: { name: 'Posts' } } }),
  'storage.deleteCrate': () => ({}),
  'storage.getUsage': () => ({ path: '?userId=pl4yer' }),
  'storage.findMembers': () => ({ path: `?limit=5&sort=-member&beforeId=${NO_ITEM}&members=a,b` }),
  'storage.findHolders': () => ({ path: `?limit=5&afterId=${NO_ITEM}&owners=a,b` }),
  'storage.addMembers': () => ({}),
  'storage.removeMembers': () => ({}),
  'storage.clearSet': () => ({}),
  'storage.listSetHistory': () => ({ path: `?limit=5&beforeId=${NO_ITEM}` }),
  'storage.explainAccess': () => ({ path: '?as=staff' }),
  'storage.listVersions': () => ({ path: '?limit=5&before=7' }),
  'storage.getVersion': () => ({ path: '?download=true', request: { headers: { range: 'bytes=1-2' } } }),
  'storage.compareVersions': () => ({ path: '?from=7' }),
  'storage.restoreVersion': () => ({ request: { headers: { 'if-match': '"0"' } } }),
  'storage.listTrash': () => ({ path: '?limit=5' }),
  'storage.undeleteItem': () => ({}),
  'storage.purgeItem': () => ({}),
  'storage.revertCrate': () => ({ request: { body: { to: '2026-01-01T00:00:00Z', userId: 'pl4yer', dryRun: true } } }),
  'storage.exportCrate': () => ({ path: `?after=${NO_ITEM}` }),
  'storage.importCrate': () => ({
    path: '?replace=true&ids=new',
    request: { body: '{"format":1,"crate":{"crateId":"posts"}}\n' },
  }),
};

const JUNK = [
  '%00',
  '..%2f..',
  '__proto__',
  "'%20or%201=1",
  '%F0%9F%92%A9',
  'x'.repeat(300),
  '%ff',
  '@batch',
  '*',
  '-',
];
const JUNK_QUERY = ['%00', '', '-1', '1e309', 'NaN', '[]', '{', ',,,', '%F0%9F%92%A9', "'--", 'x'.repeat(300), '%ff'];
const JUNK_HEADERS: Record<string, string>[] = [
  { 'if-match': '"' },
  { 'if-match': 'W/"1"', 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(99) },
  { range: 'bytes=9999-', 'if-range': '"x"' },
  { 'rumpus-item-parameters': '%' },
  { 'rumpus-item-parameters': '{' },
  { 'rumpus-item-parameters': encodeURIComponent('{"tags":[[[1]]],"name":7,"map":"x"}') },
  { 'content-type': 'x' },
  { 'x-xsrf-token': 'x' },
  { locale: '../../x', 'accept-language': '*;q=x', accept: 'text/plain' },
];
const JUNK_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{"updates":null}',
  '{"updates":[null,7,{}]}',
  '{"tags":[null]}',
  '{"changeStats":{"a":"x"}}',
  '{"changeStats":{"a":1e309}}',
  '{"__proto__":{"a":1}}',
  '{"crateId":"A B","policy":7}',
  '{"name":"\\u0000"}',
  '{"policy":{"list":["nobody"]}}',
  '{"maxBytes":-1}',
  '['.repeat(500),
];

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];

/** A super gets furthest into a call and sends all junk; these two, who are mostly refused before, take turns with some of it. */
const REFUSED_SENDERS = [undefined, 'player'] as const;
const REFUSED_SHARE = process.env.FULL === undefined ? 4 : 1;

const calls = api.map(({ call }) => call);
const addressOf = ({ path }: Call, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'x');
const inSet = { set: 'likes', owner: '@me', member: 'a', members: 'a,b' };
const real = () => ({ crateId: 'posts', itemId, code: '200', userId: '@me', context: 'rumpus', ...inSet });
const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
const operationOf = ({ path, method }: Call) => paths[path]?.[method.toLowerCase()];

/** Asks, and holds the answer against what OpenAPI says of the call. */
async function askAsDocumented(call: Call, who: (typeof ROLES)[number], address: string, request: SiteRequest = {}) {
  const body = call.body === undefined || request.body === undefined ? {} : { body: request.body };
  const response = await site.ask(who, address, { method: call.method, ...request, ...body });
  const label = `${who ?? 'visitor'} ${call.method} ${address.slice(0, 150)} ${JSON.stringify(request).slice(0, 200)}`;
  const documented = operationOf(call)?.responses[response.status];
  expect(documented, `${label}: ${response.status} is not documented`).toBeDefined();
  expect(response.status, label).toBeLessThan(500);
  expect(limitFaults(response.headers), label).toEqual([]);
  const text = await response.text();
  if (response.status < 400) return;
  const { message, code } = JSON.parse(text) as { message: string; code: string };
  if (code !== 'call.invalidParameter') expect(documented?.description.split(' / '), label).toContain(message);
}

test('every call has an id, a method and a path of its own, and is described with its parameters', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const call of calls) {
    const operation = operationOf(call);
    const named = (place: string) => (operation?.parameters ?? []).filter((one) => one.in === place);
    expect(operation?.operationId, call.path).toBe(call.id);
    expect(
      named('path').map(({ name }) => name),
      call.id,
    ).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(
      named('query').map(({ name }) => name),
      call.id,
    ).toEqual(namesOf(call.query));
    expect(
      named('header').map(({ name }) => name),
      call.id,
    ).toEqual(namesOf(call.headers));
    expect(operation?.requestBody !== undefined, call.id).toBe(call.body !== undefined);
    expect(call.success.length, call.id).toBeGreaterThan(0);
  }
});

test('OpenAPI describes the calls of the site and no other', () => {
  const described = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(described.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
  expect(Object.keys(SAMPLE_REQUESTS).toSorted()).toEqual(described.toSorted());
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (id, call) => {
  test('answers every role with what is documented', async () => {
    const { path = '', request = {} } = SAMPLE_REQUESTS[id]?.() ?? {};
    for (const who of ROLES) {
      await askAsDocumented(call, who, `${addressOf(call, real())}${path}`, request);
      const nowhere = { crateId: 'no-such-crate', itemId: NO_ITEM, userId: 'nobody', context: 'elsewhere' };
      if (call.params) await askAsDocumented(call, who, `${addressOf(call, nowhere)}${path}`, request);
    }
  });

  test('answers junk with what is documented, and never as a bug', async () => {
    const { request: sampleRequest = {} } = SAMPLE_REQUESTS[id]?.() ?? {};
    const address = addressOf(call, real());
    // The content type, and a parameter that the call has not, are the business of all calls alike.
    const turn = calls.indexOf(call);
    const asQuery =
      (name: string) =>
      (text: string): [string, SiteRequest] => [`${address}?${name}=${text}`, sampleRequest];
    const junk: [string, SiteRequest][] = [
      // `@batch` is an address of its own, which other methods do not answer.
      ...namesOf(call.params).flatMap((name) =>
        JUNK.filter((text) => text !== '@batch' || !call.path.endsWith('/stats')).map((text): [string, SiteRequest] => [
          addressOf(call, { ...real(), [name]: text }),
          sampleRequest,
        ]),
      ),
      ...namesOf(call.query).flatMap((name) => JUNK_QUERY.map(asQuery(name))),
      ...['masquerade', '__proto__'].flatMap((name) => inTurn(JUNK_QUERY, turn).map(asQuery(name))),
      ...JUNK_HEADERS.map((headers): [string, SiteRequest] => [
        address,
        { ...sampleRequest, headers: { ...sampleRequest.headers, ...headers } },
      ]),
      ...(call.body === undefined ? [] : JUNK_BODIES).flatMap((body, at) =>
        inTurn(BODY_TYPES, turn + at).map((type): [string, SiteRequest] => [
          address,
          { body, headers: { ...sampleRequest.headers, 'content-type': type } },
        ]),
      ),
    ];
    for (const [at, [path, request]] of junk.entries()) {
      await askAsDocumented(call, 'super', path, request);
      if (at % REFUSED_SHARE > 0) continue;
      for (const who of inTurn(REFUSED_SENDERS, at / REFUSED_SHARE)) await askAsDocumented(call, who, path, request);
    }
  });
});
