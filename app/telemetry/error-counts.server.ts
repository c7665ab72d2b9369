import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

/** Places of a day's visitors of one error: 1,000 visitors are told to within some percent, and a few exactly. */
const SLOTS = 1024;

/**
 * Counts errors up, and keeps those that are new. Statements that follow `with` the fresh events of a batch.
 * @param day of UTC  @returns `added`: how many rows came to be, as `measureRows` counts them
 */
export function countErrorsUp(day: string, measureRows: (bytes: Sql) => Sql): Sql {
  return sql`counted as (
      insert into telemetry_error_counts as kept (error_hash, day, bot, version, occurrences, visitors, last_at)
      select error_hash, ${day}::date, bot, version, count(*), bit_or(${PLACE_OF_VISITOR}), max(received_at) from fresh
      group by error_hash, bot, version order by error_hash, bot, version
      on conflict (error_hash, day, bot, version) do update set
        occurrences = kept.occurrences + excluded.occurrences, visitors = kept.visitors | excluded.visitors,
        last_at = greatest(kept.last_at, excluded.last_at)
      returning error_hash, bot, version, occurrences
    ), latest as (
      select distinct on (error_hash) *, count(*) over same as occurrences, bool_and(bot) over same as is_bot
      from fresh window same as (partition by error_hash) order by error_hash, received_at desc, id desc
    ), saved as (
      insert into telemetry_errors as kept (error_hash, id, message, trace, context, version, fingerprint, occurrences,
        first_seen_at, last_seen_at, at, visitor, bot)
      select error_hash, id, message, trace, context, version, fingerprint, occurrences,
        received_at, received_at, at, visitor, is_bot from latest order by error_hash
      on conflict (error_hash) do update set occurrences = kept.occurrences + excluded.occurrences,
        last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at), at = excluded.at, visitor = excluded.visitor,
        bot = kept.bot and excluded.bot, version = excluded.version,
        trace = case when kept.version = excluded.version then kept.trace else excluded.trace end,
        context = case when kept.version = excluded.version then kept.context else excluded.context end
      returning error_hash, occurrences, octet_length(message) + octet_length(trace) + octet_length(context) as bytes
    )
    select (select count(*) from counted join (select error_hash, bot, version, count(*) as sent from fresh group by 1, 2, 3) same
        using (error_hash, bot, version) where counted.occurrences = same.sent)
      + (select coalesce(sum(${measureRows(sql`bytes`)}), 0) from saved join latest using (error_hash)
        where saved.occurrences = latest.occurrences) as added`;
}

/** About how many visitors have their places in `places`, an aggregate: two may have one. */
export function countVisitors(slots: Sql): Sql {
  return sql`round(-${SLOTS}::float * ln(greatest(${SLOTS} - bit_count(${slots}), 1) / ${SLOTS}::float))::bigint`;
}

const PLACE_OF_VISITOR = sql`set_bit(repeat('0', ${SLOTS})::bit(1024),
  (get_byte(visitor, 0) * 256 + get_byte(visitor, 1)) % ${SLOTS}, 1)`;
