import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';

import type { EventKind } from './event-kind.server.ts';

export const FAN_OUT = 'notifications:fanOut';
export const WITHDRAW = 'notifications:withdrawEvents';

export interface NewEvent<Details> {
  /** Of the cause: events of a kind with the same key are told once, for ever. */
  readonly key: string;
  /** Events of a kind with the same group are one notification that grows; the key by default. */
  readonly group?: string;
  readonly details: Details;
  /** Whose followers are told, each person once. */
  readonly subjects?: readonly string[];
  /** Who are told whatever they follow. */
  readonly userIds?: readonly string[];
  /** Who knows, having done it. */
  readonly causedBy?: string | undefined;
}

/** If the transaction of `current.db` commits. Permission is up to the caller. */
export async function notifyLater<Details extends object>(
  current: Current,
  kind: EventKind<Details>,
  { key, group = key, details, subjects = [], userIds = [], causedBy }: NewEvent<Details>,
): Promise<void> {
  const [added] = await current.db.query(sql`
    insert into notification_events (event_key, kind, group_key, details, at, caused_by, user_ids, subjects)
    values (${key}, ${kind.id}, ${group}, ${JSON.stringify(details)}, ${current.now()}, ${causedBy ?? null},
      ${[...userIds]}::text[], ${[...subjects]}::text[])
    on conflict (event_key, kind) do nothing returning event_key`);
  if (added === undefined) return;
  await enqueue(
    current.db,
    { name: FAN_OUT, payload: { kind: kind.id, key } },
    { key: `${FAN_OUT} ${kind.id} ${key}` },
  );
}

/** What waits to be told is told to nobody: of a world that is made all at once, before anybody is there. */
export async function discardPendingEvents({ db, now }: Current): Promise<void> {
  await db.query(
    sql`update notification_events set withdrawn_at = ${now()} where told_at is null and withdrawn_at is null`,
  );
}

/** Takes back what was told of causes that are gone: also what is being told. For ever, as it was told. */
export async function withdrawLater<Details>(
  current: Current,
  kind: EventKind<Details>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const rows = await current.db.query<Pick<Row<'notification_events'>, 'event_key'>>(sql`
    update notification_events set withdrawn_at = ${current.now()}
    where event_key = any(${[...keys]}::text[]) and kind = ${kind.id} and withdrawn_at is null
    returning event_key`);
  for (const { event_key: key } of rows) {
    await enqueue(
      current.db,
      { name: WITHDRAW, payload: { kind: kind.id, key } },
      { key: `${WITHDRAW} ${kind.id} ${key}` },
    );
  }
}
