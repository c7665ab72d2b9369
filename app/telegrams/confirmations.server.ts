import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { getText } from '#app/current/locale.ts';
import { formatList } from '#lib/locale/intl.ts';

import { JOIN, MOVE } from './join-confirmation.ts';
import type { JoinDetails, MoveDetails } from './join-confirmation.ts';
import { confirmJoining, renewJoining } from './joining.server.ts';
import { NEWSLETTERS } from './newsletter.ts';
import { confirmMove } from './preferences.server.ts';

export const joinConfirmation: ConfirmationKind = {
  kind: JOIN,
  async describe(current, { details }) {
    const { email, subscriptions } = details as JoinDetails;
    const text = await getText(current.locale);
    const names = subscriptions.map((id) => text(NEWSLETTERS[id].name));
    return {
      title: 'newsletters.confirm.title',
      texts: ['newsletters.confirm.what', 'newsletters.confirm.not'],
      submit: 'newsletters.confirm.submit',
      values: { address: email, names: formatList(current.locale, names) },
    };
  },
  async confirm(current, token) {
    const joined = await confirmJoining(current, token);
    if (joined?.returnTo !== undefined) return { to: joined.returnTo, cookies: [] };
    return joined && { done: 'newsletters.confirm.done' };
  },
  renewal: {
    hasCode: false,
    isOffered: () => true,
    async renew(current, { details }) {
      await renewJoining(current, details as JoinDetails);
      return undefined;
    },
  },
};

export const moveConfirmation: ConfirmationKind = {
  kind: MOVE,
  async describe(_current, { details }) {
    const { email } = details as MoveDetails;
    return {
      title: 'newsletters.move.title',
      texts: ['newsletters.move.what'],
      submit: 'newsletters.move.submit',
      values: { address: email },
    };
  },
  async confirm(current, token) {
    return (await confirmMove(current, token)) && { done: 'newsletters.move.done' };
  },
};
