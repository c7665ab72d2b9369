import { absorbAccount, requireMergeable } from '#app/accounts/merged.server.ts';
import type { AccountPair } from '#app/accounts/merged.server.ts';
import { PROVE_OTHER } from '#app/accounts/open-sign-ins.server.ts';
import {
  createConfirmation,
  findByToken,
  redeemByToken,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof, refuse, requireProof, requireUser } from '#app/current/permission.ts';
import { revokeKeysSince } from '#app/delegation/keys.server.ts';
import { hostCookieName, isSecure, sessionCookieName, signOutCookies } from '#app/login/cookies.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { tellOfMerge } from './merge.mail.tsx';
import { MERGE_MINUTES } from './merge.ts';
import { mergeBusy, mergeOver } from './problems.ts';

export const MERGE_JOB = 'merges:mergeDue';

/**
 * Remembers in this browser alone that the actor has proved who they are, and signs them out, so that they sign in to their other account.
 * Needs a fresh sign-in, and is for nobody in another role. @param shownId whose page it was @returns values of `Set-Cookie`
 * @throws Problem 401, 403, 409 when somebody else has signed in meanwhile
 */
export async function beginMerge(current: Current, shownId: string): Promise<string[]> {
  const userId = requireUser(current);
  if (userId !== shownId) throw new Problem(mergeOver);
  if (current.actor.masquerade !== undefined) refuse(current);
  requireProof(current);
  return inTransaction(current, async (current) => {
    const confirmation = { kind: PROVE_OTHER, userId, details: {}, minutes: MERGE_MINUTES, hasCode: false };
    const token = toConfirmationToken(current, await createConfirmation(current, confirmation));
    const session = current.browser.cookies[sessionCookieName(current.config)];
    if (session !== undefined) await current.sessions.end(session);
    return [...signOutCookies(current.config, current.browser.cookies), writeMergeCookie(current, token)];
  });
}

/** Who has been proved in this browser before, if that was not long ago. */
export async function findProvedFirst(current: Current): Promise<string | undefined> {
  const found = await findByToken(current, readMergeCookie(current));
  return found?.kind === PROVE_OTHER && found.state === 'open' ? found.userId : undefined;
}

/** Both of the two, when the actor has signed in since the first one was proved. */
export async function findProvedPair(current: Current): Promise<readonly [first: string, second: string] | undefined> {
  const found = await findByToken(current, readMergeCookie(current));
  const { userId, provedAt, masquerade } = current.actor;
  if (found?.kind !== PROVE_OTHER || found.state !== 'open' || found.userId === undefined) return undefined;
  if (userId === undefined || userId === found.userId || masquerade !== undefined || !hasProof(current))
    return undefined;
  return provedAt !== undefined && provedAt >= found.createdAt ? [found.userId, userId] : undefined;
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
    const redeemed = await redeemByToken(current, readMergeCookie(current), PROVE_OTHER);
    if (redeemed?.userId !== first) throw new Problem(mergeOver);
    await beginMoving(current, { goneId, keptId });
  });
  const isSignedIn = userId === keptId;
  const out = isSignedIn ? [] : signOutCookies(current.config, current.browser.cookies);
  return { cookies: [...out, writeMergeCookie(current, undefined)], isSignedIn };
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

function readMergeCookie({ browser, config }: Current): string {
  return browser.cookies[hostCookieName(config, 'merge')] ?? '';
}

function writeMergeCookie({ config }: Current, token: string | undefined): string {
  const maxAge = token === undefined ? 0 : MERGE_MINUTES * 60;
  return writeCookie(hostCookieName(config, 'merge'), token ?? '', { maxAge, secure: isSecure(config) });
}
