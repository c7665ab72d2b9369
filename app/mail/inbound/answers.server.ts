import { createHmac } from 'node:crypto';

import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { readBytes } from '#lib/calls/body.server.ts';
import { Problem } from '#lib/problem.ts';
import { isSameText } from '#lib/signed.server.ts';

import { mailsBusy, noReceiver, unreadableMail, unsignedMail } from '../problems.ts';
import { takeArrivingMail } from './calls.ts';
import { MAX_MAIL_BYTES, admitsReceiver, handleMail, holdMail } from './inbound-mail-handler.server.ts';
import type { InboundMailHandler } from './inbound-mail-handler.server.ts';

/** Seconds for which a signature is good, for clocks that differ. */
const MAX_AGE = 300;

export const inboundMailAnswers = (handlers: readonly InboundMailHandler[]): SiteAnswer[] => [
  answer(
    takeArrivingMail,
    async (current: Current, { headers, request }) => {
      const [from, to] = [headers['rumpus-mail-from'], headers['rumpus-mail-to']];
      const handler = handlers.find(({ knows }) => knows(current, to));
      const held = holdMail(current);
      try {
        // Nobody without a key may make us hold more than a few mails.
        const signature = readSignature(current, headers['rumpus-signature']);
        if (!held.take(Math.min(Number(request.headers.get('content-length')) || MAX_MAIL_BYTES, MAX_MAIL_BYTES)))
          throw busy();
        const source = await readBytes(request, MAX_MAIL_BYTES);
        const signed = createHmac('sha256', signature.key).update(`${signature.time}\n${from}\n${to}\n`).update(source);
        if (!isSameText(signed.digest('hex'), signature.value)) throw new Problem(unsignedMail);
        if (handler === undefined) throw new Problem(noReceiver);
        if (!(await admitsReceiver(current, to))) throw busy();
        const outcome = await handleMail(current, [{ to, handler }], source, { from, isTrusted: true });
        if (outcome === 'busy') throw busy();
        if (outcome === 'refused') throw new Problem(unreadableMail);
      } finally {
        held.close();
      }
      return { status: 204 };
    },
    {
      headers: {
        'rumpus-mail-to': 'complaints@in.example.com',
        'rumpus-signature': `t=1793520000,v1=${'0'.repeat(64)}`,
      },
      bytes: 'Subject: Hello',
      status: 403,
    },
  ),
];

/** For a provider, which comes again. */
function busy(): Problem {
  return new Problem(mailsBusy, { headers: { 'retry-after': '60' } });
}

/** `t=<seconds since 1970>,v1=<hex>`. @throws Problem 403 */
function readSignature({ config, now }: Current, text: string): { key: string; time: string; value: string } {
  const key = config.INBOUND_HOOK_KEY;
  const [, time = '', value = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text) ?? [];
  const age = Math.abs(now().getTime() / 1000 - Number(time));
  if (key === undefined || value === '' || age > MAX_AGE) throw new Problem(unsignedMail);
  return { key, time, value };
}
