import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { StoredMail } from '#lib/mail/mailer.server.ts';

import { runJobs } from './mail/jobs.ts';
import { openVisitor } from './people/visitor.ts';
import type { TestSite } from './site.ts';

type SubscriptionRow = Pick<Row<'newsletter_subscriptions'>, 'subscription_id' | 'state'> &
  Pick<Row<'subscribers'>, 'email' | 'user_id'>;

/** Readers of newsletters, by their mails and forms. */
interface NewsletterReaders {
  /** Forgets all readers. @returns an address that nobody has written to, because mails to one are counted */
  readonly begin: () => Promise<string>;
  readonly rows: () => Promise<SubscriptionRow[]>;
  /** The newest mail first. */
  readonly mailsTo: (address: string) => StoredMail[];
  readonly signUp: (fields: Record<string, string>) => Promise<Response>;
  readonly signUpAsPlayer: (fields: Record<string, string>) => Promise<Response>;
  /** Signs up, reads the mail and presses the button of its page. @returns the path of the link */
  readonly join: (email: string, subscribe?: string) => Promise<string>;
  /** The path of the page where a reader changes what they get. */
  readonly preferencesOf: (email: string) => Promise<string>;
}

export function newsletterReaders(site: TestSite): NewsletterReaders {
  const mailsTo = (address: string) => site.parts.mailer.keptMails().filter(({ to }) => to === address);
  const signUp = (fields: Record<string, string>) => openVisitor(site).post('/telegrams', fields);
  let begun = 0;
  return {
    async begin() {
      await site.parts.db.query(sql`truncate subscribers, newsletter_suppressions cascade`);
      return `ann${(begun += 1)}@example.com`;
    },
    mailsTo,
    signUp,
    rows: () =>
      site.parts.db.query<SubscriptionRow>(sql`select s.email, s.user_id, n.subscription_id, n.state
        from subscribers s join newsletter_subscriptions n using (subscriber_id) order by s.email, n.subscription_id`),
    signUpAsPlayer: (fields) => site.submit('player', '/telegrams', fields),
    async join(email, subscribe = 'ballyhoo') {
      await signUp({ subscribe, email });
      await runJobs(site);
      const path = linkIn(mailsTo(email)[0]?.text);
      await openVisitor(site).post(path, {});
      return path;
    },
    async preferencesOf(email) {
      await signUp({ intent: 'telegrams.link', email });
      await runJobs(site);
      return linkIn(mailsTo(email)[0]?.text);
    },
  };
}

/** The path of the link in a mail. */
export function linkIn(text = ''): string {
  const [link = ''] = /https?:\/\/\S+\/(?:confirmation\/|telegrams\?manage=)[\w.%=-]+/.exec(text) ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** The text of a page's main part. */
export async function wordsOf(response: Response): Promise<string> {
  const [, main = ''] = /<main[^>]*>([^]*?)<\/main>/.exec(await response.text()) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}
