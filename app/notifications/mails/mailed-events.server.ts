import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { EventCatalog, EventWords } from '../event-kind.server.ts';
import type { MailPace } from '../notification.ts';
import { findEventWords } from '../visible-notifications.server.ts';
import { planDigests } from './digest-plans.server.ts';
import type { DigestPace } from './mail-payloads.ts';

/** Events of one mail. */
const MAX_EVENTS = 100;

export interface MailedEvent extends EventWords {
  readonly kind: string;
  /** What is followed, for which they were told. */
  readonly subject: string | null;
}

/**
 * What a mail tells, which no other mail tells: as its reader wants it and may see it now. The same again for the same mail, which is
 * sent again after a kill. @param which the deliveries among those that wait for a mail of the pace
 */
export function claimEvents(
  outer: Current,
  catalog: EventCatalog,
  { userId, pace, mailKey }: { userId: string; pace: MailPace; mailKey: string },
  which: Sql,
): Promise<MailedEvent[]> {
  return inTransaction(outer, async (current) => {
    const rows = await current.db.query<TakenRow>(sql`
      update notification_deliveries set mail_state = 'taken', mail_key = ${mailKey}
      where user_id = ${userId} and (event_key, kind) in (
        select event_key, kind from notification_deliveries
        where user_id = ${userId} and mail = ${pace} and ${which}
          and (mail_state = 'due' or mail_state = 'taken' and mail_key = ${mailKey})
        order by at desc, event_key limit ${MAX_EVENTS}::integer)
      returning event_key, kind, subject, details, at`);
    if (rows.length === MAX_EVENTS && pace !== 'now') await planDigests(current, pace, [userId]);
    if (rows.length === 0) return [];
    const wanted = await keepWanted(current, catalog, userId, pace, rows);
    return keepVisible(current, catalog, userId, wanted);
  });
}

type TakenRow = Pick<Row<'notification_deliveries'>, 'event_key' | 'kind' | 'subject' | 'at'> &
  Columns<'notification_deliveries', { details: never }>;

/** What they have turned off since is not told, and what they want at another pace waits for that. */
async function keepWanted(
  current: Current,
  { events }: EventCatalog,
  userId: string,
  pace: MailPace,
  rows: readonly TakenRow[],
): Promise<TakenRow[]> {
  const settings = await current.db.query<Pick<Row<'notification_settings'>, 'kind' | 'mail'>>(sql`
    select kind, mail from notification_settings where user_id = ${userId}`);
  const mutes = await current.db.query<Pick<Row<'notification_mutes'>, 'subject'>>(sql`
    select subject from notification_mutes where user_id = ${userId}
      and subject = any(${rows.flatMap(({ subject }) => subject ?? [])}::text[])`);
  const muted = new Set(mutes.map(({ subject }) => subject));
  const chosen = new Map(settings.map(({ kind, mail }) => [kind, mail]));
  const findChoice = ({ kind, subject }: TakenRow) => {
    if (subject !== null && muted.has(subject)) return 'off';
    return chosen.get(kind) ?? events.find(({ id }) => id === kind)?.mail ?? 'off';
  };
  const byChoice = Map.groupBy(rows, findChoice);
  await leaveOut(current, userId, byChoice.get('off') ?? [], sql`mail_state = 'off'`);
  for (const other of (['daily', 'weekly'] satisfies DigestPace[]).filter((one) => one !== pace)) {
    const moved = byChoice.get(other) ?? [];
    if (moved.length === 0) continue;
    await leaveOut(current, userId, moved, sql`mail = ${other}, mail_state = 'due', mail_key = null`);
    await planDigests(current, other, [userId]);
  }
  // What is wanted at once by now is not kept back by a digest that is here already.
  return rows.filter((row) => findChoice(row) === pace || findChoice(row) === 'now');
}

async function leaveOut({ db }: Current, userId: string, rows: readonly TakenRow[], set: Sql): Promise<void> {
  if (rows.length === 0) return;
  await db.query(sql`
    update notification_deliveries d set ${set}
    from unnest((select ${rows.map((row) => row.event_key)}::text[]), (select ${rows.map((row) => row.kind)}::text[]))
      r(event_key, kind)
    where d.user_id = ${userId} and d.event_key = r.event_key and d.kind = r.kind`);
}

async function keepVisible(
  current: Current,
  catalog: EventCatalog,
  userId: string,
  rows: readonly TakenRow[],
): Promise<MailedEvent[]> {
  const role = (await current.findRole(userId)) ?? 'public';
  const least = new Map(catalog.events.map((kind) => [kind.id, kind.least]));
  const allowed = rows.filter(({ kind }) => isAtLeast(role, least.get(kind) ?? 'super'));
  const words = await findEventWords(current, catalog, { userId, role }, allowed);
  const wordsOfRow = ({ kind, event_key: key }: TakenRow) => words.get(`${kind} ${key}`);
  const gone = rows.filter((row) => wordsOfRow(row) === undefined);
  await leaveOut(current, userId, gone, sql`mail_state = 'gone'`);
  return rows
    .toSorted((one, other) => Number(other.at) - Number(one.at))
    .flatMap((row) => {
      const own = wordsOfRow(row);
      return own === undefined ? [] : [{ ...own, kind: row.kind, subject: row.subject }];
    });
}

/** The mail reaches nobody: no other one tells what it would have told. */
export async function noteMailUndelivered({ db }: Current, userId: string, mailKey: string): Promise<void> {
  await db.query(sql`
    update notification_deliveries set mail_state = 'undelivered'
    where user_id = ${userId} and mail_key = ${mailKey} and mail_state = 'taken'`);
}

/** The mail server has taken the mail. */
export async function noteMailSent({ db, now }: Current, userId: string, mailKey: string): Promise<void> {
  await db.query(sql`
    update notification_deliveries set mail_state = 'sent', mailed_at = ${now()}
    where user_id = ${userId} and mail_key = ${mailKey} and mail_state = 'taken'`);
}
