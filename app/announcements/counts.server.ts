import { setTimeout } from 'node:timers/promises';

import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** Nobody waits for it, and nothing fails by it; of a process that is killed those of the last second are lost. */
export function countSent({ db, now, closing, log }: Current, announcementIds: readonly string[]): void {
  if (announcementIds.length === 0) return;
  const day = now().toISOString().slice(0, 10);
  const writing = db.state.get(createCounts).run(day, { db, closing, day, announcementIds });
  writing.catch((err: unknown) => log.warn({ err }, 'announcements that were sent are not counted'));
}

interface AnnouncementsNote {
  readonly db: Database;
  readonly closing: AbortSignal;
  readonly day: string;
  readonly announcementIds: readonly string[];
}

/** Milliseconds between two statements, so that many requests are few of them. */
const SPACING = 1000;
const MAX_BATCH = 20_000;
const createCounts = () => new Batcher<AnnouncementsNote, void>(writeCounts, MAX_BATCH);

async function writeCounts(notes: AnnouncementsNote[]): Promise<void[]> {
  const [first] = notes;
  if (first === undefined) return [];
  const { db, day, closing } = first;
  const ids = notes.flatMap(({ announcementIds }) => announcementIds);
  const sums = [...Map.groupBy(ids, (id) => id)].map(([id, same]) => ({ id, count: same.length }));
  await retryAfterDeadlock(db, () =>
    db.query(sql`
      insert into announcement_days as held (announcement_id, day, sent)
      select id, ${day}::date, count
      from unnest(${sums.map(({ id }) => id)}::uuid[], ${sums.map(({ count }) => count)}::int[]) s(id, count)
      join announcements on announcement_id = id order by id
      on conflict (announcement_id, day) do update set sent = held.sent + excluded.sent`),
  );
  // A process that stops writes the rest at once.
  await setTimeout(SPACING, undefined, { ref: false, signal: closing }).catch(() => undefined);
  return notes.map(() => undefined);
}
