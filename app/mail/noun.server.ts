import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { mailAnswers } from './answers.server.ts';
import { mailErasure } from './erasure.server.ts';
import { inboundMailAnswers } from './inbound/answers.server.ts';
import { sweepBounces } from './inbound/bounces.server.ts';
import type { InboundMailHandler } from './inbound/inbound-mail-handler.server.ts';
import { SEND_MAIL } from './mail-queue.server.ts';
import type { QueuedMail } from './mail-queue.server.ts';
import { mailRows } from './personal-rows.server.ts';
import { sendMail } from './send-mail.server.ts';
import type { MailSender } from './send-mail.server.ts';
import type { UnsubscribeKind } from './unsubscribe-links.server.ts';

interface MailParts {
  readonly sender: MailSender;
  readonly unsubscribeKinds: readonly UnsubscribeKind[];
  readonly inboundMails: readonly InboundMailHandler[];
}

export const mail = ({ sender, unsubscribeKinds, inboundMails }: MailParts) => ({
  name: 'mail',
  answers: [...mailAnswers(unsubscribeKinds), ...inboundMailAnswers(inboundMails)],
  meanings: {
    parameters: {
      'mails rumpus-mail-from': 'Who sent the mail, as the sending server said; empty for a report.',
      'mails rumpus-mail-to': 'For whom the mail is, as the sending server said.',
      'mails rumpus-signature':
        't=<seconds since 1970>,v1=<hex of HMAC-SHA256 with INBOUND_HOOK_KEY over the time, the sender, the receiver and the mail, joined by line feeds>. Good for five minutes.',
      'mails token': 'From the link of a mail.',
    },
  },
  ...mailRows,
  jobs: (current: () => Current): Job[] => [
    { name: SEND_MAIL, run: (payload) => sendMail(current(), sender, payload as QueuedMail) },
    { name: 'mails:sweepBounces', cron: '41 4 * * *', run: () => sweepBounces(current()) },
  ],
  ...mailErasure,
});
