import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { data } from 'react-router';

import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSealed, seal } from '#lib/sealed.server.ts';

import type { Current } from '../current.server.ts';
import { sentAlready } from '../problems.ts';
import { FORM_KEY } from './form-state.ts';
import type { FormState } from './form-state.ts';

/** A redirect, or what the page shows. */
export type FormReply = Response | ReturnType<typeof data<FormState>>;

/** Of the forms that one answer of the server brings. @param nonce of that answer, which scripts and styles must not learn */
export function toFormKey(nonce: string): string {
  return createHash('sha256').update(`form ${nonce}`).digest('base64url');
}

/**
 * Keeps the answer for a day: whoever sends the same fields to the same address under the same key again gets it, and nothing is done. One that
 * comes meanwhile waits. A refusal is not kept. @param form without a key, the deed just runs @throws Problem 409 when
 * nobody knows what came of the first
 */
export async function answerOnce(current: Current, form: FormData, run: () => Promise<FormReply>): Promise<FormReply> {
  const key = form.get(FORM_KEY);
  if (typeof key !== 'string' || key === '') return run();
  const claim = { key, digest: await computeDigest(current, form) };
  const earlier = await claimAnswer(current, claim);
  if (earlier !== undefined) return earlier;
  let reply: FormReply;
  try {
    reply = await run();
  } catch (thrown) {
    await current.db.query(sql`delete from form_answers where digest = ${claim.digest}`);
    throw thrown;
  }
  await keepAnswer(current, claim, reply);
  return reply;
}

interface FormClaim {
  readonly key: string;
  readonly digest: Buffer;
}

const PAUSE_MS = 100;
const PATIENCE_MS = 5000;
/** No form takes so long: its process has ended. */
const ABANDONED_MS = 60_000;

/** @returns the answer to whoever was here before */
async function claimAnswer(current: Current, { key, digest }: FormClaim): Promise<FormReply | undefined> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const claimed = await current.db.query(sql`
      insert into form_answers (digest, created_at) values (${digest}, ${current.now()})
      on conflict (digest) do nothing returning 1`);
    if (claimed.length > 0) return undefined;
    const [row] = await current.db.query<Pick<Row<'form_answers'>, 'answer' | 'created_at'>>(
      sql`select answer, created_at from form_answers where digest = ${digest}`,
    );
    // The first was refused meanwhile.
    if (row === undefined) continue;
    if (row.answer !== null) return readAnswer(current, key, row.answer);
    const isAbandoned = current.now().getTime() - row.created_at.getTime() > ABANDONED_MS;
    if (isAbandoned || waited >= PATIENCE_MS) throw new Problem(sentAlready);
    await pause(PAUSE_MS);
  }
}

interface StoredReply {
  readonly status: number | undefined;
  readonly headers: [string, string][];
  readonly state?: FormState;
}

function readAnswer({ secret }: Current, key: string, sealed: string): FormReply {
  const kept = readSealed(sealed, toPurpose(key), secret);
  // It was sealed with another secret of the site.
  if (kept === undefined) throw new Problem(sentAlready);
  const { status, headers, state } = JSON.parse(kept) as StoredReply;
  const init = { headers, ...(status === undefined ? {} : { status }) };
  return state === undefined ? new Response(null, init) : data(state, init);
}

async function keepAnswer(current: Current, { key, digest }: FormClaim, reply: FormReply): Promise<void> {
  const stored: StoredReply =
    reply instanceof Response
      ? { status: reply.status, headers: [...reply.headers] }
      : { status: reply.init?.status, headers: [...new Headers(reply.init?.headers)], state: reply.data };
  const answer = seal(JSON.stringify(stored), toPurpose(key), current.secret);
  await current.db.query(sql`update form_answers set answer = ${answer} where digest = ${digest}`);
}

/** It may hold what is shown once, such as a new key of an app: nobody reads it without the key of its form, which is not stored. */
function toPurpose(key: string): string {
  return `answer to the form ${key}`;
}

/** What was typed is part of it: somebody who changes that, and sends it again, means another deed. */
async function computeDigest({ actor, browser, formAddress }: Current, form: FormData): Promise<Buffer> {
  // A visitor may try again from another network.
  const sender = actor.userId ?? [browser.userAgent];
  const digest = createHash('sha256').update(JSON.stringify([sender, actor.role, formAddress]));
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    digest.update(JSON.stringify(isText ? [name, value] : [name, value.name, value.type, value.size]));
    if (!isText) digest.update(new Uint8Array(await value.arrayBuffer()));
  }
  return digest.digest();
}

const RETENTION_MS = 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 1000;

/** Deletes in batches, so that no statement is long. */
export async function sweepFormAnswers(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - RETENTION_MS);
  for (let count = SWEEP_BATCH; count === SWEEP_BATCH;) {
    const swept = await current.db.query(sql`
      delete from form_answers where digest = any(array(
        select digest from form_answers where created_at <= ${before} order by created_at limit ${SWEEP_BATCH}
      )) returning 1`);
    count = swept.length;
  }
}
