import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { invalidEmail, tooManyMails } from '#app/accounts/problems.ts';
import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { countConfirmations, createConfirmation, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireMailServer, sendMailLater } from '#app/mail/mail-queue.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { LINK_HOURS } from './deletion.ts';
import { askDeletionOfAddress } from './deletions.server.ts';
import { deletionLinkMail } from './link.mail.tsx';
import type { AddressDetails } from './link.mail.tsx';

const KIND = 'deletions.address';
const PER_PLACE = { name: 'deletions place', points: 5, seconds: 60, credit: 0 };
/** Mails to one mailbox in a day. */
const MAX_PER_DAY = 4;
const DAY_MINUTES = 24 * 60;
const MAX_TYPED = 254;

/** Answers the same whatever the address has left here. @throws Problem 400, 429, 503 */
export async function requestAddressLink(current: Current, input: string): Promise<void> {
  const address = input.length > MAX_TYPED ? '' : input.trim().normalize('NFC');
  const key = emailKey(address);
  if (key === undefined) throw problemAt('email', invalidEmail);
  const subject = mailboxKey(address) ?? key;
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  const mails = { kind: KIND, subjects: [subject], minutes: DAY_MINUTES, most: MAX_PER_DAY };
  if ((await countConfirmations(current, mails)) >= MAX_PER_DAY) throw new Problem(tooManyMails);
  await inTransaction(current, async (current) => {
    const details: AddressDetails = { address, locale: current.locale };
    const confirmation = { kind: KIND, subject, ownerKey: key, details, minutes: LINK_HOURS * 60, hasCode: false };
    const confirmationId = await createConfirmation(current, confirmation);
    const until = new Date(current.now().getTime() + LINK_HOURS * 3_600_000);
    await sendMailLater(current, deletionLinkMail, { confirmationId }, { key: confirmationId, until });
  });
  await requireMailServer(current);
}

export const deleteAddressConfirmation: ConfirmationKind = {
  kind: KIND,
  describe(_current, { details }) {
    const { address } = details as AddressDetails;
    return Promise.resolve({
      title: 'deletions.address.confirmTitle',
      texts: ['deletions.address.confirm', 'deletions.address.confirmGone'],
      submit: 'deletions.address.confirmSubmit',
      values: { address },
    });
  },
  confirm: (outer, token) =>
    inTransaction(outer, async (current) => {
      const confirmation = await redeemByToken(current, token, KIND);
      if (confirmation === undefined) return undefined;
      const { address } = confirmation.details as AddressDetails;
      const asked = await askDeletionOfAddress(current, address);
      return { done: asked === 'account' ? 'deletions.address.hasAccount' : 'deletions.address.done' };
    }),
};
