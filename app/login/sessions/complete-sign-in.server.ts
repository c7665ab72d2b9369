import { findUserByEmail } from '#app/accounts/emails/emails.server.ts';
import { findByIdentity, linkIdentity, noteIdentityUse } from '#app/accounts/identities/identities.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import type { SignInProof, SignInResult } from './sign-in-result.ts';
import { beginRegistration } from './registration.server.ts';
import { startSessionByProof } from './start-session.server.ts';

/**
 * Signs in whoever has proved who they are: the account of the identity, else the one that has proved the address. For
 * a stranger a registration begins, and nothing is kept of them unless they agree to it.
 * @throws Problem 403 when the account is banned
 */
export async function completeSignIn(current: Current, arrival: SignInProof): Promise<SignInResult> {
  return inTransaction(current, async (current) => {
    const { email, identity, returnTo } = arrival;
    const known = identity && (await findByIdentity(current, identity));
    if (known !== undefined) {
      await noteIdentityUse(current, known.issuer, known.subject);
      return { to: returnTo, cookies: await startSessionByProof(current, known.userId, arrival) };
    }
    const userId = email === undefined ? undefined : await findUserByEmail(current, email);
    if (userId === undefined) return beginRegistration(current, arrival);
    if (identity !== undefined) await linkIdentity(current, userId, identity);
    return { to: returnTo, cookies: await startSessionByProof(current, userId, arrival) };
  });
}
