import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
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
  const signature = computeSignature(challenge, secret);
  return { algorithm: 'SHA-256', challenge, maxnumber: MAX_NUMBER, salt, signature };
}

/** Each is good once. @throws Problem 400 */
export async function requireProof(current: Current, payload: string): Promise<void> {
  const { challenge, salt, number, signature } = readPayload(payload);
  const end = Number(/\?expires=(\d{1,12})$/.exec(salt)?.[1] ?? 0);
  const isDone = createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge;
  const isOurs = isSameText(signature, computeSignature(challenge, current.secret));
  if (!isDone || !isOurs || end * 1000 < current.now().getTime()) throw new Problem(noProof);
  const [spent] = await current.db.query(sql`insert into feedbag_proofs (challenge, expires_at)
    values (${challenge}, ${new Date(end * 1000)}) on conflict (challenge) do nothing returning challenge`);
  if (spent === undefined) throw new Problem(noProof);
}

function readPayload(payload: string): { challenge: string; salt: string; number: number; signature: string } {
  const given: unknown = Object(parseJson(Buffer.from(payload.slice(0, 2000), 'base64').toString()));
  const { challenge, salt, number, signature } = given as Record<string, unknown>;
  const isWhole = [challenge, salt, signature].every((one) => typeof one === 'string') && typeof number === 'number';
  if (!isWhole) throw new Problem(noProof);
  return given as ReturnType<typeof readPayload>;
}

function computeSignature(challenge: string, secret: string): string {
  return createHmac('sha256', secret).update(`proof of work\n${challenge}`).digest('hex');
}

/** Forgets those that have ended, which are refused by their date. */
export async function sweepProofs({ db, now }: Current): Promise<void> {
  await db.query(sql`delete from feedbag_proofs where expires_at < ${now()}`);
}
