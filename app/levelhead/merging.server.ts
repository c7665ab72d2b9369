import { inTransaction } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import { mergeNamedItem } from '#app/storage/merging.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CRATE } from './level.ts';

/** What sets count follows them; a rank is no sum. */
const COUNTED = ['NumFollowing', 'Subscribers'];
const RANKS = ['CampaignProg'];

/** The item of a player is called as their account. Of two the kept one stays, and has done what both have done. */
export const mergedPlayer: Merger = {
  name: 'levelhead.player',
  run: async (current, { goneId, keptId }) => {
    const changed = await mergeNamedItem(current, CRATE, {
      from: goneId,
      into: keptId,
      skipped: COUNTED,
      ranks: RANKS,
    });
    return { changed, next: undefined };
  },
};

const DAY_COUNTS = [
  'plays',
  'wins',
  'players',
  'seconds',
  'likes',
  'favorites',
  'subscribers',
  'exposure',
  'tips',
  'played',
]
  .concat('tipped', 'exposed', 'published')
  .map((name) => sql.raw(name));

/** What both did on one day is added. */
export const mergedDays: Merger = {
  name: 'levelhead.days',
  run: async (current, { goneId, keptId }) => {
    const [row] = await current.db.query<{ changed: number }>(sql`
      with gone as (
        delete from levelhead_daily where (crate_id, kind, subject_id, day) in (
          select crate_id, kind, subject_id, day from levelhead_daily
          where kind = 'player' and crate_id = ${CRATE} and subject_id = ${goneId} limit ${ERASURE_STEP}::int)
        returning *
      ), added as (
        insert into levelhead_daily as d (crate_id, kind, subject_id, day, ${sql.join(DAY_COUNTS, ', ')})
        select crate_id, kind, ${keptId}::text, day, ${sql.join(DAY_COUNTS, ', ')} from gone
        on conflict (crate_id, kind, subject_id, day) do update
          set ${sql.join(
            DAY_COUNTS.map((name) => sql`${name} = d.${name} + excluded.${name}`),
            ', ',
          )}
      )
      select count(*)::int as changed from gone`);
    const changed = row?.changed ?? 0;
    return { changed, next: changed < ERASURE_STEP ? undefined : 'more' };
  },
};

/** In the slots that are free; what finds none goes, as the fifty-first would. */
export const mergedSearches: Merger = {
  name: 'levelhead.searches',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const moved = await db.query(sql`
        with free as (
          select slot, row_number() over (order by slot) as place from generate_series(0, 49) slot
          where slot not in (select slot from levelhead_searches where user_id = ${keptId})
        ), own as (
          select slot, row_number() over (order by created_at, slot) as place from levelhead_searches
          where user_id = ${goneId}
        )
        update levelhead_searches s set user_id = ${keptId}, slot = free.slot, default_since = null
        from own join free using (place) where s.user_id = ${goneId} and s.slot = own.slot returning 1`);
      return { changed: moved.length, next: undefined };
    }),
};
