import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findFollowers } from '#app/following/follows.server.ts';
import { sendMailsLater } from '#app/mail/mail-queue.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { EventCatalog, AnyEventKind } from './event-kind.server.ts';
import { publishNotifications } from './live.server.ts';
import { planDigests, quietEnds } from './mails/digest-plans.server.ts';
import { NOTIFICATION_MAIL } from './mails/mail-payloads.ts';
import type { NotificationPayload } from './mails/mail-payloads.ts';

/** Followers of one transaction: few, so that no request waits long beside it. */
const BATCH = 100;

interface EventKey {
  readonly kind: string;
  readonly key: string;
}

/** May be stopped anywhere, and goes on after its last whole batch; nobody is told twice. */
export async function fanOut(system: Current, catalog: EventCatalog, eventKey: EventKey): Promise<void> {
  const kind = catalog.events.find(({ id }) => id === eventKey.kind);
  if (kind === undefined) return;
  while (!system.closing.aborted) {
    const start = startWork();
    if (!(await notifyNextReaders(withHeavyPool(system), catalog, kind, eventKey.key))) return;
    await restAfter(system, start);
  }
  throw new Error('the process stops: another one goes on');
}

/** It rests as long as a batch took, for other processes, and again as far as this one is busy. */
const REST = { always: 0.5, whenBusy: 3 };

const startWork = () => ({ at: performance.now(), loop: performance.eventLoopUtilization() });

async function restAfter({ closing }: Current, { at, loop }: ReturnType<typeof startWork>): Promise<void> {
  const { utilization } = performance.eventLoopUtilization(loop);
  const rest = (REST.always + REST.whenBusy * utilization) * (performance.now() - at);
  await sleep(rest, undefined, { signal: closing }).catch(() => undefined);
}

/** @returns whether there is more to do */
function notifyNextReaders(current: Current, catalog: EventCatalog, kind: AnyEventKind, key: string): Promise<boolean> {
  return inTransaction(current, async (current) => {
    const [event] = await current.db.query<FanOutRow>(sql`
      select event_key, group_key, details, caused_by, user_ids, subjects, told_subjects, cursor from notification_events
      where event_key = ${key} and kind = ${kind.id} and told_at is null and withdrawn_at is null for update`);
    if (event === undefined) return false;
    if (!(await isStillThere(current, kind, event))) {
      await current.db.query(sql`update notification_events set withdrawn_at = ${current.now()}
        where event_key = ${key} and kind = ${kind.id}`);
      return false;
    }
    const { userIds: named, subject, ...next } = await nextReaders(current, catalog, event);
    const { caused_by: causer } = event;
    const leftOut = new Set(causer === null ? [] : await kind.leaveOut?.(current, named, causer));
    const userIds = named.filter((userId) => !leftOut.has(userId));
    const notified = await notifyReaders(current, kind, event, { userIds, subject });
    await current.db.query(sql`
      update notification_events set told_subjects = ${next.done}, cursor = ${next.cursor}, told = told + ${notified},
        told_at = ${next.isEnd ? current.now() : null}::timestamptz
      where event_key = ${key} and kind = ${kind.id}`);
    return !next.isEnd;
  });
}

type FanOutRow = Pick<
  Row<'notification_events'>,
  'event_key' | 'group_key' | 'caused_by' | 'user_ids' | 'subjects' | 'told_subjects' | 'cursor'
> &
  Columns<'notification_events', { details: never }>;

/** As the first who is named sees it, else as somebody who may see the least of all that are told. */
async function isStillThere(current: Current, kind: AnyEventKind, { event_key: key, details, user_ids }: FanOutRow) {
  const [named] = user_ids;
  const role = named === undefined ? undefined : await current.findRole(named);
  const reader = { userId: named ?? '', role: role ?? kind.least };
  return (await kind.show(current, reader, [{ key, details }])).size > 0;
}

interface NextReaders {
  readonly userIds: readonly string[];
  readonly subject: string | null;
  readonly done: number;
  readonly cursor: string;
  readonly isEnd: boolean;
}

/** First who are named, then the followers of one subject after the other. */
async function nextReaders(current: Current, { subjects }: EventCatalog, event: FanOutRow): Promise<NextReaders> {
  const { told_subjects: done, cursor, caused_by: causer } = event;
  const lists = event.subjects.length;
  const named = event.user_ids.length > 0 && done === 0 && cursor === '';
  if (named) {
    return { userIds: event.user_ids, subject: null, done: 0, cursor: NAMED_DONE, isEnd: lists === 0 };
  }
  const subject = event.subjects[done];
  if (subject === undefined) return { userIds: [], subject: null, done, cursor, isEnd: true };
  const page = await findFollowers(current, subjects, subject, cursor === NAMED_DONE ? '' : cursor, BATCH);
  const userIds = page.userIds.filter((userId) => userId !== causer);
  if (page.next !== undefined) return { userIds, subject, done, cursor: page.next, isEnd: false };
  return { userIds, subject, done: done + 1, cursor: '', isEnd: done + 1 >= lists };
}

/** No user id, and before all of them. */
const NAMED_DONE = ' ';

/** @returns how many had not been told before */
async function notifyReaders(
  current: Current,
  kind: AnyEventKind,
  event: FanOutRow,
  { userIds, subject }: Pick<NextReaders, 'userIds' | 'subject'>,
): Promise<number> {
  if (userIds.length === 0) return 0;
  const { event_key: key, group_key: group } = event;
  const [details, now] = [JSON.stringify(event.details), current.now()];
  const isLocked = kind.isCritical === true;
  const rows = await current.db.query<Pick<Row<'notification_deliveries'>, 'user_id' | 'mail' | 'on_site'>>(sql`
    with reader as (
      select r.user_id, ${isLocked}::boolean or coalesce(s.on_site, true) as on_site,
        ${kind.mail === 'own'}::boolean as has_own, coalesce(s.mail, ${kind.mail === 'own' ? 'off' : kind.mail}) as mail
      from unnest((select ${[...userIds]}::text[])) r(user_id)
      left join notification_settings s on s.user_id = r.user_id and s.kind = ${kind.id}
      where not exists (select from notification_mutes m where m.user_id = r.user_id and m.subject = ${subject}::text)
    ), delivered as (
      insert into notification_deliveries
        (user_id, event_key, kind, group_key, subject, details, at, on_site, mail, mail_state)
      select user_id, ${key}, ${kind.id}, ${group}, ${subject}::text, ${details}::jsonb, ${now}, on_site,
        case when not has_own then nullif(mail, 'off') end, case when not has_own and mail <> 'off' then 'due' end
      from reader where on_site or (not has_own and mail <> 'off')
      on conflict (user_id, event_key, kind) do nothing
      returning user_id, mail, on_site
    ), shown as (
      insert into notifications
        (user_id, notification_id, kind, group_key, event_key, subject, details, created_at, at)
      select user_id, gen_random_uuid(), ${kind.id}, ${group}, ${key}, ${subject}::text, ${details}::jsonb, ${now}, ${now}
      from delivered where on_site
      on conflict (user_id, kind, group_key) where is_open do update
      set size = notifications.size + 1, details = excluded.details, event_key = excluded.event_key, at = excluded.at,
        subject = excluded.subject, seen_at = null
    )
    select user_id, mail, on_site from delivered`);
  await mailReaders(current, kind, key, rows);
  publishNotifications(
    current,
    rows.filter(({ on_site }) => on_site).map(({ user_id }) => user_id),
  );
  return rows.length;
}

async function mailReaders(
  current: Current,
  kind: AnyEventKind,
  key: string,
  rows: readonly { user_id: string; mail: string | null }[],
): Promise<void> {
  const of = (pace: string) => rows.filter(({ mail }) => mail === pace).map(({ user_id }) => user_id);
  const [now, daily, weekly] = [of('now'), of('daily'), of('weekly')];
  if (daily.length > 0) await planDigests(current, 'daily', daily);
  if (weekly.length > 0) await planDigests(current, 'weekly', weekly);
  const quiet = now.length === 0 ? new Map<string, Date>() : await quietEnds(current, now);
  await sendMailsLater<NotificationPayload>(
    current,
    NOTIFICATION_MAIL,
    now.map((userId) => ({
      payload: { userId, kind: kind.id, key },
      key: `${kind.id} ${key} ${userId}`,
      runAt: quiet.get(userId),
    })),
  );
}

/** Who were told see it no longer, and no mail tells them; a group shrinks by it. A job's, batch by batch. */
export async function withdraw(system: Current, { kind, key }: EventKey): Promise<void> {
  while (!system.closing.aborted) {
    const start = startWork();
    const rows = await inTransaction(withHeavyPool(system), async (current) => {
      const gone = await current.db.query<GoneRow>(sql`
        delete from notification_deliveries where event_key = ${key} and kind = ${kind} and user_id = any(array(
          select user_id from notification_deliveries where event_key = ${key} and kind = ${kind}
          order by user_id limit ${BATCH}::integer))
        returning user_id, group_key, on_site`);
      const userIds = gone.filter(({ on_site }) => on_site).map(({ user_id }) => user_id);
      await shrink(current, kind, key, gone[0]?.group_key ?? '', userIds);
      publishNotifications(current, userIds);
      return gone;
    });
    if (rows.length < BATCH) return;
    await restAfter(system, start);
  }
  throw new Error('the process stops: another one goes on');
}

type GoneRow = Pick<Row<'notification_deliveries'>, 'user_id' | 'group_key' | 'on_site'>;

/** Who has several equal things is told of the latest that is left. */
async function shrink(current: Current, kind: string, key: string, group: string, userIds: string[]): Promise<void> {
  await current.db.query(sql`
    delete from notifications where user_id = any(${userIds}::text[]) and kind = ${kind} and group_key = ${group}
      and event_key = ${key} and size = 1`);
  await current.db.query(sql`
    update notifications n set size = n.size - 1, event_key = d.event_key, details = d.details, subject = d.subject
    from (
      select distinct on (user_id) user_id, event_key, details, subject from notification_deliveries
      where user_id = any(${userIds}::text[]) and kind = ${kind} and group_key = ${group}
      order by user_id, at desc
    ) d
    where n.user_id = d.user_id and n.kind = ${kind} and n.group_key = ${group} and n.is_open and n.size > 1`);
}
