import { sendNoticeLater } from '#app/accounts/notices.server.ts';
import { useRecoveryCode } from '#app/accounts/recovery/recovery-codes.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { consumePoints, requireWithinLimit } from '#app/current/limits.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';

import { wrongRecoveryCode } from '../problems.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { readIdentifier } from '../sign-ins/sign-in.ts';

const HOUR = 3600;
/**
 * Of an address and of a network: a wrong code costs ten right ones. No account has a limit of its own, so that nobody keeps its
 * owner out: of 71 bits nobody guesses one.
 */
const PER_PLACE = { name: 'recovery place', points: 100, seconds: HOUR, credit: 0 };
const PER_NETWORK = { name: 'recovery network', points: 1000, seconds: HOUR, credit: 0 };
const WRONG_COST = 9;

/**
 * Without a mail, once by each code. Whether the account or the code is wrong is not told. @param who an address or a Lookup Code
 * @throws Problem 400, 403 when banned or frozen, and then the code is not used up, 429
 */
export async function signInByRecoveryCode(
  current: Current,
  { who, code, returnTo }: { who: string; code: string; returnTo: string },
): Promise<SignInResult> {
  const [place, network] = [callerKey(current.address ?? ''), networkKey(current.address ?? '')];
  await requireWithinLimit(current, place, PER_PLACE);
  await requireWithinLimit(current, network, PER_NETWORK);
  const account = readIdentifier(who);
  const cookies =
    account &&
    (await retryAfterDeadlock(current.db, () =>
      inTransaction(current, async (current) => {
        const userId = await useRecoveryCode(current, account, code);
        if (userId === undefined) return undefined;
        const started = await startSession(current, userId, 'recoveryCode');
        await noteSecurityEvent(current, userId, 'recoveryCodeUsed');
        await sendNoticeLater(current, userId, 'recoveryCodeUsed');
        return started;
      }),
    ));
  if (cookies !== undefined) return { to: returnTo, cookies };
  await consumePoints(current, place, PER_PLACE, WRONG_COST);
  await consumePoints(current, network, PER_NETWORK, WRONG_COST);
  throw new Problem(wrongRecoveryCode);
}
