-- Keys -----------------------------------------------------------------------------------------------------------------

-- What people give to tools of others, so that these ask in their name, as far as the permissions go. Of the key itself
-- only the SHA-256 is kept.
create table delegation_keys (
  key_id       uuid primary key,
  key_hash     bytea not null unique,
  user_id      text collate "C" not null references accounts,
  name         text not null,
  permissions  text[] not null check (cardinality(permissions) > 0),
  created_at   timestamptz not null,
  -- Null where its owner wants it to last.
  expires_at   timestamptz,
  last_used_at timestamptz
);

create index delegation_keys_of_user on delegation_keys (user_id, created_at);
create index delegation_keys_by_end on delegation_keys (expires_at) where expires_at is not null;

create trigger delegation_keys_change after update or delete on delegation_keys
  for each row execute function notify_change('delegation_key', 'key_hash');

-- What servers of the studio's games ask with, in no user's name.
create table app_keys (
  key_id       uuid primary key,
  key_hash     bytea not null unique,
  app_id       text collate "C" not null,
  name         text not null,
  -- In which crates it may do what: [{"crateId": "levels", "may": ["read", "stats"]}].
  scopes       jsonb not null,
  created_at   timestamptz not null,
  created_by   text collate "C",
  expires_at   timestamptz,
  last_used_at timestamptz,
  -- The key that came in its place. Both work until this one ends.
  replaced_by  uuid references app_keys on delete set null
);

create index app_keys_of_app on app_keys (app_id, created_at);

create trigger app_keys_change after update or delete on app_keys
  for each row execute function notify_change('app_key', 'key_hash');
