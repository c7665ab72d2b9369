import { PROVE_OTHER } from '#app/accounts/open-sign-ins.server.ts';
import type { Confirmation } from '#app/confirmations/confirmation.ts';
import { addToOpen, findByToken } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';

/** Of the confirmation of a merge, whose user is who began it. */
interface MergeProof {
  /** The session that their last sign-in has begun in this browser, and that of the last one to another account. */
  readonly firstLoginId?: string;
  readonly secondLoginId?: string;
  readonly isFirstProved?: boolean;
}

/**
 * In the transaction of a sign-in. The browser that has begun a merge proves its accounts by sign-ins of its own: a session that
 * was taken from another browser, however fresh, is none.
 */
export async function noteMergeProof(current: Current, { userId, loginId }: Session): Promise<void> {
  if (readMergeToken(current) === '') return;
  const found = await findMergeProof(current);
  if (found === undefined) return;
  const proof: MergeProof = userId === found.userId ? { firstLoginId: loginId } : { secondLoginId: loginId };
  await addToOpen(current, found.confirmationId, proof);
}

/** Of a merge that has begun in this browser not long ago. */
export async function findMergeProof(current: Current): Promise<Confirmation<MergeProof> | undefined> {
  const found = await findByToken(current, readMergeToken(current));
  return found?.kind === PROVE_OTHER && found.state === 'open' ? (found as Confirmation<MergeProof>) : undefined;
}

/** The token that stands for it, or nothing. */
export function readMergeToken({ browser, config }: Current): string {
  return browser.cookies[hostCookieName(config, 'merge')] ?? '';
}

/** @param token undefined once it is over */
export function writeMergeToken({ config }: Current, token: string | undefined, minutes: number): string {
  const maxAge = token === undefined ? 0 : minutes * 60;
  return writeCookie(hostCookieName(config, 'merge'), token ?? '', { maxAge, secure: isSecure(config) });
}
