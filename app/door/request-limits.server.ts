import { rateLimitRefusal } from '#app/current/limits/limits.server.ts';
import { pathWithoutLocale } from '#app/current/locale.ts';
import { REPORTS } from '#app/telemetry/reports.ts';
import type { Call } from '#lib/calls/call.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { limitHeaders } from '#lib/limits/limit-headers.server.ts';
import type { LimitStatus } from '#lib/limits/limit-headers.server.ts';
import type { LimitRule, Limits } from '#lib/limits/limits.server.ts';

import type { RequestKey } from './keys.server.ts';

/** What each caller has in a minute, the longest that a client, which does nothing after a 429, may have to wait. */
const POINTS = {
  read: 1200,
  search: 600,
  batch: 600,
  write: 240,
  transfer: 60,
  'sign-in': 120,
  picture: 1200,
};
type Group = keyof typeof POINTS | 'report';

/** All who share something, such as an address, have together what so many callers have. */
const NETWORK_FACTOR = 10;

interface LimitedRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  /** What is asked for; undefined for a page and for what is not there. */
  readonly call: Call | undefined;
  readonly client: { readonly address: string };
  readonly asker: { readonly session: { readonly userId: string } | undefined; readonly key: RequestKey | undefined };
}

interface Weight {
  readonly group: Group;
  /** 1 unless told. */
  readonly cost?: (asked: LimitedRequest) => number;
}

/** What calls count as that are neither plain reads nor plain writes. */
export const WEIGHTS: Readonly<Record<string, Weight>> = {
  'storage.findItems': { group: 'search', cost: ({ search }) => (/[?&](?:count=true|facets=)/.test(search) ? 2 : 1) },
  'storage.listTrash': { group: 'search' },
  'storage.listVersions': { group: 'search' },
  'storage.compareVersions': { group: 'search' },
  'audit.findDeeds': { group: 'search' },
  'accounts.findAccounts': { group: 'search' },
  'aliases.findQueue': { group: 'search' },
  'telemetry.findPageViews': { group: 'search' },
  'telemetry.findErrors': { group: 'search' },
  'aliases.getAliases': { group: 'batch', cost: ({ search }) => 1 + Math.floor(search.split(/,|%2C/i).length / 25) },
  'storage.updateManyStats': { group: 'batch', cost: ({ request }) => 1 + Math.floor(kilobytesOf(request) / 4) },
  'storage.exportCrate': { group: 'transfer' },
  'storage.importCrate': { group: 'transfer' },
  'storage.revertCrate': { group: 'transfer' },
  'telemetry.addPageViews': { group: 'report' },
  'telemetry.addErrors': { group: 'report' },
};

/**
 * Takes what a request costs and writes into `headers` what the caller is told of it.
 * @throws Problem 429
 */
export async function limitRequest(
  limits: Limits,
  asked: LimitedRequest,
  headers: Record<string, string>,
): Promise<void> {
  const weight = (asked.call && WEIGHTS[asked.call.id]) ?? { group: plainGroupOf(asked) };
  const cost = asked.request.method === 'OPTIONS' ? 0 : (weight.cost?.(asked) ?? 1);
  const [first, ...wider] = bucketsOf(asked, RULES[weight.group]);
  const told: [LimitStatus, ...LimitStatus[]] = [await takeFromBucket(limits, first, cost)];
  let isAllowed = told[0].taken.allowed;
  for (const bucket of isAllowed ? wider : []) {
    const one = await takeFromBucket(limits, bucket, cost);
    told.push(one);
    isAllowed &&= one.taken.allowed;
  }
  Object.assign(headers, limitHeaders(told));
  if (!isAllowed) throw rateLimitRefusal(told);
}

type Bucket = readonly [rule: LimitRule, caller: string];

/**
 * Where the points come from. A user and a key have some of their own, wherever they come from, and count for their
 * address too; a user's key also counts for the user. A visitor is an address.
 */
function bucketsOf(
  { client, asker: { session, key } }: LimitedRequest,
  { own, user, address }: Rules,
): [Bucket, ...Bucket[]] {
  const here = callerKey(client.address);
  if (key?.of === 'user')
    return [
      [own, key.caller],
      [user, key.key.userId],
      [address, here],
    ];
  const caller = session?.userId ?? key?.caller;
  return caller === undefined
    ? [[own, here]]
    : [
        [own, caller],
        [address, here],
      ];
}

async function takeFromBucket(limits: Limits, [rule, caller]: Bucket, cost: number): Promise<LimitStatus> {
  return { rule, taken: await limits.take(caller, rule, cost) };
}

function plainGroupOf({ request, path }: LimitedRequest): Group {
  if (path.startsWith('/media/')) return 'picture';
  if (SIGN_IN.test(pathWithoutLocale(path)) && (isWrite(request) || path.includes('/login/with/'))) return 'sign-in';
  return isWrite(request) ? 'write' : 'read';
}

/** What scripts ask of a page ends in `.data`. Whoever reads what is below `/login/with/` is on the way to a provider. */
const SIGN_IN = /^\/(?:api\/auth|login|connect|confirmation)(?:[/.]|$)/;

export function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** A batch that does not tell its length counts as a big one. */
function kilobytesOf({ headers }: Request): number {
  return (Number(headers.get('content-length')) || 16_000) / 1000;
}

interface Rules {
  /** Of one caller. */
  readonly own: LimitRule;
  /** Of all keys of one user. */
  readonly user: LimitRule;
  /** Of all users and keys at one address. */
  readonly address: LimitRule;
}

export const RULES: Readonly<Record<Group, Rules>> = {
  ...(Object.fromEntries(Object.entries(POINTS).map(([group, points]) => [group, rulesOf(group, points)])) as Record<
    keyof typeof POINTS,
    Rules
  >),
  report: { own: REPORTS, user: REPORTS, address: REPORTS },
};

function rulesOf(group: string, points: number): Rules {
  return {
    own: perMinute(group, points),
    user: perMinute(`${group}.user`, points * NETWORK_FACTOR),
    address: perMinute(`${group}.address`, points * NETWORK_FACTOR),
  };
}

function perMinute(name: string, points: number): LimitRule {
  return { name, points, seconds: 60 };
}
