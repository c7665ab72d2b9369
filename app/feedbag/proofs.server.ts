import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { parseJson } from '#lib/parse-json.ts';
import { Problem } from '#lib/problem.ts';
import { isSameText } from '#lib/signed.server.ts';

import { noProof } from './problems.ts';
import type { ProofChallenge } from './proof.ts';

/** Tries, of which half are needed: a second or two of a telephone. */
const MAX_NUMBER = 60_000;
const MINUTES = 60;

/** Work that a browser does for somebody without an account, by the protocol of ALTCHA. */
export function makeChallenge({ secret, now }: Pick<Current, 'secret' | 'now'>): ProofChallenge {
  const end = Math.floor(now().getTime() / 1000) + MINUTES * 60;
  const salt = `${randomBytes(12).toString('hex')}?expires=${end}`;
  const challenge = createHash('sha256')
    .update(`${salt}${randomInt(MAX_NUMBER)}`)
    .digest('hex');
  const signature = computeSignature({ challenge, salt }, secret);
  return { algorithm: 'SHA-256', challenge, maxnumber: MAX_NUMBER, salt, signature };
}

/**
 * Each is good once. Of a browser without scripts, which has not done the work, it is that it came with a form of ours a
 * moment ago, and few of these are taken: what they bring is held for review like all of who has no account.
 * @throws Problem 400, 429
 */
export async function requireProof(current: Current, payload: string): Promise<void> {
  const { challenge, salt, number, signature } = readPayload(payload);
  const end = Number(/\?expires=(\d{1,12})$/.exec(salt)?.[1] ?? 0);
  const now = current.now().getTime();
  if (!isSameText(signature, computeSignature({ challenge, salt }, current.secret)) || end * 1000 < now)
    throw new Problem(noProof);
  if (number === undefined) await requirePatience(current, now - (end - MINUTES * 60) * 1000);
  else if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) throw new Problem(noProof);
  const [spent] = await current.db.query(sql`insert into feedbag_proofs (challenge, expires_at)
    values (${challenge}, ${new Date(end * 1000)}) on conflict (challenge) do nothing returning challenge`);
  if (spent === undefined) throw new Problem(noProof);
}

const LEAST_MS = 5000;
const UNWORKED_PER_PLACE = { name: 'feedbag unworked place', points: 3, seconds: 3600, credit: 0 };
const UNWORKED = { name: 'feedbag unworked', points: 30, seconds: 3600, credit: 0 };

/** @param ms since the form was made */
async function requirePatience(current: Current, ms: number): Promise<void> {
  if (ms < LEAST_MS) throw new Problem(noProof);
  await requireWithinLimit(current, callerKey(current.address ?? ''), UNWORKED_PER_PLACE);
  await requireWithinLimit(current, '', UNWORKED);
}

interface ProofPayload extends Pick<ProofChallenge, 'challenge' | 'salt' | 'signature'> {
  /** Undefined where the work was not done. */
  readonly number?: number;
}

function readPayload(payload: string): ProofPayload {
  const given: unknown = Object(parseJson(Buffer.from(payload.slice(0, 2000), 'base64').toString()));
  const { challenge, salt, number, signature } = given as Record<string, unknown>;
  const isWhole = [challenge, salt, signature].every((one) => typeof one === 'string');
  if (!isWhole || (number !== undefined && typeof number !== 'number')) throw new Problem(noProof);
  return given as ProofPayload;
}

/** Of the salt too, which says until when it is good. */
function computeSignature({ challenge, salt }: Pick<ProofChallenge, 'challenge' | 'salt'>, secret: string): string {
  return createHmac('sha256', secret).update(`proof of work\n${challenge}\n${salt}`).digest('hex');
}

/** Forgets those that have ended, which are refused by their date. */
export async function sweepProofs({ db, now }: Current): Promise<void> {
  await db.query(sql`delete from feedbag_proofs where expires_at < ${now()}`);
}
