-- People -------------------------------------------------------------------------------------------------------------

create table accounts (
  user_id    text collate "C" primary key,
  role       text not null default 'authenticated' check (role in ('authenticated', 'staff', 'admin', 'super')),
  created_at timestamptz not null default now()
);

create table aliases (
  context    text collate "C" not null,
  user_id    text collate "C" not null,
  alias      text not null,
  updated_at timestamptz not null default now(),
  primary key (context, user_id)
);

create unique index aliases_once on aliases (context, lower(alias));

-- The token itself is never kept; a thief of this table cannot sign in with it.
create table sessions (
  token_hash bytea primary key,
  login_id   text not null unique,
  user_id    text collate "C" not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- What was done, by whom -----------------------------------------------------------------------------------------------

create table audit (
  audit_id   bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  user_id    text collate "C",
  role       text not null,
  masquerade text,
  action     text not null,
  target     text not null,
  before     jsonb,
  after      jsonb,
  request_id text not null
);

create index audit_of_target on audit (target, audit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function refuse_change();

-- Storage --------------------------------------------------------------------------------------------------------------

create table crates (
  crate_id   text collate "C" primary key,
  name       text not null,
  policy     jsonb not null,
  max_bytes  bigint not null default 16777216,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table items (
  crate_id      text collate "C" not null references crates,
  item_id       uuid not null,
  rev           bigint not null,
  name          text,
  user_id       text collate "C" not null,
  collaborators text[] collate "C" not null,
  tags          text[] collate "C" not null default '{}',
  map           jsonb not null default '{}',
  note          text,
  mimetype      text not null,
  bytes         bigint not null,
  body          bytea,
  file_key      text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  words         tsvector not null generated always as (
    to_tsvector('simple', coalesce(name, '')) || jsonb_to_tsvector('simple', map, '["string"]')
  ) stored,
  -- Sorting by name puts an item without one under its id; the calls refuse names that look like an id.
  sort_name     text collate "C" not null generated always as (coalesce(name, item_id::text)) stored,
  primary key (crate_id, item_id),
  check ((body is null) = (file_key is not null))
);

alter table items alter column body set storage external;

create unique index items_by_name on items (crate_id, sort_name);
create index items_by_creation on items (crate_id, created_at desc, item_id desc);
create index items_by_update on items (crate_id, updated_at desc, item_id desc);
create index items_of_owner on items (crate_id, user_id, created_at desc, item_id desc);
create index items_by_words on items using gin (words);
create index items_by_file on items (file_key) where file_key is not null;

-- The ordered side table that tag search walks; its rows change in the statement that changes the item's tags.
create table item_tags (
  crate_id   text collate "C" not null,
  tag        text collate "C" not null,
  created_at timestamptz not null,
  item_id    uuid not null,
  primary key (crate_id, tag, created_at, item_id)
);

-- Room in each page lets an addition stay beside the row it replaces, without touching the index.
create table item_stats (
  crate_id text collate "C" not null,
  item_id  uuid not null,
  name     text collate "C" not null,
  value    double precision not null,
  primary key (crate_id, item_id, name),
  foreign key (crate_id, item_id) references items on delete cascade
) with (fillfactor = 70);

create table item_records (
  crate_id   text collate "C" not null,
  item_id    uuid not null,
  name       text collate "C" not null,
  user_id    text collate "C" not null,
  value      double precision not null,
  created_at timestamptz not null,
  primary key (crate_id, item_id, name, user_id),
  foreign key (crate_id, item_id) references items on delete cascade
);

create index item_records_by_value on item_records (crate_id, item_id, name, value desc, created_at);

-- Changes that every process must hear ---------------------------------------------------------------------------------

-- Arguments: the topic, and the column that is the key.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0] || ':' || replace(to_jsonb(old) ->> tg_argv[1], '\x', ''));
  return null;
end $$;

create trigger sessions_change after update or delete on sessions
  for each row execute function notify_change('session', 'token_hash');
create trigger accounts_change after update or delete on accounts
  for each row execute function notify_change('account', 'user_id');
create trigger crates_change after update or delete on crates
  for each row execute function notify_change('crate', 'crate_id');

-- Request limits: what the processes have leased of the windows of their callers. Losing it in a crash harms nobody. ----

create unlogged table limit_leases (
  ends_at timestamptz not null,
  rule    text collate "C" not null,
  caller  text collate "C" not null,
  asked   integer not null,
  primary key (ends_at, rule, caller)
);
