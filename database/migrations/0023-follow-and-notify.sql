-- Who follows what. What somebody follows is distributed by user id, who follows a subject by the subject; both are
-- written in one transaction. The check of the count is what refuses one subject too many.
create table follows (
  user_id    text collate "C" not null,
  subject    text collate "C" not null check (octet_length(subject) between 3 and 200),
  created_at timestamptz not null,
  primary key (user_id, subject)
);

create table followers (
  subject text collate "C" not null,
  user_id text collate "C" not null,
  primary key (subject, user_id)
);

create table follow_counts (
  user_id text collate "C" primary key,
  size    integer not null constraint follow_counts_limit check (size between 0 and 1000)
);

-- What happened, told once by its key, which is the distribution key. Followers are told batch by batch: `told_subjects` of
-- the subjects are done, and of the next one those up to `cursor`.
create table notification_events (
  event_key     text collate "C" not null check (octet_length(event_key) between 1 and 200),
  kind          text collate "C" not null,
  group_key     text collate "C" not null,
  details       jsonb not null,
  at            timestamptz not null,
  -- Who caused it, and is not told.
  caused_by     text collate "C",
  user_ids      text[] collate "C" not null,
  subjects      text[] collate "C" not null,
  told_subjects integer not null default 0,
  cursor        text collate "C" not null default '',
  told          bigint not null default 0,
  told_at       timestamptz,
  withdrawn_at  timestamptz,
  primary key (event_key, kind)
);

-- The other tables are distributed by user id. A delivery is an event that reached somebody: the key makes it happen once,
-- and what became of its mail is the log that they see.
create table notification_deliveries (
  user_id    text collate "C" not null,
  event_key  text collate "C" not null,
  kind       text collate "C" not null,
  group_key  text collate "C" not null,
  -- What they follow, for which they were told; null when it is about themselves.
  subject    text collate "C",
  details    jsonb not null,
  at         timestamptz not null,
  on_site    boolean not null,
  mail       text collate "C" check (mail in ('now', 'daily', 'weekly')),
  mail_state text collate "C" check (mail_state in ('due', 'taken', 'sent', 'off', 'gone')),
  -- The key of the mail that has taken it.
  mail_key   text collate "C",
  mailed_at  timestamptz,
  primary key (user_id, event_key, kind)
);

create index notification_deliveries_by_time on notification_deliveries (user_id, at desc, event_key);
create index notification_deliveries_due on notification_deliveries (user_id, mail) where mail_state in ('due', 'taken');
create index notification_deliveries_of on notification_deliveries (event_key, kind, user_id);

-- What somebody sees. Equal things are one notification that grows while it is open, which is until it is read or archived.
create table notifications (
  user_id         text collate "C" not null,
  notification_id uuid not null,
  kind            text collate "C" not null,
  group_key       text collate "C" not null,
  event_key       text collate "C" not null,
  subject         text collate "C",
  details         jsonb not null,
  size            integer not null default 1,
  created_at      timestamptz not null,
  at              timestamptz not null,
  is_open         boolean not null default true,
  seen_at         timestamptz,
  read_at         timestamptz,
  archived_at     timestamptz,
  snoozed_until   timestamptz,
  primary key (user_id, notification_id)
);

create unique index notifications_open on notifications (user_id, kind, group_key) where is_open;
create index notifications_by_time on notifications (user_id, at desc, notification_id desc);
create index notifications_unread on notifications (user_id, kind) where read_at is null and archived_at is null;

create table notification_settings (
  user_id text collate "C" not null,
  kind    text collate "C" not null,
  on_site boolean not null,
  mail    text collate "C" not null check (mail in ('off', 'now', 'daily', 'weekly')),
  primary key (user_id, kind)
);

create table notification_mutes (
  user_id text collate "C" not null,
  subject text collate "C" not null,
  primary key (user_id, subject)
);

-- The next digest is planned when something waits for it; hours and days are those of the zone, days from Monday, 1, on.
create table notification_readers (
  user_id        text collate "C" primary key,
  zone           text collate "C" not null default 'UTC',
  digest_hour    smallint not null default 9 check (digest_hour between 0 and 23),
  digest_day     smallint not null default 1 check (digest_day between 1 and 7),
  quiet_from     smallint check (quiet_from between 0 and 23),
  quiet_until    smallint check (quiet_until between 0 and 23),
  next_daily_at  timestamptz,
  next_weekly_at timestamptz
);

create index notification_readers_daily on notification_readers (next_daily_at) where next_daily_at is not null;
create index notification_readers_weekly on notification_readers (next_weekly_at) where next_weekly_at is not null;
