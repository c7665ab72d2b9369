import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { claimEmail, verifyEmailByLink } from './email-claims.server.ts';
import { UNDO_EMAIL, VERIFY_EMAIL } from './email-confirmation.ts';
import type { ClaimDetails, UndoDetails } from './email-confirmation.ts';
import { undoEmailChange } from './email-undo.server.ts';
import type { RevokeKeys } from './email-undo.server.ts';

export const verifyEmailConfirmation: ConfirmationKind = {
  kind: VERIFY_EMAIL,
  async describe(_current, { userId = '', details }) {
    const { address } = details as ClaimDetails;
    return {
      title: 'account.confirm.verifyTitle',
      texts: ['account.confirm.verify', 'account.confirm.verifyNot'],
      submit: 'account.confirm.verifySubmit',
      // As in the mail: strangers do not see an alias, which may imitate someone.
      values: { address, account: `@${userId}` },
    };
  },
  async confirm(current, token) {
    await verifyEmailByLink(current, token);
    return { done: 'account.confirm.verified' };
  },
  renewal: {
    hasCode: false,
    // Whoever has the link alone may not keep a claim on the account alive.
    isOffered: ({ actor }, { userId }) => userId !== undefined && userId === actor.userId,
    async renew(current, { details }) {
      await claimEmail(current, (details as ClaimDetails).address);
      return undefined;
    },
  },
};

export const undoEmailConfirmation = (revokeKeys: RevokeKeys): ConfirmationKind => ({
  kind: UNDO_EMAIL,
  async describe(current, { userId = '', details }) {
    const { address, change, added = '' } = details as UndoDetails;
    return {
      title: 'account.confirm.undoTitle',
      texts: [UNDO_TEXTS[change], 'recovery.undo.freezes', 'recovery.undo.dropped'],
      submit: 'account.confirm.undoSubmit',
      values: { address, added, account: await findName(current, userId) },
    };
  },
  async confirm(current, token) {
    await undoEmailChange(current, token, revokeKeys);
    return { done: 'account.confirm.undone' };
  },
});

const UNDO_TEXTS = {
  added: 'recovery.undo.added',
  removed: 'account.confirm.undoRemoved',
  primary: 'account.confirm.undoPrimary',
  back: 'account.confirm.undoBack',
} as const;

async function findName(current: Current, userId: string): Promise<string> {
  const [alias] = await findAliases(current, DEFAULT_CONTEXT, [userId]);
  return alias?.alias ?? `@${userId}`;
}
