import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import type { Current } from '#app/current/current.server.ts';
import { hasOptedOut } from '#app/telemetry/telemetry.server.ts';
import { hashVisitor } from '#app/telemetry/visitors.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { AudioFacts, Episode } from '../episode.ts';
import { detectApp } from './apps.ts';
import { BOTS } from './download.ts';

/**
 * Notes what of an episode has gone out to whoever asks. Once it is a minute of the sound, or all of it, it is a download,
 * once a day (UTC) for each address and app. Nobody waits for it, and nothing fails by it.
 * @param bytes that were sent, not those that were asked for
 */
export function countDownload(current: Current, request: Request, episode: HeardEpisode, bytes: number): void {
  if (bytes === 0 || hasOptedOut(request.headers)) return;
  noteSent(current, episode, bytes).catch((err: unknown) => {
    current.log.warn({ err, episodeId: episode.itemId }, 'a download is not counted');
  });
}

type HeardEpisode = Pick<Episode, 'itemId'> & { readonly audio: AudioFacts };

async function noteSent(current: Current, { itemId, audio }: HeardEpisode, bytes: number): Promise<void> {
  const { db, closing, address = '', browser } = current;
  const userAgent = browser.userAgent ?? '';
  const now = current.now();
  const mark = `\\x${await hashVisitor(db, now, { address, userAgent, of: itemId })}`;
  const day = now.toISOString().slice(0, 10);
  const part = { mark, app: detectApp(userAgent), bytes };
  const note = { db, closing, episodeId: itemId, day, least: leastBytes(audio), part };
  await db.state.get(createNotes).run(`${itemId} ${day}`, note);
}

const MIN_SECONDS = 60;

function leastBytes({ bytes, seconds }: AudioFacts): number {
  return seconds <= MIN_SECONDS ? bytes : Math.ceil((bytes / seconds) * MIN_SECONDS);
}

interface SentPart {
  readonly mark: string;
  readonly app: string;
  readonly bytes: number;
}

interface SentNote {
  readonly db: Database;
  readonly closing: AbortSignal;
  readonly episodeId: string;
  readonly day: string;
  /** How many bytes make a download. */
  readonly least: number;
  readonly part: SentPart;
}

const MAX_BATCH = 1024;
/** Milliseconds between two statements about one episode, so that many parts at once are few statements. */
const SPACING = 200;
/** Of one episode and day: what ends in the meantime is the next statement. */
const createNotes = () => new Batcher<SentNote, void>(writeNotes, MAX_BATCH);

async function writeNotes(notes: SentNote[]): Promise<void[]> {
  const [first] = notes;
  if (first === undefined) return [];
  const write = downloadsInsert(first, JSON.stringify(sumByMark(notes)), randomUUID());
  await retryAfterDeadlock(first.db, () => first.db.query(write));
  // A process that stops writes the rest at once.
  await setTimeout(SPACING, undefined, { ref: false, signal: first.closing }).catch(() => undefined);
  return notes.map(() => undefined);
}

/** One statement can change a row once. */
function sumByMark(notes: readonly SentNote[]): SentPart[] {
  return [...Map.groupBy(notes, ({ part }) => part.mark)].map(([mark, same]) => {
    return { mark, app: same[0]?.part.app ?? BOTS, bytes: same.reduce((sum, { part }) => sum + part.bytes, 0) };
  });
}

/** A mark that has become a download tells so by the id of its batch, whatever other processes write at the same time. */
function downloadsInsert({ episodeId, day, least }: SentNote, json: string, batch: string): Sql {
  return sql`
    with sent as (
      select * from json_to_recordset(${json}::json) as sent (mark bytea, app text, bytes bigint)
    ), noted as (
      insert into podcast_download_marks as kept (episode_id, day, mark, bytes, batch_id)
      select ${episodeId}::uuid, ${day}::date, mark, bytes, case when bytes >= ${least}::bigint then ${batch}::uuid end
      from sent order by mark
      on conflict (episode_id, day, mark) do update set bytes = kept.bytes + excluded.bytes,
        batch_id = case when kept.bytes + excluded.bytes >= ${least}::bigint then ${batch}::uuid end
      where kept.batch_id is null
      returning mark, batch_id
    )
    insert into podcast_download_days as kept (episode_id, day, app, downloads)
    select ${episodeId}::uuid, ${day}::date, app, count(*) from sent join noted using (mark)
    where batch_id = ${batch}::uuid group by app order by app
    on conflict (episode_id, day, app) do update set downloads = kept.downloads + excluded.downloads`;
}

/** Of days that are over; the salt that made them is gone by then. */
export async function sweepMarks({ db, now }: Current): Promise<void> {
  await db.query(sql`delete from podcast_download_marks where day < ${now().toISOString().slice(0, 10)}::date`);
}
