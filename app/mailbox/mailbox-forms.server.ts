import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { FormAnswer, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { TextKey } from '#app/current/locale.ts';

import { takeGift } from './gift.server.ts';
import { markMessage } from './mailbox.server.ts';
import type { MessageChange } from './mailbox.server.ts';
import { GIFT, messageRowId } from './message.ts';

const DONE: Record<MessageChange, { text: TextKey; back: MessageChange }> = {
  read: { text: 'mailbox.done.read', back: 'unread' },
  unread: { text: 'mailbox.done.unread', back: 'read' },
  archive: { text: 'mailbox.done.archived', back: 'unarchive' },
  unarchive: { text: 'mailbox.done.unarchived', back: 'archive' },
};

/** @param inLocale the path of a message, in the locale of the page */
export const mailboxIntents = (inLocale: (path: string) => string): FormIntents => ({
  'mailbox.open': {
    least: 'authenticated',
    run: async (current, fields) => {
      const messageId = fields.raw('messageId');
      await markMessage(current, messageId, 'read');
      return redirect(inLocale(`/mailbox/${messageId}`));
    },
  },
  // The page itself says that it was read, without a word.
  'mailbox.see': {
    least: 'authenticated',
    run: async (current, fields) => {
      await markMessage(current, fields.raw('messageId'), 'read', parseDate(fields.raw('answeredAt')));
      return {};
    },
  },
  'mailbox.takeGift': {
    least: 'authenticated',
    run: async (current, fields) => {
      const { name } = await takeGift(current, fields.raw('messageId'));
      return { text: 'mailbox.gift.taken', values: { name }, next: GIFT };
    },
  },
  'mailbox.read': { least: 'authenticated', run: (current, fields) => change(current, fields, 'read') },
  'mailbox.unread': { least: 'authenticated', run: (current, fields) => change(current, fields, 'unread') },
  'mailbox.archive': { least: 'authenticated', run: (current, fields) => change(current, fields, 'archive') },
  'mailbox.unarchive': { least: 'authenticated', run: (current, fields) => change(current, fields, 'unarchive') },
});

/** As a page tells it; null for anything else. */
function parseDate(text: string): Date | null {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

async function change(current: Current, fields: FormFields, wanted: MessageChange): Promise<FormAnswer> {
  const messageId = fields.raw('messageId');
  await markMessage(current, messageId, wanted);
  const { text, back } = DONE[wanted];
  const isGone = wanted === 'archive' || wanted === 'unarchive';
  return {
    text,
    undo: { intent: `mailbox.${back}`, fields: { messageId } },
    ...(!isGone && { next: messageRowId(messageId) }),
  };
}
