import { hash } from 'node:crypto';

import { answer } from '#app/current/answer.server.ts';
import type { CallDetails, SiteAnswer } from '#app/current/answer.server.ts';
import type { CallAudience } from '#app/current/call.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import type { Input, Reply } from '#lib/calls/answer.server.ts';
import type { ExactCall, Method } from '#lib/calls/call.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import {
  RETENTION_MS,
  REPLAYED_HEADER,
  invalidIdempotencyKey,
  keyReused,
  readKey,
  stillRunning,
} from './idempotency.ts';
import { PARAMETERS_HEADER } from './item.ts';
import { discardBody, withBody } from './writes/bodies.server.ts';
import type { ReceivedBody } from './writes/bodies.server.ts';

/** Streams cannot be replayed. */
type ReplayableReply = Pick<Reply, 'status' | 'data' | 'headers'>;

/** As `answer`, for a JSON call with an Idempotency-Key. The call may have effects only through its `current`. */
export function answerOnce<Path, Query, Headers, Body, Least extends CallAudience, Verb extends Method>(
  call: ExactCall<Path, Query, Headers, Body, Least, Verb>,
  run: (current: Current, input: Input<Path, Query, Headers, Body>) => Promise<ReplayableReply>,
  ...details: CallDetails<Path, Query, Least, Verb>
): SiteAnswer<Least> {
  return answer(
    call,
    (current, input) => runIdempotently(current, input.request, input.body, (current) => run(current, input)),
    ...details,
  );
}

/** The same for an uploaded body, whose file is discarded when the answer is a replay. */
export async function runOnceWithBody(
  current: Current,
  request: Request,
  body: ReceivedBody,
  action: (current: Current) => Promise<ReplayableReply>,
): Promise<ReplayableReply> {
  const input = body.digest.toString('hex');
  const reply = await withBody(current, body, () => runIdempotently(current, request, input, action));
  if (isReplay(reply)) await discardBody(current, body);
  return reply;
}

/**
 * The answer is stored in the transaction of the call and replayed to the same caller for 24 hours; a refusal is not.
 * @throws Problem 400 for a malformed key, 409 while a request with the key runs, 422 for another request under it
 */
export async function runIdempotently(
  current: Current,
  request: Request,
  input: unknown,
  action: (current: Current) => Promise<ReplayableReply>,
): Promise<ReplayableReply> {
  const header = request.headers.get('idempotency-key');
  if (header === null) return action(current);
  const key = readKey(header);
  if (key === undefined) throw new Problem(invalidIdempotencyKey);
  const fingerprint = computeFingerprint(request, input);
  const attempt = { scope: buildScope(current, request, fingerprint), key, fingerprint };
  const run = () => inTransaction(current, (current) => findOrRun(current, attempt, action));
  return retryAfterDeadlock(current.db, run);
}

interface KeyedRequest {
  scope: string;
  key: string;
  fingerprint: Buffer;
}

/** Requests without a sign-in may come from different people, so only equal ones share a scope. */
function buildScope({ actor }: Current, request: Request, fingerprint: Buffer): string {
  // An answer to another role may disclose what this one must not see.
  const own = actor.app === undefined ? actor.userId : `app:${actor.app}`;
  const who = own === undefined ? `?${fingerprint.toString('hex')}` : `${own} ${actor.role}`;
  return `${who} ${request.method} ${new URL(request.url).pathname}`;
}

async function findOrRun(
  current: Current,
  { scope, key, fingerprint }: KeyedRequest,
  action: (current: Current) => Promise<ReplayableReply>,
): Promise<ReplayableReply> {
  const [lock] = await current.db.query<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${toLockKey(scope, key)}) as is_mine`,
  );
  if (!lock?.is_mine) throw new Problem(stillRunning, { headers: { 'retry-after': '1' } });
  // A statement of its own after the lock sees what the last holder has committed.
  const now = current.now();
  const [earlier] = await current.db.query<AnswerRow>(sql`
    select fingerprint, status, headers, data from idempotency_keys
    where scope = ${scope} and key = ${key} and created_at > ${new Date(now.getTime() - RETENTION_MS)}`);
  if (earlier !== undefined) return replayAnswer(earlier, fingerprint);
  const reply = await action(current);
  const { status = 200, headers = {}, data } = reply;
  // Text in JSON stays as it is, whatever PostgreSQL would make of its numbers and characters.
  const text = data === undefined ? null : JSON.stringify(JSON.stringify(data));
  await current.db.query(sql`
    insert into idempotency_keys (scope, key, fingerprint, status, headers, data, created_at)
    values (${scope}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}, ${text}, ${now})
    on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, data = excluded.data, created_at = excluded.created_at`);
  return reply;
}

type AnswerRow = Pick<Row<'idempotency_keys'>, 'fingerprint' | 'status'> &
  Columns<'idempotency_keys', { headers: Record<string, string>; data: string | null }>;

function replayAnswer({ fingerprint, status, headers, data }: AnswerRow, requested: Buffer): ReplayableReply {
  if (!fingerprint.equals(requested)) throw new Problem(keyReused);
  const reply = { status, headers: { ...headers, [REPLAYED_HEADER]: 'true' } };
  return data === null ? reply : { ...reply, data: JSON.parse(data) };
}

function isReplay({ headers }: ReplayableReply): boolean {
  return headers?.[REPLAYED_HEADER] !== undefined;
}

function toLockKey(scope: string, key: string): string {
  return hash('sha256', `${key} ${scope}`, 'buffer').readBigInt64BE().toString();
}

const HEADERS = [PARAMETERS_HEADER, 'content-type', 'if-match', 'if-none-match'];

/** Equal for equal requests, whatever the order of members. @param input JSON, or the SHA-256 of anything else */
function computeFingerprint(request: Request, input: unknown): Buffer {
  const { pathname, searchParams } = new URL(request.url);
  const query = [...searchParams].map((pair) => JSON.stringify(pair)).sort();
  const headers = HEADERS.map((name) => request.headers.get(name));
  const parts = [request.method, pathname, query, headers, input];
  return hash('sha256', JSON.stringify(parts, inOrder), 'buffer');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SWEEP_BATCH = 1000;

/** Deletes in batches, so that no statement is long. */
export async function sweepKeys(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - RETENTION_MS);
  let swept = 0;
  for (let more = true; more;) {
    const [row] = await current.db.query<{ count: string }>(sql`
      with swept as (
        delete from idempotency_keys k using (
          select scope, key from idempotency_keys where created_at <= ${before} order by created_at limit ${SWEEP_BATCH}
        ) old where k.scope = old.scope and k.key = old.key and k.created_at <= ${before} returning 1
      )
      select count(*) from swept`);
    const count = Number(row?.count ?? 0);
    swept += count;
    more = count === SWEEP_BATCH;
  }
  current.log.info({ swept }, 'swept idempotency keys');
}
