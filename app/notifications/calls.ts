import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials } from '#app/current/problems.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import type { NotificationCount } from './notification.ts';
import { tooManyStreams } from './problems.ts';

export const countNotifications = call({
  id: 'notifications.countNotifications',
  method: 'GET',
  path: '/api/notifications/count',
  least: 'authenticated',
  summary:
    'How many notifications and messages the caller has not read, up to a hundred; as events with each change, where those are accepted.',
  success: [
    {
      status: 200,
      description: 'The count, or events with it until nobody reads them.',
      data: z.object({
        unread: z.number(),
        unseen: z.number(),
        messages: z.number(),
      }) satisfies z.ZodMiniType<NotificationCount>,
      bytes: EVENT_STREAM,
    },
  ],
  problems: [badCredentials, tooManyStreams],
});
