import type { ConfirmationKind, ConfirmationDescription } from '#app/confirmations/confirmation-kind.server.ts';
import type { Confirmation } from '#app/confirmations/confirmation.ts';
import { findByToken, isFromBrowser } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

import { findPendingSignIn } from './pending-sign-in.server.ts';
import { SIGN_IN } from './sign-in.ts';
import type { SignInDetails } from './sign-in.ts';
import { requestSignInAgain, signInByLink } from './sign-ins.server.ts';

/** Works in any browser; its page says which browser it signs in. */
export const signInConfirmation: ConfirmationKind = {
  kind: SIGN_IN,
  describe,
  async confirm(current, token) {
    const { loginId } = ((await findByToken(current, token))?.details ?? {}) as Partial<SignInDetails>;
    const result = await signInByLink(current, token);
    const isElsewhere = loginId !== undefined && loginId !== current.actor.loginId;
    return result && isElsewhere ? { done: 'login.confirm.proved' } : result;
  },
  renewal: {
    hasCode: true,
    isOffered({ actor }, { details }) {
      const { loginId } = details as SignInDetails;
      return loginId === undefined || loginId === actor.loginId;
    },
    renew: (current, { details }) => requestSignInAgain(current, details as SignInDetails),
  },
};

async function describe(current: Current, confirmation: Confirmation): Promise<ConfirmationDescription> {
  const { browser, system, loginId, ...who } = confirmation.details as SignInDetails;
  const device = [browser, system].filter(Boolean).join(', ');
  const values = { device, who: 'email' in who ? who.email : `@${who.userId}` };
  if (loginId !== undefined) {
    const texts = ['login.confirm.who', 'login.confirm.prove'] as const;
    const unknown = (await getText(current.locale))('login.session.unknown');
    const proofValues = { ...values, device: device || unknown };
    return { title: 'login.confirm.proveTitle', texts, submit: 'login.confirm.proveSubmit', values: proofValues };
  }
  const pending = findPendingSignIn(current);
  const { confirmationId } = confirmation;
  const isOwn =
    pending?.confirmationId === confirmationId && (await isFromBrowser(current, confirmationId, pending.secret));
  const other = device === '' ? 'login.confirm.otherUnknown' : 'login.confirm.other';
  const texts = ['login.confirm.who', isOwn ? 'login.confirm.own' : other, 'login.confirm.notYou'] as const;
  return { title: 'login.confirm.title', texts, submit: 'login.confirm.submit', values };
}
