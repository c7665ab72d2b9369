import { endConfirmationsOfOwner, endConfirmationsOfUser } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { VERIFY_EMAIL } from './emails/email-confirmation.ts';
import { emailKey, mailboxKey } from './emails/email.ts';
import { listEmails } from './emails/emails.server.ts';
import { listIdentities } from './identities/identities.server.ts';
import { identityKey } from './identities/identity.ts';
import { findMergedIds } from './merged-ids.server.ts';

/** One account is proved; the other one is to be, in the same browser. */
export const PROVE_OTHER = 'merges.prove';

/** Codes, links and registrations that may be an attacker's stop working. @param also addresses that the account had */
export async function endOpenSignIns(current: Current, userId: string, also: readonly string[] = []): Promise<void> {
  const emails = await listEmails(current, userId);
  const addresses = [...emails.filter(({ isVerified }) => isVerified).map(({ address }) => address), ...also];
  const identities = await listIdentities(current, userId);
  const codes = [userId, ...(await findMergedIds(current, userId))].map((id) => `@${id}`);
  const own = [...codes, ...identities.map((identity) => identityKey(identity))];
  await endConfirmationsOfOwner(current, {
    subjects: [...own, ...addresses.map((address) => mailboxKey(address) ?? '')],
    keys: [...own, ...addresses.map((address) => emailKey(address) ?? '')],
  });
}

/** To sign out everywhere: also what would add an address or merge accounts, because it works without the session. @param also as above */
export async function endOpenProofs(current: Current, userId: string, also: readonly string[] = []): Promise<void> {
  await endOpenSignIns(current, userId, also);
  for (const kind of [VERIFY_EMAIL, PROVE_OTHER]) await endConfirmationsOfUser(current, userId, kind);
}
