import type { Call } from '#lib/calls/call.ts';

import { audienceOf, isForCommunity } from './audience.ts';
import { sampleOf } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Credentials, RequestSample } from './reference.ts';

/** Values by the name of what has them: real ones of the demo where it has such a thing. */
export const SAMPLES = {
  _id: '60ad6503b1bbca01ebf2f983',
  alias: 'Espurrator',
  appId: 'levelhead',
  avatarId: 'bureau-employee',
  bytes: 597,
  code: '200',
  codes: [],
  collaborator: 'cre4tr',
  context: 'rumpus',
  contexts: 'levelhead',
  crateId: 'public-library',
  'changeStats.key': 'Plays',
  changeStat: 1,
  createdAgo: 228924,
  member: '0hds26q',
  date: 'Tue, 01 Dec 2026 08:00:00 GMT',
  etag: '"3"',
  itemId: '0193a5c0-7c1e-7a3f-9b2d-4f6e8a1c0d35',
  keyId: '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60',
  passId: '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60',
  levelId: '0hds26q',
  locale: 'en-US',
  ltag: 'ltag_boss',
  'map.key': 'title',
  message: 'Hello',
  mimetype: 'application/json',
  name: 'in-game-announcements',
  permission: 'rumpus-items-read',
  playlistId: 'gr18mix',
  'records.key': 'FastestTime',
  rev: '1',
  'setStats.key': 'Diamonds',
  setStat: 4,
  'stats.key': 'Plays',
  'submitRecords.key': 'FastestTime',
  submitRecord: 161.64,
  tag: 'featured',
  text: 'Hello **there**.',
  title: 'Through the dungeon',
  url: '/games',
  userId: 'pl4yer',
  value: 161.64,
  version: '17.36.4',
} as const satisfies Record<string, unknown>;

type SampleChange = Partial<Omit<RequestSample, 'credentials'>> & { readonly credentials?: Credentials };

const CEREMONY = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
};
const NEEDS_DEVICE = 403;
const SET = { crateId: 'levelhead', set: 'likes', owner: '@me' };

/** Where the names of parameters alone would make no sensible request. */
const CHANGES: Readonly<Record<string, SampleChange>> = {
  'accounts.getAccount': { params: { userId: '@me' } },
  'accounts.addNote': { body: { text: 'Found the hole under the town.' } },
  'accounts.banAccount': { body: { reason: 'Sold accounts', until: '2036-01-01T00:00:00Z' } },
  'accounts.liftBan': { query: { reason: 'It was the sister' } },
  'accounts.endSessions': { query: { reason: 'The phone is lost' } },
  'accounts.changeRole': { body: { role: 'authenticated', reason: 'Has left the studio' } },
  'accounts.findAccounts': { query: { text: '@pl4', limit: '2' } },
  'aliases.getAliases': { query: { userIds: 'pl4yer,cre4tr' }, credentials: 'none' },
  'aliases.getOwnAlias': { params: { context: 'rumpus', userId: '@me' } },
  'aliases.changeAlias': { params: { context: 'rumpus', userId: '@me' }, body: { alias: 'Espurrator' } },
  'aliases.reportAlias': { params: { context: 'rumpus', userId: 'cre4tr' }, body: { reason: 'rude' } },
  'aliases.decideAlias': {
    params: { context: 'rumpus', userId: 'pl4yer' },
    headers: { 'If-Match': '*' },
    body: { decision: 'whitelist', reason: '' },
  },
  'api-docs.getOpenApi': { credentials: 'none' },
  'apps.createAppKey': {
    body: {
      appId: 'levelhead',
      name: 'Server in Frankfurt',
      scopes: [{ crateId: 'public-library', may: ['read', 'stats'] }],
      days: 30,
    },
  },
  'apps.rotateAppKey': { body: { overlapHours: 24 } },
  'audit.findDeeds': { query: { limit: '2' } },
  'contact.joinSubmission': { query: { isWriting: 'false' }, headers: { Accept: 'text/event-stream' } },
  'delegation.createKey': { body: { name: 'My tool', permissions: ['rumpus-items-read'], days: 30 } },
  'delegation.listOptions': { credentials: 'none' },
  'dummy.echoPost': { bytes: 'Hello' },
  'dummy.echoPut': { bytes: 'Hello' },
  'dummy.echoPatch': { bytes: 'Hello' },
  'dummy.echoDelete': { bytes: 'Hello' },
  'editor.saveOwnDraft': {
    params: { crateId: 'posts', itemId: 'new' },
    body: { etag: '', fields: { title: 'A word' } },
  },
  'editor.deleteOwnDraft': { params: { crateId: 'posts', itemId: 'new' } },
  'editor.joinDocument': { params: { crateId: 'posts' }, headers: { Accept: 'text/event-stream' } },
  'editor.renderPreview': { body: { text: 'Hello **there**.', locale: 'en-US' } },
  'feedbag.findSimilarEntries': {
    params: { projectId: 'levelhead' },
    query: { text: 'Jumps by itself' },
    credentials: 'none',
  },
  'feedbag.findKnownCrash': {
    params: { projectId: 'levelhead' },
    body: { userId: 'pl4yer', log: 'ERROR in action number 1\n at gml_Object_obj_fan_Step_0 (line 12)' },
  },
  'feedbag.enterFromGame': {
    params: { projectId: 'levelhead' },
    body: {
      userId: 'pl4yer',
      title: 'GR-18 jumps by itself',
      version: '1.20.4',
      tags: ['input'],
      body: 'It jumps whenever the lights flicker, in every level with a fan.',
    },
  },
  'following.followSubject': { params: { subject: 'posts.feed:news' } },
  'following.unfollowSubject': { params: { subject: 'posts.feed:news' } },
  'podcast.keepPlace': {
    params: { itemId: '0190a0b0-0000-7000-8000-000000000000' },
    body: { seconds: 62 },
    status: 404,
  },
  'mails.showOffPage': { query: { token: 'x' }, status: 404, credentials: 'none' },
  'mails.takeArrivingMail': {
    headers: { 'rumpus-mail-to': 'complaints@in.example.com', 'rumpus-signature': `t=1793520000,v1=${'0'.repeat(64)}` },
    bytes: 'Subject: Hello',
    status: 403,
    credentials: 'none',
  },
  'mails.turnOffMails': {
    query: { token: 'x' },
    bytes: 'List-Unsubscribe=One-Click',
    status: 404,
    credentials: 'none',
  },
  'login.watchSession': { headers: { Accept: 'text/event-stream' } },
  'login.addPasskey': {
    body: { credential: { ...CEREMONY, response: { clientDataJSON: 'e30', attestationObject: 'AQID' } } },
    status: NEEDS_DEVICE,
  },
  'login.signInByPasskey': { body: { credential: CEREMONY }, status: NEEDS_DEVICE, credentials: 'none' },
  'login.proveByPasskey': { body: { credential: CEREMONY }, status: NEEDS_DEVICE },
  'media.putSnippet': { bytes: 'GIF89a', status: 422 },
  'media.listSnippets': { query: { limit: '2' } },
  'site.getVersion': {},
  'storage.findItems': { query: { tags: '-hidden', sort: 'createdAt', limit: '2' } },
  'storage.createItem': { bytes: 'Hello', headers: { 'Content-Type': 'text/plain' } },
  'storage.updateItem': { bytes: 'Hello again', headers: { 'Content-Type': 'text/plain', 'If-Match': '*' } },
  'storage.deleteItem': { headers: { 'If-Match': '*' } },
  'storage.updateMetadata': { headers: { 'If-Match': '*' }, body: { tags: ['spring'] } },
  'storage.patchMetadata': { headers: { 'If-Match': '*' }, body: { map: { title: 'Hello' }, note: null } },
  'storage.restoreVersion': { headers: { 'If-Match': '*' } },
  'storage.updateStats': { body: { changeStats: { Plays: 1 }, submitRecords: { FastestTime: 161.64 } } },
  'storage.updateManyStats': { body: { updates: [{ itemId: SAMPLES.itemId, changeStats: { Plays: 1 } }] } },
  'storage.createCrate': {
    body: { crateId: 'workshop', name: 'Workshop', policy: { list: ['public'], read: ['public'] } },
  },
  'storage.changeCrate': { body: { name: 'The library' } },
  'storage.deleteCrate': { params: { crateId: 'workshop' } },
  'storage.listCrates': { query: { limit: '2' } },
  'storage.exportCrate': {},
  'storage.importCrate': { params: { crateId: 'workshop' }, bytes: '{}' },
  'storage.revertCrate': { body: { to: '2026-11-20T08:00:00Z', dryRun: true } },
  'storage.findMembers': { params: SET, query: { limit: '2' } },
  'storage.listSetHistory': { params: SET, query: { limit: '2' } },
  'storage.findHolders': { params: { crateId: 'levelhead', set: 'likes', member: SAMPLES.levelId } },
  'storage.addMembers': { params: { ...SET, members: SAMPLES.levelId } },
  'storage.removeMembers': { params: { ...SET, members: SAMPLES.levelId } },
  'storage.clearSet': { params: SET },
  'levelhead.findLevels': { query: { sort: 'HiddenGem', limit: '2', includeStats: 'true' }, credentials: 'none' },
  'levelhead.findPlayers': { query: { sort: 'Subscribers', limit: '2', includeAliases: 'true' }, credentials: 'none' },
  'levelhead.findNames': { query: { userIds: 'vfhy42,6h97ml' }, credentials: 'none' },
  'levelhead.followPlayer': { params: { userId: '6h97ml' } },
  'levelhead.unfollowPlayer': { params: { userId: '6h97ml' } },
  'levelhead.reportName': { params: { userId: '6h97ml' } },
  'levelhead.findFollowers': { params: { userId: '6h97ml' }, credentials: 'none' },
  'levelhead.findFollowing': { params: { userId: '6h97ml' }, credentials: 'none' },
  'levelhead.findPlayerLikes': { params: { userId: '6h97ml' }, credentials: 'none' },
  'levelhead.findPlayerFavorites': { params: { userId: '6h97ml' }, credentials: 'none' },
  'levelhead.addBookmarks': { params: { levelIds: SAMPLES.levelId } },
  'levelhead.removeBookmarks': { params: { levelIds: SAMPLES.levelId } },
  'levelhead.findRecentRecords': { params: { record: 'HighScore' }, query: { limit: '2' }, credentials: 'none' },
  'levelhead.publishLevel': {
    headers: { 'Idempotency-Key': 'upload-8f31' },
    body: {
      userId: 'pl4yer',
      title: 'Night Shift at the Spring Factory',
      tags: ['ltag_boss'],
      requiredPlayers: 1,
      avatarId: 'bureau-employee',
      creatorTime: 1131.4,
      gameVersion: '1.20.4',
      locale: 'en-US',
      content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
      data: 'SGVsbG8gd29ybGQ=',
    },
  },
  'levelhead.changeLevel': { body: { userId: 'pl4yer', title: 'Night Shift, Revisited', unlisted: false } },
  'levelhead.deleteLevel': { query: { userId: 'pl4yer' } },
  'levelhead.submitAttempt': {
    headers: { 'Idempotency-Key': 'sitting-51c0' },
    body: { userId: 'pl4yer', outcome: 'won', attempts: 3, playTime: 190.5, time: 61.64, score: 12400 },
  },
  'levelhead.tipLevel': { headers: { 'Idempotency-Key': 'tip-77d2' }, body: { userId: 'pl4yer', bucks: 25 } },
  'levelhead.exposeLevel': {
    headers: { 'Idempotency-Key': 'exposure-09ab' },
    body: { userId: 'pl4yer', bucks: 100 },
  },
  'levelhead.findTrials': { query: { limit: '1' } },
  'storage.findChanges': { query: { limit: '2' } },
  'storage.listVersions': { query: { limit: '2' } },
  'storage.listTrash': { query: { limit: '2' } },
  'telemetry.addPageViews': { body: { data: [{ '@time': '2026-11-20T08:00:00Z', url: '/games', referer: '' }] } },
  'telemetry.addErrors': { body: { data: [{ '@time': '2026-11-20T08:00:00Z', message: 'x is not a function' }] } },
  'telemetry.findPageViews': { query: { limit: '2' } },
  'telemetry.findErrors': { query: { limit: '2' } },
};

interface DescribedInput {
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  readonly body: JsonSchema | undefined;
}

export function requestSampleOf(call: Call, { parameters, body }: DescribedInput): RequestSample {
  const change = CHANGES[call.id] ?? {};
  const required = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (place === 'path' || parameter.required))
        .map(({ name, schema }) => [name, String(sampleOf(schema, SAMPLES, name))]),
    );
  const sample = {
    credentials: credentialsOf(call),
    params: required('path'),
    query: required('query'),
    headers: required('header'),
    status: call.success[0]?.status ?? 200,
    ...(body !== undefined && { body: sampleOf(body, SAMPLES) }),
  };
  return { ...sample, ...change, params: { ...sample.params, ...change.params } };
}

/** A key where one is of use, for these are read by writers of tools and of games. */
function credentialsOf(call: Call): Credentials {
  if (call.byApp !== undefined) return 'app';
  const audience = audienceOf(call);
  if (audience === 'public' && call.byKey !== true) return 'none';
  return isForCommunity(call) && call.byKey !== undefined ? 'key' : 'session';
}
