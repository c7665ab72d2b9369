import * as z from 'zod/mini';

import { badCredentials } from '#app/current/problems.ts';
import { call } from '#lib/calls/call.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import { NotificationCount } from './notification.ts';
import { spentLink, tooManyStreams } from './problems.ts';

export const countNotifications = call({
  id: 'notifications.countNotifications',
  method: 'GET',
  path: '/api/notifications/count',
  summary:
    'How many notifications the caller has not read, up to a hundred; as events with each change, where those are accepted.',
  success: [
    {
      status: 200,
      description: 'The count, or events with it until nobody reads them.',
      data: NotificationCount,
      bytes: EVENT_STREAM,
    },
  ],
  problems: [badCredentials, tooManyStreams],
});

const query = z.object({ token: z.string().check(z.maxLength(1000)) });

export const showOffPage = call({
  id: 'notifications.showOffPage',
  method: 'GET',
  path: '/api/notifications/off',
  summary: 'Leads whoever opens the link of a mail to the page with the button. Changes nothing.',
  query,
  success: [{ status: 302, description: 'The page.', bytes: true }],
  problems: [spentLink],
});

export const turnOffMails = call({
  id: 'notifications.turnOffMails',
  method: 'POST',
  path: '/api/notifications/off',
  summary: 'Turns off the mails that the link is about (RFC 8058), by the token in it alone.',
  query,
  body: 'bytes',
  success: [{ status: 204, description: 'They are off, also if they were before.' }],
  problems: [spentLink],
});
