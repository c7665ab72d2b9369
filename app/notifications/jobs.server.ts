import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import type { EventCatalog } from './event-kind.server.ts';
import { FAN_OUT, WITHDRAW } from './events.server.ts';
import { fanOut, withdraw } from './fan-out.server.ts';
import { sendDueDigests, sweepNotifications } from './mails/digests.server.ts';

const EventKey = z.object({ kind: z.string(), key: z.string() });

export function notificationJobs(current: () => Current, catalog: EventCatalog): Job[] {
  return [
    { name: FAN_OUT, run: (payload) => fanOut(current(), catalog, EventKey.parse(payload)) },
    { name: WITHDRAW, run: (payload) => withdraw(current(), EventKey.parse(payload)) },
    { name: 'notifications:sendDigests', cron: '* * * * *', run: () => sendDueDigests(current()) },
    { name: 'notifications:sweepNotifications', cron: '23 4 * * *', run: () => sweepNotifications(current()) },
  ];
}
