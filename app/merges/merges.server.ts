import { absorbAccount, requireMergeable, requireOldWaysIn } from '#app/accounts/merged.server.ts';
import type { AccountPair } from '#app/accounts/merged.server.ts';
import { PROVE_OTHER } from '#app/accounts/open-sign-ins.server.ts';
import {
  addToOpen,
  createConfirmation,
  redeemByToken,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof, refuse, requireProof, requireUser } from '#app/current/permission.ts';
import { revokeKeysSince } from '#app/delegation/keys.server.ts';
import { sessionCookieName, signOutCookies } from '#app/login/cookies.server.ts';
import { findMergeProof, readMergeToken, writeMergeToken } from '#app/login/sessions/merge-proof.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { tellOfMerge } from './merge.mail.tsx';
import { MERGE_MINUTES } from './merge.ts';
import { mergeBusy, mergeOver } from './problems.ts';

export const MERGE_JOB = 'merges:mergeDue';

/**
 * Remembers in this browser alone who has begun, and signs them out, so that they sign in here to this account and to their other one:
 * whoever has their session, however fresh, has yet to prove who they are. Once they have proved this one, that is noted. For nobody in
 * another role. @param shownId whose page it was @returns values of `Set-Cookie` @throws Problem 401, 403, 409 when somebody else has
 * signed in meanwhile
 */
export async function beginMerge(current: Current, shownId: string): Promise<string[]> {
  const userId = requireUser(current);
  if (userId !== shownId) throw new Problem(mergeOver);
  if (current.actor.masquerade !== undefined) refuse(current);
  const begun = (await isFirstHere(current)) ? await findMergeProof(current) : undefined;
  if (begun !== undefined) requireProof(current);
  return inTransaction(current, async (current) => {
    const session = current.browser.cookies[sessionCookieName(current.config)];
    if (session !== undefined) await current.sessions.end(session);
    const out = signOutCookies(current.config, current.browser.cookies);
    if (begun !== undefined) {
      await addToOpen(current, begun.confirmationId, { isFirstProved: true });
      return out;
    }
    const confirmation = { kind: PROVE_OTHER, userId, details: {}, minutes: MERGE_MINUTES, hasCode: false };
    const token = toConfirmationToken(current, await createConfirmation(current, confirmation));
    return [...out, writeMergeToken(current, token, MERGE_MINUTES)];
  });
}

/** Whether the actor has begun in this browser, and signed in here again since. */
export async function isFirstHere(current: Current): Promise<boolean> {
  const found = await findMergeProof(current);
  const { userId, loginId, masquerade } = current.actor;
  if (userId === undefined || masquerade !== undefined || found?.userId !== userId) return false;
  return loginId !== undefined && loginId === found.details.firstLoginId;
}

/** Who has been proved in this browser before, if that was not long ago. */
export async function findProvedFirst(current: Current): Promise<string | undefined> {
  const found = await findMergeProof(current);
  return found?.details.isFirstProved ? found.userId : undefined;
}

/** Both of the two, where the actor has signed in to the second one in this browser, and that is fresh. */
export async function findProvedPair(current: Current): Promise<readonly [first: string, second: string] | undefined> {
  const found = await findMergeProof(current);
  const { userId, loginId, masquerade } = current.actor;
  if (found?.userId === undefined || !found.details.isFirstProved || loginId !== found.details.secondLoginId)
    return undefined;
  if (userId === undefined || userId === found.userId || masquerade !== undefined || !hasProof(current))
    return undefined;
  return [found.userId, userId];
}

/**
 * At once the one that is not kept is nobody's, and its ways in are the other's; a job moves the rest. It is not taken back.
 * @returns the values of `Set-Cookie`, and whether the actor is still signed in @throws Problem 401, 403, 404, 409
 */
export async function mergeOwn(current: Current, keptId: string): Promise<{ cookies: string[]; isSignedIn: boolean }> {
  const userId = requireUser(current);
  requireProof(current);
  const pair = await findProvedPair(current);
  if (pair === undefined || !pair.includes(keptId)) throw new Problem(mergeOver);
  const [first, second] = pair;
  const goneId = first === keptId ? second : first;
  await inTransaction(current, async (current) => {
    const redeemed = await redeemByToken(current, readMergeToken(current), PROVE_OTHER);
    if (redeemed?.userId !== first) throw new Problem(mergeOver);
    await requireMergeable(current, { goneId, keptId });
    await requireOldWaysIn(current, { goneId, keptId });
    await beginMoving(current, { goneId, keptId });
  });
  const isSignedIn = userId === keptId;
  const out = isSignedIn ? [] : signOutCookies(current.config, current.browser.cookies);
  return { cookies: [...out, writeMergeToken(current, undefined, 0)], isSignedIn };
}

/** In a transaction; permission is up to the caller. @throws Problem 403, 404, 409 */
export async function beginMoving(current: Current, pair: AccountPair): Promise<void> {
  const { goneId, keptId } = pair;
  await requireMergeable(current, pair);
  const ids = [goneId, keptId];
  const busy = await current.db.query(sql`select from account_merges
    where gone_user_id = any(${ids}::text[]) or kept_user_id = any(${ids}::text[]) limit 1`);
  if (busy.length > 0) throw new Problem(mergeBusy);
  await revokeKeysSince(current, goneId, new Date(0));
  const now = current.now();
  await absorbAccount(current, pair, now);
  const mergeId = uuidv7(now.getTime());
  await current.db.query(sql`insert into account_merges (merge_id, gone_user_id, kept_user_id, begun_at)
    values (${mergeId}, ${goneId}, ${keptId}, ${now})`);
  await tellOfMerge(current, mergeId, pair);
  await enqueue(current.db, { name: MERGE_JOB, payload: {} }, { key: MERGE_JOB });
}

/** Whether something of theirs is still on its way. */
export async function isMoving({ db }: Current, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select from account_merges where kept_user_id = ${userId}`);
  return rows.length > 0;
}
