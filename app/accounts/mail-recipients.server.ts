import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { MailRecipient } from '#app/mail/mail-kind.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** Where an account reads its mail and in which locale; undefined for one that has no address. */
export async function findMailRecipient(current: Current, userId: string): Promise<MailRecipient | undefined> {
  const [row] = await current.db.query<Pick<Row<'account_emails'>, 'address'> & Pick<Row<'accounts'>, 'locale'>>(sql`
    select e.address, a.locale from accounts a join account_emails e using (user_id)
    where a.user_id = ${userId} and e.user_id = ${userId} and e.is_primary`);
  return row && { to: row.address, locale: localeOrDefault(row.locale) };
}
