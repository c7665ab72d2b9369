import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';

import { spentLink } from './problems.ts';

const query = z.object({ token: z.string().check(z.maxLength(1000)) });

export const showOffPage = call({
  id: 'mails.showOffPage',
  method: 'GET',
  path: '/api/mails/off',
  least: 'public',
  summary: 'Leads whoever opens the link of a mail to the page with the button. Changes nothing.',
  query,
  success: [{ status: 302, description: 'The page.', bytes: true }],
  problems: [spentLink],
});

export const turnOffMails = call({
  id: 'mails.turnOffMails',
  method: 'POST',
  path: '/api/mails/off',
  least: 'public',
  summary: 'Turns off the mails that the link is about (RFC 8058), by the token in it alone.',
  query,
  body: 'bytes',
  success: [{ status: 200, description: 'They are off, also if they were before.', bytes: true }],
  problems: [spentLink],
});
