import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { consumePoints, requireWithinLimit } from '#app/current/limits.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { toCodeKey } from '#lib/token/readable-code.ts';

import { givePerk } from '../giving/grants.server.ts';
import { getOwnPerk } from '../own/own-perks.server.ts';
import type { OwnPerk } from '../perk.ts';
import { alreadyYours, codeExpired, codeNotBegun, codeUsedUp, codeVoided, unknownCode } from '../problems.ts';

const HOUR = 3600;
/** Of one person, and of all of one address: a wrong code costs as much as ten right ones. */
const PER_PERSON = { name: 'redeem person', points: 100, seconds: HOUR, credit: 0 };
const PER_PLACE = { name: 'redeem place', points: 1000, seconds: HOUR, credit: 0 };
const WRONG_COST = 9;

/** @throws Problem 401, 404 for a code that is none, 409 when it or its perk is not for the actor now, 429 */
export async function redeemCode(current: Current, typed: string): Promise<OwnPerk> {
  const userId = requireUser(current);
  const place = callerKey(current.address ?? '');
  await requireWithinLimit(current, userId, PER_PERSON);
  await requireWithinLimit(current, place, PER_PLACE);
  const codeKey = toCodeKey(typed);
  const grantId = codeKey && (await inTransaction(current, (current) => useCode(current, codeKey, userId)));
  if (grantId === undefined) {
    await consumePoints(current, userId, PER_PERSON, WRONG_COST);
    await consumePoints(current, place, PER_PLACE, WRONG_COST);
    throw new Problem(unknownCode);
  }
  return getOwnPerk(current, grantId);
}

/** Whoever comes at once waits for the row of the code, and then for that of its perk. @returns undefined for no such code */
async function useCode(current: Current, codeKey: string, userId: string): Promise<string | undefined> {
  const now = current.now();
  const [code] = await current.db.query<Pick<Row<'perk_codes'>, 'perk_id' | 'batch_id'>>(sql`
    update perk_codes c set uses = uses + 1
    where code_key = ${codeKey} and uses < max_uses and voided_at is null
      and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
      and not exists (select from perk_grants g
        where g.user_id = ${userId} and g.perk_id = c.perk_id and g.way = 'code' and g.origin = ${codeKey})
    returning perk_id, batch_id`);
  if (code === undefined) {
    const refusal = await findRefusal(current, codeKey, userId);
    if (refusal === undefined) return undefined;
    throw new Problem(refusal);
  }
  const { perk_id: perkId, batch_id: batchId } = code;
  const grantId = await givePerk(current, { perkId, userId, way: 'code', origin: codeKey });
  await current.db.query(
    sql`update perk_batches set uses = uses + 1 where perk_id = ${perkId} and batch_id = ${batchId}`,
  );
  return grantId;
}

async function findRefusal(current: Current, codeKey: string, userId: string): Promise<ProblemKind | undefined> {
  const now = current.now();
  const [row] = await current.db.query<Record<'is_theirs' | 'is_voided' | 'is_early' | 'is_late', boolean | null>>(sql`
    select voided_at is not null as is_voided, starts_at > ${now} as is_early, ends_at <= ${now} as is_late,
      exists (select from perk_grants g where g.user_id = ${userId} and g.perk_id = c.perk_id and g.way = 'code'
        and g.origin = ${codeKey}) as is_theirs
    from perk_codes c where code_key = ${codeKey}`);
  if (row === undefined) return undefined;
  if (row.is_theirs) return alreadyYours;
  if (row.is_voided) return codeVoided;
  if (row.is_early) return codeNotBegun;
  return row.is_late ? codeExpired : codeUsedUp;
}
