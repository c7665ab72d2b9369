import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { MAX_SUBJECT_BYTES } from '#app/following/subject.ts';
import type { UnsubscribeKind } from '#app/mail/unsubscribe-links.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { AnyEventKind, EventCatalog } from '../event-kind.server.ts';
import { ALERT_MAILS, readAlertToken, unsubscribePath } from '../mails/unsubscribe-links.server.ts';
import type { MailChoice } from '../notification.ts';
import { lockedChoice, noEventKind } from '../problems.ts';
import { visibleKinds } from '../visible-notifications.server.ts';
import type { AlertChoice } from './alert-choice.ts';

/** How the actor is told of each kind. @throws Problem 401 */
export async function findAlertChoices(current: Current, catalog: EventCatalog): Promise<AlertChoice[]> {
  const userId = requireUser(current);
  const visible = new Set(visibleKinds(current, catalog));
  const rows = await current.db.query<Pick<Row<'notification_settings'>, 'kind' | 'on_site' | 'mail'>>(sql`
    select kind, on_site, mail from notification_settings where user_id = ${userId}`);
  const text = await getText(current.locale);
  return catalog.events
    .filter(({ id }) => visible.has(id))
    .map(({ id, title, about, isCritical = false, mail }) => {
      const row = rows.find(({ kind }) => kind === id);
      return {
        kind: id,
        title: text(title),
        about: text(about),
        isLocked: isCritical,
        onSite: isCritical || (row?.on_site ?? true),
        mail: mail === 'own' ? 'own' : ((row?.mail as MailChoice | undefined) ?? mail),
      };
    });
}

interface AlertChange {
  readonly kind: string;
  readonly onSite: boolean;
  readonly mail: MailChoice;
}

/** All or none of them. @throws Problem 401, 404 for a kind of which the actor is not told, 409 for what is locked */
export async function changeAlerts(
  current: Current,
  catalog: EventCatalog,
  wanted: readonly AlertChange[],
): Promise<AnyEventKind[]> {
  const userId = requireUser(current);
  const visible = visibleKinds(current, catalog);
  const kinds = catalog.events.filter(({ id }) => visible.includes(id) && wanted.some(({ kind }) => kind === id));
  if (kinds.length === 0 || wanted.some(({ kind }) => !kinds.some(({ id }) => id === kind))) {
    throw new Problem(noEventKind);
  }
  const changes = kinds.map(({ id, isCritical = false, mail }) => {
    const change = wanted.find(({ kind }) => kind === id);
    if (isCritical && change?.onSite !== true) throw new Problem(lockedChoice);
    return { id, onSite: change?.onSite === true, mail: mail === 'own' ? 'off' : (change?.mail ?? 'off') };
  });
  await current.db.query(sql`
    insert into notification_settings (user_id, kind, on_site, mail)
    select ${userId}, c.kind, c.on_site, c.mail
    from unnest((select ${changes.map(({ id }) => id)}::text[]), (select ${changes.map(({ onSite }) => onSite)}::boolean[]),
      (select ${changes.map(({ mail }) => mail)}::text[])) c(kind, on_site, mail) order by c.kind
    on conflict (user_id, kind) do update set on_site = excluded.on_site, mail = excluded.mail`);
  return kinds;
}

/** @throws Problem 401 */
export async function muteSubject(current: Current, subject: string, isMuted: boolean): Promise<void> {
  const userId = requireUser(current);
  if (Buffer.byteLength(subject) > MAX_SUBJECT_BYTES) throw new Problem(noEventKind);
  await current.db.query(
    isMuted
      ? sql`insert into notification_mutes (user_id, subject)
          select ${userId}, ${subject} where (
            select count(*) from (select from notification_mutes where user_id = ${userId} limit ${MAX_MUTES}::integer) m
          ) < ${MAX_MUTES}
          on conflict (user_id, subject) do nothing`
      : sql`delete from notification_mutes where user_id = ${userId} and subject = ${subject}`,
  );
}

const MAX_MUTES = 1000;

/** What the actor follows and is not told of, of the given subjects. @throws Problem 401 */
export async function findMuted(current: Current, subjects: readonly string[]): Promise<Set<string>> {
  const userId = requireUser(current);
  const rows = await current.db.query<Pick<Row<'notification_mutes'>, 'subject'>>(sql`
    select subject from notification_mutes where user_id = ${userId} and subject = any(${[...subjects]}::text[])`);
  return new Set(rows.map(({ subject }) => subject));
}

/** Who holds the link has got the mail, and needs no session. @returns the kind or digest @throws Problem 404 */
export async function unsubscribe(current: Current, catalog: EventCatalog, token: string): Promise<string> {
  const { userId, scope } = readAlertToken(current, token);
  const kinds = catalog.events.filter(({ id, mail }) => id === scope || (isDigest(scope) && mail !== 'own'));
  await current.db.query(sql`
    insert into notification_settings (user_id, kind, on_site, mail)
    select ${userId}, k.kind, true, 'off'
    from unnest((select ${kinds.map(({ id }) => id)}::text[]), (select ${kinds.map(({ mail }) => mail)}::text[])) k(kind, mail)
    where not ${isDigest(scope)} or k.mail = ${scope} or exists (
      select from notification_settings s where s.user_id = ${userId} and s.kind = k.kind and s.mail = ${scope})
    on conflict (user_id, kind) do update set mail = excluded.mail
    where not ${isDigest(scope)} or notification_settings.mail = ${scope}`);
  return scope;
}

export function alertUnsubscribeLinks(catalog: EventCatalog): UnsubscribeKind {
  return {
    name: ALERT_MAILS,
    pathToPage: (current, token) => unsubscribePath(readAlertToken(current, token), token),
    unsubscribe: (current, token) => unsubscribe(current, catalog, token),
  };
}

function isDigest(scope: string): boolean {
  return scope === 'daily' || scope === 'weekly';
}
