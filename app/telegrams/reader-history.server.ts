import { findUserByEmail } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import type { CampaignKind, DeliveryEnd } from './campaigns/campaign.ts';
import { noReader } from './problems.ts';
import type { NewsletterPreferences } from './subscriber.ts';
import { findPreferences, findPreferencesByReader, toSubscriberId } from './subscribers.server.ts';

const LATEST = 50;

/** What newsletters have for a reader, and where each mail to them is; of an address nothing. */
interface ReaderHistory {
  readonly preferences: Pick<NewsletterPreferences, 'subscriptions' | 'suppressed'>;
  /** The latest campaigns first: steps of what greets a new reader, one after the other, and issues. */
  readonly mails: readonly ReaderMail[];
}

export interface ReaderMail {
  readonly campaignId: string;
  readonly name: string;
  readonly kind: CampaignKind;
  readonly state: DeliveryEnd | 'queued' | 'sending';
  /** When its turn comes; undefined for one that waits for the end of a trial. */
  readonly dueAt: Date | undefined;
  readonly doneAt: Date | undefined;
  readonly reason: string | undefined;
}

/** By address or @account, whichever gets a newsletter. Needs staff. @throws Problem 401, 403, 404 of nobody known */
export async function findReader(current: Current, words: string): Promise<string> {
  requireRole(current, 'staff');
  const [, given] = /^@?([A-Za-z0-9]{1,32})$/.exec(words) ?? [];
  const userId = given?.toLowerCase() ?? (await findUserByEmail(current, words));
  const ids = [
    ...(given === undefined ? [toSubscriberId({ email: words })] : []),
    ...(userId === undefined ? [] : [toSubscriberId({ userId })]),
  ];
  const known = await findPreferencesByReader(current, ids);
  const found = ids.find((id) => isKnown(known.get(id)));
  if (found === undefined) throw problemAt('reader', noReader);
  return found;
}

function isKnown(preferences: NewsletterPreferences | undefined): boolean {
  return preferences?.subscriber !== undefined || preferences?.suppressed !== undefined;
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getReaderHistory(current: Current, subscriberId: string): Promise<ReaderHistory> {
  requireRole(current, 'staff');
  const preferences = await findPreferences(current, subscriberId);
  if (!isKnown(preferences)) throw new Problem(noReader);
  const rows = await current.db.query<MailRow>(sql`
    select d.campaign_id, c.name, c.kind, d.state, nullif(d.due_at, 'infinity') as due_at, d.done_at, d.reason
    from telegram_deliveries d join telegram_campaigns c on c.campaign_id = d.campaign_id
    where d.subscriber_id = ${subscriberId} order by d.campaign_id desc limit ${LATEST}`);
  const { subscriptions, suppressed } = preferences;
  return { preferences: { subscriptions, suppressed }, mails: rows.map(mailFrom) };
}

type MailRow = Pick<Row<'telegram_deliveries'>, 'campaign_id' | 'state' | 'done_at' | 'reason'> &
  Pick<Row<'telegram_campaigns'>, 'name' | 'kind'> &
  Columns<'telegram_deliveries', { readonly due_at: Date | null }>;

function mailFrom(row: MailRow): ReaderMail {
  return {
    campaignId: row.campaign_id,
    name: row.name,
    state: row.state as ReaderMail['state'],
    kind: row.kind as CampaignKind,
    dueAt: row.due_at ?? undefined,
    doneAt: row.done_at ?? undefined,
    reason: row.reason ?? undefined,
  };
}
