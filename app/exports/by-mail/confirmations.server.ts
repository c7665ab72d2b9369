import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';

import { ASK_EXPORT } from './ask-confirmation.ts';
import type { AskDetails } from './ask-confirmation.ts';
import { confirmAsking, mailExportLink } from './asking.server.ts';

export const exportConfirmation: ConfirmationKind = {
  kind: ASK_EXPORT,
  async describe(_current, { details }) {
    return {
      title: 'exports.confirm.title',
      texts: ['exports.confirm.what', 'exports.confirm.not'],
      submit: 'exports.confirm.submit',
      values: { address: (details as AskDetails).email },
    };
  },
  async confirm(current, token) {
    return (await confirmAsking(current, token)) && { done: 'exports.confirm.done' };
  },
  renewal: {
    hasCode: false,
    isOffered: () => true,
    async renew(current, { details }) {
      await mailExportLink(current, (details as AskDetails).email);
      return undefined;
    },
  },
};
