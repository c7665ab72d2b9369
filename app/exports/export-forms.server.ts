import type { FormIntents } from '#app/current/forms/answer-form.server.ts';

import { mailExportLink } from './by-mail/asking.server.ts';
import { askExport } from './exports.server.ts';

export const exportIntents: FormIntents = {
  'exports.ask': { least: 'authenticated', text: 'exports.panel.asked', run: askExport },
};

export const guestIntents: FormIntents = {
  'exports.mailLink': {
    least: 'public',
    run: async (current, fields) => {
      const address = fields.text('email');
      await mailExportLink(current, address);
      return { text: 'exports.guest.sent', values: { address } };
    },
  },
};
