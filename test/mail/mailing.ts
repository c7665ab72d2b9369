import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { openMailer, systemCurrent } from '#app/door/parts.server.ts';
import type { SiteParts } from '#app/door/parts.server.ts';

import type { TestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';
import { startMailServer } from './mail-server.ts';
import type { ReceivedMail } from './mail-server.ts';

/** A site whose mail goes to a real server. */
export interface MailingSite {
  readonly parts: SiteParts;
  readonly current: Current;
  readonly taken: ReceivedMail[];
  /** What was logged, line by line. */
  readonly lines: Record<string, unknown>[];
}

/** The site with a mail server, until the end of the test. @param judge what it says to a mail; undefined takes it */
export async function mailing(
  site: TestSite,
  judge: (source: string) => Error | undefined = () => undefined,
  variables: Record<string, string> = {},
): Promise<MailingSite> {
  const taken: ReceivedMail[] = [];
  const options: SMTPServerOptions = {
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        const refused = judge(source);
        if (refused === undefined)
          taken.push({ from: '', to: session.envelope.rcptTo.map(({ address }) => address), source });
        done(refused ?? null);
      });
    },
  };
  const { url } = await startMailServer(options);
  const from = 'The Site <site@example.com>';
  const sending = { ...variables, SMTP_URL: url, MAIL_FROM: from };
  const mailer = openMailer(openTestApp(site, sending).parts);
  onTestFinished(() => mailer.close());
  const { parts, lines } = openTestApp(site, sending, { mailer });
  return { parts, lines, taken, current: { ...systemCurrent(parts), address: '203.0.113.7' } };
}
