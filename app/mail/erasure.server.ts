import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { dropQueued } from '#lib/jobs/enqueue.server.ts';

import { hashAddress } from './inbound/return-path.server.ts';
import { SEND_MAIL } from './mail-queue.server.ts';

/** What waits to be sent to them, or tells of them. */
const queuedMails: Erasure = {
  name: 'mail.queue',
  run: async (current, { keys }) => {
    const quoted = keys.map(([form]) => JSON.stringify(form));
    return { changed: await dropQueued(current.db, SEND_MAIL, quoted), next: undefined };
  },
};

export const mailErasure = {
  fates: {
    'mail_bounces.address_hash': 'gone',
    'mail_send_days.address_hash': 'gone',
  },
  erasures: [queuedMails],
  toPersonKeys: ({ emails }) => emails.map(hashAddress),
  moves: {
    'mail_bounces.address_hash': 'ways',
    'mail_send_days.address_hash': 'ways',
  },
} as const satisfies PersonalData;
