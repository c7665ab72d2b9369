import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Erasure, Merger, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** They hold none any more; what they were given is spent, and no other gets it. Codes and perks still count them. */
const grants: Erasure = {
  name: 'perks.grants',
  run: (current, { userId }) =>
    inTransaction(current, async ({ db, now }) => {
      // First, as who gives a perk does: in another order two would wait for each other.
      await db.query(sql`select perk_id from perks
        where perk_id in (select perk_id from perk_grants where user_id = ${userId}::text) order by perk_id for update`);
      const rows = await db.query(sql`
        with gone as (
          delete from perk_grants where (user_id, grant_id) in (
            select user_id, grant_id from perk_grants where user_id = ${userId}::text limit ${ERASURE_STEP}::integer)
          returning perk_id, grant_id, revoked_at
        ), spent as (
          update perk_keys k set state = 'spent', state_at = ${now()}, user_id = null, grant_id = null from gone
          where k.perk_id = gone.perk_id and k.grant_id = gone.grant_id
        ), bought as (
          update perk_purchases p set grant_id = null from gone
          where p.user_id = ${userId}::text and p.perk_id = gone.perk_id and p.grant_id = gone.grant_id
        ), counted as (
          update perks p set held = p.held - gone.held
          from (select perk_id, count(*)::integer as held from gone where revoked_at is null group by perk_id) gone
          where p.perk_id = gone.perk_id
        )
        select from gone`);
      return { changed: rows.length, next: rows.length < ERASURE_STEP ? undefined : 'more' };
    }),
};

/** All of both: they are counted on, and of two by the same code, rule or message the later one forgets where it came from. */
const mergedGrants: Merger = {
  name: 'perks.grants',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const moved = await db.query(sql`
        with chosen as (
          select g.grant_id, g.perk_id, row_number() over (partition by g.perk_id order by g.ordinal) as place
          from perk_grants g where g.user_id = ${goneId} order by g.perk_id, g.ordinal limit ${ERASURE_STEP}::int
        ), last as (
          select perk_id, max(ordinal) as ordinal from perk_grants where user_id = ${keptId} group by perk_id
        )
        update perk_grants g set user_id = ${keptId}, ordinal = coalesce(last.ordinal, 0) + chosen.place,
          origin = case when exists (select from perk_grants k where k.user_id = ${keptId} and k.perk_id = g.perk_id
            and k.way = g.way and k.origin = g.origin) then null else g.origin end
        from chosen left join last using (perk_id)
        where g.user_id = ${goneId} and g.grant_id = chosen.grant_id returning 1`);
      return { changed: moved.length, next: moved.length < ERASURE_STEP ? undefined : 'more' };
    }),
};

export const perkErasure = {
  fates: {
    'perks.created_by': 'unnamed',
    'perks.details': 'nobody',
    'perk_batches.created_by': 'unnamed',
    'perk_grants.user_id': 'erased',
    'perk_grants.granted_by': 'unnamed',
    'perk_grants.revoked_by': 'unnamed',
    'perk_keys.user_id': 'unnamed',
    'perk_keys.added_by': 'unnamed',
    'perk_purchases.user_id': 'unnamed',
    'perk_rules.created_by': 'unnamed',
  },
  erasures: [grants],
  moves: {
    'perk_grants.user_id': 'merged',
  },
  mergers: [mergedGrants],
} as const satisfies PersonalData;

/** Those of deleted people that the law has nobody keep any longer. A job's: needs no role. */
export async function sweepPurchases({ db, now }: Current, years: number): Promise<void> {
  await db.query(sql`delete from perk_purchases
    where user_id like 'deleted%' and bought_at < ${now()}::timestamptz - ${years}::int * interval '1 year'`);
}
