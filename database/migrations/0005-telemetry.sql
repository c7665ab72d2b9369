-- What browsers tell: raw rows in partitions of a month, which the deeds make and drop, and their sums of each day.
-- No address and no cookie is kept; `visitor` is a hash with the salt of the day, which is destroyed the day after.

create table telemetry_page_views (
  -- Of version 7, so that the newest come last.
  id            uuid not null,
  received_at   timestamptz not null,
  -- The browser's own clock, where it is within a day of ours.
  at            timestamptz not null,
  -- Address on this site, without what may tell a person.
  url           text not null,
  -- The same of this site; of others the origin alone.
  referer       text not null,
  path          text collate "C" not null,
  locale        text collate "C" not null,
  referrer_host text collate "C" not null,
  visitor       bytea not null,
  bot           boolean not null,
  primary key (received_at, id)
) partition by range (received_at);

create table telemetry_errors (
  id          uuid not null,
  received_at timestamptz not null,
  at          timestamptz not null,
  message     text not null,
  trace       text not null,
  context     text not null,
  -- Alike for errors of the same kind and place.
  fingerprint bytea not null,
  visitor     bytea not null,
  bot         boolean not null,
  primary key (received_at, id)
) partition by range (received_at);

-- The ids that browsers gave, so that what is sent twice is kept once; forgotten after two days.
create table telemetry_event_ids (
  data_set    text collate "C" not null check (data_set in ('page_views', 'errors')),
  event_id    uuid not null,
  received_at timestamptz not null,
  primary key (data_set, event_id)
);
create index telemetry_event_ids_by_time on telemetry_event_ids (received_at);

-- Unlogged: a salt comes into no log of writes and no copy made from it.
create unlogged table telemetry_salts (
  day  date primary key,
  salt bytea not null
);

create table telemetry_days (
  day      date not null,
  bot      boolean not null,
  views    bigint not null,
  visitors bigint not null,
  errors   bigint not null,
  -- Nothing can come to the day any more.
  final    boolean not null,
  primary key (day, bot)
);

create table telemetry_page_view_days (
  day           date not null,
  bot           boolean not null,
  path          text collate "C" not null,
  locale        text collate "C" not null,
  referrer_host text collate "C" not null,
  views         bigint not null,
  visitors      bigint not null,
  primary key (day, bot, path, locale, referrer_host)
);

create table telemetry_error_days (
  day         date not null,
  bot         boolean not null,
  fingerprint bytea not null,
  message     text not null,
  errors      bigint not null,
  visitors    bigint not null,
  primary key (day, bot, fingerprint)
);
create index telemetry_error_days_of_one on telemetry_error_days (fingerprint, day);
