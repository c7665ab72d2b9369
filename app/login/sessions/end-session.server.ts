import { endOpenProofs } from '#app/accounts/open-sign-ins.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

export const END_SESSION = 'login.endSession';

interface Details {
  loginId: string;
  browser?: string;
  system?: string;
}

export const endSessionConfirmation: ConfirmationKind = {
  kind: END_SESSION,
  async describe(current, { details }) {
    const { browser, system } = details as Details;
    const unknown = (await getText(current.locale))('login.session.unknown');
    const device = [browser, system].filter(Boolean).join(', ') || unknown;
    const texts = ['login.end.text', 'login.end.more'] as const;
    return { title: 'login.end.title', texts, submit: 'login.end.submit', values: { device } };
  },
  confirm(current, token) {
    return inTransaction(current, async (current) => {
      const confirmation = await redeemByToken(current, token, END_SESSION);
      if (confirmation?.userId === undefined) return undefined;
      const { loginId } = confirmation.details as Details;
      await endOpenProofs(current, confirmation.userId);
      const ended = await current.sessions.endOne(confirmation.userId, loginId);
      if (ended) await noteSecurityEvent(current, confirmation.userId, 'sessionEnded');
      return { done: 'login.end.done' as const };
    });
  },
};
