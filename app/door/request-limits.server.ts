import { rateLimitRefusal } from '#app/current/limits.server.ts';
import { REPORTS } from '#app/telemetry/reports.ts';
import type { Call } from '#lib/calls/call.ts';
import { decodeAll, routeSegments } from '#lib/http/route-segments.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { limitHeaders } from '#lib/limits/limit-headers.server.ts';
import type { LimitStatus } from '#lib/limits/limit-headers.server.ts';
import type { LimitRule, Limits } from '#lib/limits/limits.server.ts';

import type { RequestKey } from './keys.server.ts';

/** In a minute, the longest useful window: after a 429 a client does nothing until it resets. */
const POINTS = {
  read: 1200,
  search: 600,
  batch: 600,
  write: 240,
  transfer: 60,
  'sign-in': 120,
  picture: 1200,
  preflight: 1200,
};
type Group = keyof typeof POINTS | 'report';

const NETWORK_FACTOR = 10;

interface LimitedRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  /** Undefined for a page and for an unknown path. */
  readonly call: Call | undefined;
  readonly client: { readonly address: string };
  readonly authentication: {
    readonly session: { readonly userId: string } | undefined;
    readonly key: RequestKey | undefined;
  };
}

interface Weight {
  readonly group: Group;
  readonly cost?: (request: LimitedRequest) => number;
}

/** Calls that are neither plain reads nor plain writes. */
export const WEIGHTS: Readonly<Record<string, Weight>> = {
  'storage.findItems': {
    group: 'search',
    cost: ({ search }) => (/[?&](?:count=true|facets=)/.test(decodeAll(search)) ? 2 : 1),
  },
  'editor.renderPreview': { group: 'read' },
  'storage.listTrash': { group: 'search' },
  'storage.listVersions': { group: 'search' },
  'storage.compareVersions': { group: 'search' },
  'audit.findDeeds': { group: 'search' },
  'accounts.findAccounts': { group: 'search' },
  'aliases.findQueue': { group: 'search' },
  'telemetry.findPageViews': { group: 'search' },
  'telemetry.findErrors': { group: 'search' },
  'aliases.getAliases': { group: 'batch', cost: ({ search }) => 1 + Math.floor(search.split(/,|%2C/i).length / 25) },
  'storage.updateManyStats': { group: 'batch', cost: costOfBytes },
  'storage.exportCrate': { group: 'transfer' },
  'storage.importCrate': { group: 'transfer' },
  'storage.revertCrate': { group: 'transfer' },
  'telemetry.addPageViews': { group: 'report', cost: costOfReport },
  'telemetry.addErrors': { group: 'report', cost: costOfReport },
};

export async function limitRequest(
  limits: Limits,
  limited: LimitedRequest,
  headers: Record<string, string>,
): Promise<void> {
  const weight = pickWeight(limited);
  const cost = weight.cost?.(limited) ?? 1;
  const [first, ...wider] = listBuckets(limited, RULES[weight.group]);
  const statuses: [LimitStatus, ...LimitStatus[]] = [await takeFromBucket(limits, first, cost)];
  let isAllowed = statuses[0].taken.allowed;
  for (const bucket of isAllowed ? wider : []) {
    const status = await takeFromBucket(limits, bucket, cost);
    statuses.push(status);
    isAllowed &&= status.taken.allowed;
  }
  Object.assign(headers, limitHeaders(statuses));
  if (!isAllowed) throw rateLimitRefusal(statuses);
}

/** Preflights take none of the points of the calls that they precede. */
function pickWeight(limited: LimitedRequest): Weight {
  if (limited.request.method === 'OPTIONS') return { group: 'preflight' };
  return (limited.call && WEIGHTS[limited.call.id]) ?? { group: pickPlainGroup(limited) };
}

type Bucket = readonly [rule: LimitRule, caller: string];

/** A user and a key have their own at any address, and count for it too; a user's key also counts for the user. */
function listBuckets(
  { client, authentication: { session, key } }: LimitedRequest,
  { own, user, address }: Rules,
): [Bucket, ...Bucket[]] {
  const clientKey = callerKey(client.address);
  if (key?.of === 'user')
    return [
      [own, key.caller],
      [user, key.key.userId],
      [address, clientKey],
    ];
  const caller = session?.userId ?? key?.caller;
  if (key?.key.callsPerMinute !== undefined)
    return [
      // First: what it refuses takes nothing of its app.
      [perMinute('app-key', key.key.callsPerMinute), key.key.keyId],
      [own, key.caller],
      [address, clientKey],
    ];
  return caller === undefined
    ? [[own, clientKey]]
    : [
        [own, caller],
        [address, clientKey],
      ];
}

async function takeFromBucket(limits: Limits, [rule, caller]: Bucket, cost: number): Promise<LimitStatus> {
  return { rule, taken: await limits.take(caller, rule, cost) };
}

function pickPlainGroup({ request, path }: LimitedRequest): Group {
  if (path.startsWith('/media/')) return 'picture';
  const [first = '', second = ''] = routeSegments(path);
  const isSignIn = first === 'api' ? second === 'auth' : SIGN_IN.has(first);
  // A read below `/login/with/` redirects to a provider.
  if (isSignIn && (isWrite(request) || (first === 'login' && second === 'with'))) return 'sign-in';
  return isWrite(request) ? 'write' : 'read';
}

const SIGN_IN = new Set(['login', 'connect', 'confirmation']);

export function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** A longer one is refused for its length. */
function costOfReport(request: LimitedRequest): number {
  return Math.min(costOfBytes(request), 17);
}

/** A body without a length counts as a big one, and so does one that is decoded to any. */
function costOfBytes({ request: { headers } }: LimitedRequest): number {
  const bytes = (headers.has('content-encoding') ? 0 : Number(headers.get('content-length'))) || 64_000;
  return 1 + Math.floor(bytes / 4000);
}

interface Rules {
  readonly own: LimitRule;
  /** Of all keys of one user. */
  readonly user: LimitRule;
  /** Of all users and keys at one address. */
  readonly address: LimitRule;
}

export const RULES: Readonly<Record<Group, Rules>> = {
  ...(Object.fromEntries(Object.entries(POINTS).map(([group, points]) => [group, makeRules(group, points)])) as Record<
    keyof typeof POINTS,
    Rules
  >),
  report: { own: REPORTS, user: REPORTS, address: REPORTS },
};

function makeRules(group: string, points: number): Rules {
  return {
    own: perMinute(group, points),
    user: perMinute(`${group}.user`, points * NETWORK_FACTOR),
    address: perMinute(`${group}.address`, points * NETWORK_FACTOR),
  };
}

function perMinute(name: string, points: number): LimitRule {
  return { name, points, seconds: 60 };
}
