-- Shortlinks -----------------------------------------------------------------------------------------------------------

create table shortlinks (
  shortlink_id  uuid primary key,
  slug          text collate "C" not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  -- What the slug looks like: two that people mix up cannot both be there.
  skeleton      text collate "C" not null unique,
  title         text not null,
  tags          text[] not null default '{}',
  target        text not null,
  -- In their order: the first that is met leads elsewhere.
  rules         jsonb not null default '[]',
  utm           jsonb not null default '{}',
  expires_at    timestamptz,
  max_visits    integer check (max_visits > 0),
  used_visits   integer not null default 0,
  -- Of scrypt.
  password_hash text,
  -- Lower-case words of slug, title, tags and target, to be found by.
  words         text[] not null default '{}',
  rev           integer not null default 1,
  created_by    text collate "C",
  created_at    timestamptz not null,
  changed_at    timestamptz not null,
  deleted_at    timestamptz,
  -- What it led to when that was last asked.
  checked_at    timestamptz,
  health        text not null default 'unknown' check (health in ('unknown', 'fine', 'moved', 'broken')),
  health_detail text,
  preview       jsonb,
  visits        bigint not null default 0,
  visited_at    timestamptz
);

create index shortlinks_by_words on shortlinks using gin (words);
create index shortlinks_by_tags on shortlinks using gin (tags);
create index shortlinks_that_end on shortlinks (shortlink_id desc) where expires_at is not null or max_visits is not null;
create index shortlinks_broken on shortlinks (shortlink_id desc) where health = 'broken';
create index shortlinks_deleted on shortlinks (shortlink_id desc) where deleted_at is not null;
create index shortlinks_to_check on shortlinks (checked_at nulls first) where deleted_at is null;

-- Every process forgets what it has kept of one that somebody changed; counting changes nothing of that.
create function notify_shortlinks() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'shortlinks:' || coalesce(new.slug, old.slug));
  return null;
end $$;

create trigger shortlinks_change
  after insert or delete or update of target, rules, utm, expires_at, max_visits, password_hash, title, deleted_at, preview
  on shortlinks for each row execute function notify_shortlinks();

-- Where each led, and since when.
create table shortlink_targets (
  shortlink_id uuid not null references shortlinks on delete cascade,
  rev          integer not null,
  target       text not null,
  rules        jsonb not null,
  utm          jsonb not null,
  changed_by   text collate "C",
  changed_at   timestamptz not null,
  primary key (shortlink_id, rev)
);

create table shortlink_hours (
  shortlink_id uuid not null references shortlinks on delete cascade,
  hour         timestamptz not null,
  visits       integer not null default 0,
  -- Those who had not been there that day.
  visitors     integer not null default 0,
  bots         integer not null default 0,
  unfurls      integer not null default 0,
  primary key (shortlink_id, hour)
);

-- Of people alone, by what is known of a visit.
create table shortlink_counts (
  shortlink_id uuid not null references shortlinks on delete cascade,
  day          date not null,
  field        text not null,
  value        text collate "C" not null,
  visits       integer not null,
  primary key (shortlink_id, day, field, value)
);

-- Hashes by the salt of a day, kept for as long as the salt.
create table shortlink_visitors (
  shortlink_id uuid not null references shortlinks on delete cascade,
  day          date not null,
  visitor      bytea not null,
  primary key (shortlink_id, day, visitor)
);

create index shortlink_visitors_by_day on shortlink_visitors (day);
