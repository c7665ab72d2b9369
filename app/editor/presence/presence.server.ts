import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ItemKey } from '../schedule.ts';
import type { PresentPerson } from './presence.ts';

/** After which a tab that was not seen is gone: its process was killed, or its network. */
const GONE_MS = 25_000;
const MAX_PEOPLE = 32;

/** Who came first, first. Permission is up to the caller. */
export async function findPresentPeople(current: Current, { crateId, itemId }: ItemKey): Promise<PresentPerson[]> {
  const rows = await current.db.query<PersonRow>(sql`
    select user_id, min(since) as since, min(writing_since) as writing_since from editor_presence
    where crate_id = ${crateId} and item_id = ${itemId} and seen_at > ${goneAt(current)}
    group by user_id order by min(since), user_id limit ${MAX_PEOPLE}::integer`);
  return rows.map(({ user_id: userId, since, writing_since }) => ({
    userId,
    since: since.toISOString(),
    writingSince: writing_since?.toISOString() ?? null,
  }));
}

/** For a page, which shows them without scripts too. Permission is up to the caller. */
export async function findNamedPeople(current: Current, itemKey: ItemKey): Promise<PresentPerson[]> {
  const people = await findPresentPeople(current, itemKey);
  const aliases = await findAliases(
    current,
    DEFAULT_CONTEXT,
    people.map(({ userId }) => userId),
  );
  const names = new Map(aliases.map(({ userId, alias }) => [userId, alias]));
  return people.map(({ userId, since, writingSince }) => ({ userId, name: names.get(userId), since, writingSince }));
}

type PersonRow = Pick<Row<'editor_presence'>, 'user_id' | 'since' | 'writing_since'>;

function goneAt({ now }: Pick<Current, 'now'>): Date {
  return new Date(now().getTime() - GONE_MS);
}

export interface PresentTab extends ItemKey {
  readonly tabId: string;
  readonly userId: string;
  /** Where no draft of their own says it. */
  readonly writingSince?: Date | undefined;
}

/** That it is still there; the first time, that it has come. What they have not saved is known from another tab. */
export async function recordTab(current: Current, tab: PresentTab): Promise<void> {
  const { crateId, itemId, tabId, userId, writingSince = null } = tab;
  const now = current.now();
  await current.db.query(sql`
    insert into editor_presence (crate_id, item_id, tab_id, user_id, since, writing_since, seen_at)
    values (${crateId}, ${itemId}, ${tabId}, ${userId}, ${now}, ${writingSince}, ${now})
    on conflict (crate_id, item_id, tab_id) do update set seen_at = excluded.seen_at`);
}

export async function forgetTab(current: Current, { crateId, itemId, tabId }: PresentTab): Promise<void> {
  await current.db.query(sql`
    delete from editor_presence where crate_id = ${crateId} and item_id = ${itemId} and tab_id = ${tabId}`);
  publishPresence(current, { crateId, itemId });
}

/** That somebody who has it open has typed something, or that it is saved or thrown away. */
export async function recordWriting(
  current: Current,
  { crateId, itemId }: ItemKey,
  { userId, isWriting }: { userId: string; isWriting: boolean },
): Promise<void> {
  const changed = await current.db.query(sql`
    update editor_presence set writing_since = ${isWriting ? current.now() : null}::timestamptz
    where crate_id = ${crateId} and item_id = ${itemId} and user_id = ${userId}
      and (writing_since is null) = ${isWriting}
    returning tab_id`);
  if (changed.length > 0) publishPresence(current, { crateId, itemId });
}

export function publishPresence({ db, pubSub }: Current, itemKey: ItemKey): void {
  db.whenCommitted(() => pubSub.publish(toTopic(itemKey)));
}

export function followPresence({ pubSub }: Current, itemKey: ItemKey, run: () => void): () => void {
  return pubSub.subscribe(toTopic(itemKey), run);
}

function toTopic({ crateId, itemId }: ItemKey): string {
  return `presence:${crateId} ${itemId}`;
}

export async function sweepPresence(current: Current): Promise<void> {
  await current.db.query(sql`delete from editor_presence where seen_at < ${goneAt(current)}`);
}
