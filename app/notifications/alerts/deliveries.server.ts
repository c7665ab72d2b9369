import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { describeSubjects } from '#app/following/follows.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { visibleKinds, findEventWords } from '../visible-notifications.server.ts';
import type { DeliveryEntry } from './alert-choice.ts';

const PAGE = 30;

/** What the actor was told lately, how, and why; without words what is gone. @throws Problem 401 */
export async function findDeliveries(current: Current, catalog: EventCatalog): Promise<DeliveryEntry[]> {
  const userId = requireUser(current);
  const kinds = visibleKinds(current, catalog);
  const rows = await current.db.query<DeliveryRow>(sql`
    select event_key, kind, subject, details, at, on_site, mail, mail_state from notification_deliveries
    where user_id = ${userId} and kind = any(${kinds}::text[]) order by at desc, event_key limit ${PAGE}::integer`);
  const [text, words, subjects] = await Promise.all([
    getText(current.locale),
    findEventWords(current, catalog, { userId, role: current.actor.role }, rows),
    describeSubjects(current, catalog.subjects, [...new Set(rows.flatMap(({ subject }) => subject ?? []))]),
  ]);
  return rows.map((row) => {
    const own = words.get(`${row.kind} ${row.event_key}`);
    const kind = catalog.events.find(({ id }) => id === row.kind);
    return {
      key: `${row.kind} ${row.event_key}`,
      at: row.at.toISOString(),
      words: own && text(own.text, { ...own.values, count: 1 }),
      kind: kind === undefined ? row.kind : text(kind.title),
      onSite: row.on_site,
      mail: text(kind?.mail === 'own' ? 'notify.log.own' : STATE_WORDS[row.mail_state ?? 'none']),
      why: row.subject === null ? undefined : subjects.get(row.subject)?.title,
    };
  });
}

const STATE_WORDS = {
  none: 'notify.log.none',
  due: 'notify.log.due',
  taken: 'notify.log.due',
  sent: 'notify.log.sent',
  off: 'notify.log.off',
  gone: 'notify.log.gone',
  undelivered: 'notify.log.undelivered',
} as const;

type DeliveryRow = Pick<Row<'notification_deliveries'>, 'event_key' | 'kind' | 'subject' | 'at' | 'on_site' | 'mail'> &
  Columns<'notification_deliveries', { details: never; mail_state: keyof typeof STATE_WORDS | null }>;
