import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { MailRecipient } from '#app/mail/mail-kind.server.ts';

/** Where an account reads its mail and in which locale; undefined for one that has no address. */
export async function findMailRecipient(current: Current, userId: string): Promise<MailRecipient | undefined> {
  const [row] = await current.db.query<{ address: string; locale: string | null }>(SELECT, [userId]);
  return row && { to: row.address, locale: localeOrDefault(row.locale) };
}

const SELECT = {
  name: 'account_addressee',
  text: `select e.address, a.locale from accounts a join account_emails e using (user_id)
    where a.user_id = $1 and e.is_primary`,
};
