import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { bodyTooLarge } from '#lib/calls/problems.ts';

import { mailsBusy, noReceiver, unreadableMail, unsignedMail } from '../problems.ts';

export const takeArrivingMail = call({
  id: 'mails.takeArrivingMail',
  method: 'POST',
  path: '/api/mails/arrivals',
  least: 'public',
  summary:
    'Hands over a mail as it came, with its headers: for mail providers that call an address instead of speaking SMTP. Signed with the key that the operator gave them.',
  headers: z.object({
    'rumpus-mail-from': z._default(z.string().check(z.maxLength(320)), ''),
    'rumpus-mail-to': z.string().check(z.maxLength(320)),
    'rumpus-signature': z.string().check(z.maxLength(200)),
  }),
  body: 'bytes',
  success: [{ status: 204, description: 'It is kept, or of no use to us: it need not be sent again.' }],
  problems: [unsignedMail, noReceiver, bodyTooLarge, unreadableMail, mailsBusy],
});
