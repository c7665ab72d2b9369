import { findLandingPath } from '#app/accounts/accounts.server.ts';
import { findUserByEmail } from '#app/accounts/emails/emails.server.ts';
import { findByIdentity, linkIdentity, noteIdentityUse } from '#app/accounts/identities/identities.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { beginRegistration } from './registration.server.ts';
import type { SignInProof, SignInResult } from './sign-in-result.ts';
import { startSessionByProof } from './start-session.server.ts';

/** Without an account a registration begins, which stores none until they agree. @throws Problem 403 for a ban */
export async function completeSignIn(current: Current, proof: SignInProof): Promise<SignInResult> {
  return inTransaction(current, async (current) => {
    const { email, identity, returnTo } = proof;
    const linked = identity && (await findByIdentity(current, identity));
    if (linked !== undefined) {
      await noteIdentityUse(current, linked.issuer, linked.subject);
      const to = await findLandingPath(current, linked.userId, returnTo);
      return { to, cookies: await startSessionByProof(current, linked.userId, proof) };
    }
    const userId = email === undefined ? undefined : await findUserByEmail(current, email);
    if (userId === undefined) return beginRegistration(current, proof);
    if (identity !== undefined) await linkIdentity(current, userId, identity);
    const to = await findLandingPath(current, userId, returnTo);
    return { to, cookies: await startSessionByProof(current, userId, proof) };
  });
}
