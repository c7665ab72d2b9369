-- Announcements in games ------------------------------------------------------------------------------------------------

-- What games show when they start: `content` says what, and to whom (app/announcements/announcement.ts).
create table announcements (
  announcement_id uuid primary key,
  state           text not null check (state in ('draft', 'live', 'stopped')),
  -- Since when it is that.
  state_at        timestamptz not null,
  -- Counts its changes; whoever changes it says which one they saw.
  rev             integer not null default 1,
  content         jsonb not null,
  created_at      timestamptz not null
);

create index announcements_by_state on announcements (state, announcement_id desc);

create function notify_announcements() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'announcements:live');
  return null;
end $$;

create trigger announcements_change after insert or update or delete on announcements
  for each statement execute function notify_announcements();

-- What it said at each of its changes, to be put back.
create table announcement_versions (
  announcement_id uuid not null references announcements on delete cascade,
  rev             integer not null,
  content         jsonb not null,
  changed_by      text collate "C",
  changed_at      timestamptz not null,
  primary key (announcement_id, rev)
);

-- By day (UTC), without who or where.
create table announcement_days (
  announcement_id uuid not null references announcements on delete cascade,
  day             date not null,
  sent            bigint not null default 0,
  acknowledged    bigint not null default 0,
  primary key (announcement_id, day)
);

-- Who has seen it: a keyed digest of what the game calls its installation, another one for each announcement.
create table announcement_readers (
  announcement_id uuid not null references announcements on delete cascade,
  reader          bytea not null,
  primary key (announcement_id, reader)
);
