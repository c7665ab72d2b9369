-- Equal errors are one row that counts them, and what browsers tell is bounded in all.

-- One row for each error: its message, and where it was thrown, are alike. Distributed by error.
alter table telemetry_errors rename to telemetry_error_events;

create table telemetry_errors (
  error_hash    bytea primary key,
  id            uuid not null,
  -- As they were first in the release that met it last.
  message       text not null,
  trace         text not null,
  context       text not null,
  -- Of the site when it was met last.
  version       text collate "C" not null,
  -- Alike for errors of the same kind and place, whatever their numbers and names.
  fingerprint   bytea not null,
  occurrences   bigint not null check (occurrences > 0),
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  -- Of the last one: by the browser's own clock, and who met it.
  at            timestamptz not null,
  visitor       bytea not null,
  -- Whether bots alone have met it.
  bot           boolean not null
);
create index telemetry_errors_by_time on telemetry_errors (last_seen_at, id);

create table telemetry_error_counts (
  error_hash  bytea not null,
  -- Of UTC.
  day         date not null,
  bot         boolean not null,
  occurrences bigint not null check (occurrences > 0),
  -- A place for each visitor, by their hash: how many are set tells about how many there were.
  visitors    bit(1024) not null,
  primary key (error_hash, day, bot)
);
create index telemetry_error_counts_by_day on telemetry_error_counts (day);

-- How many rows each day has added; one that is larger than a kilobyte counts as several. One row for each day, which a batch
-- of requests changes once.
create table telemetry_row_counts (
  day  date primary key,
  rows bigint not null,
  -- What the days before it left of the bound in all, when it last added some.
  room bigint not null
);

insert into telemetry_errors (error_hash, id, message, trace, context, version, fingerprint, occurrences, first_seen_at,
  last_seen_at, at, visitor, bot)
  select distinct on (error_hash) error_hash, id, message, trace, context, '', fingerprint, count(*) over same,
    min(received_at) over same, received_at, at, visitor, bool_and(bot) over same
  from (select *, substr(sha256(convert_to(message || E'\n' || trace, 'UTF8')), 1, 16) as error_hash
    from telemetry_error_events) event
  window same as (partition by error_hash)
  order by error_hash, received_at desc, id desc;

insert into telemetry_error_counts (error_hash, day, bot, occurrences, visitors)
  select substr(sha256(convert_to(message || E'\n' || trace, 'UTF8')), 1, 16), (received_at at time zone 'UTC')::date, bot,
    count(*), bit_or(set_bit(repeat('0', 1024)::bit(1024), (get_byte(visitor, 0) * 256 + get_byte(visitor, 1)) % 1024, 1))
  from telemetry_error_events group by 1, 2, 3;

insert into telemetry_row_counts (day, rows, room)
  select day, sum(rows), sum(rows) from (
    select (received_at at time zone 'UTC')::date as day, count(*) as rows from telemetry_page_views group by 1
    union all
    select day, count(*) from telemetry_error_counts group by 1
  ) added group by day;

drop table telemetry_error_events;
