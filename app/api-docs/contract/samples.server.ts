import type { Answer } from '#lib/calls/answer.server.ts';
import type { Call } from '#lib/calls/call.ts';

import { makeSample } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Credentials, RequestSample, SetupStep } from './reference.ts';

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
  lastId: '60ad6503b1bbca01ebf2f983',
  levelId: '0hds26q',
  locale: 'en-US',
  ltag: 'ltag_boss',
  'map.key': 'title',
  message: 'Hello',
  mimetype: 'application/json',
  name: 'in-game-announcements',
  next: 'https://www.bscotch.net/api/levelhead/levels?paging=true&nextPageToken=65794a73',
  permission: 'rumpus-items-read',
  playlistId: 'gr18mix',
  'records.key': 'FastestTime',
  rev: '1',
  schema: { map: { required: ['title'] } },
  'setStats.key': 'Diamonds',
  setStat: 4,
  'stats.key': 'Plays',
  'submitRecords.key': 'FastestTime',
  submitRecord: 161.64,
  slug: 'trailer',
  tag: 'featured',
  text: 'Hello **there**.',
  title: 'Through the dungeon',
  url: '/games',
  userId: 'pl4yer',
  value: 161.64,
  version: '17.36.4',
} as const satisfies Record<string, unknown>;

interface DescribedInput {
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  readonly body: JsonSchema | undefined;
}

export function makeRequestSample(
  { call, sample: own }: Pick<Answer<never>, 'call' | 'sample'>,
  { parameters, body }: DescribedInput,
): RequestSample {
  const required = (part: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === part && (part === 'path' || parameter.required))
        .map(({ name, schema }) => [name, String(makeSample(schema, SAMPLES, name))]),
    );
  const sample = {
    credentials: pickCredentials(call),
    params: required('path'),
    query: required('query'),
    headers: required('header'),
    status: call.success[0]?.status ?? 200,
    setup: findSetup(call),
    ...(body !== undefined && { body: makeSample(body, SAMPLES) }),
  };
  return { ...sample, ...own, params: { ...sample.params, ...own.params } };
}

/** Of calls about one item, which every reader of an example would have to have. */
function findSetup({ id, path, byKey }: Call): readonly SetupStep[] | undefined {
  if (byKey === undefined || !path.startsWith('/api/storage/crates/{crateId}/')) return undefined;
  if (id === 'storage.getItem') return ['find'];
  if (path.includes('/versions/{rev}')) return ['create', 'update'];
  if (path.includes('/trash/{itemId}')) return ['create', 'delete'];
  return path.includes('/items/{itemId}') || path.includes('/items/@batch') ? ['create'] : undefined;
}

/** For the Community Edition: what the public and keys may ask. */
export function isForCommunity({ isInternal = false, byKey, least }: Call): boolean {
  const isOfStaff = ['staff', 'admin', 'super'].includes(least);
  return !isInternal && !isOfStaff && (byKey !== undefined || least === 'public');
}

/** A key where one is of use, for these are read by writers of tools and of games. */
function pickCredentials(call: Call): Credentials {
  if (call.byApp !== undefined) return 'app';
  if (call.least === 'public') return 'none';
  return isForCommunity(call) && call.byKey !== undefined ? 'key' : 'session';
}
