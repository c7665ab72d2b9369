-- How players sign in to a game on a device without a keyboard: it shows a code, which they type elsewhere.

-- The games that may ask, and what their keys may do at most.
create table device_clients (
  app_id      text collate "C" primary key references apps on delete cascade,
  permissions text[] not null check (cardinality(permissions) > 0),
  allowed_by  text collate "C",
  allowed_at  timestamptz not null
);

-- For ten minutes each, and then an hour more to be told apart. Small: read by either code, and never by a person.
create table device_codes (
  -- SHA-256 of 256 random bits, which the device alone has.
  code_hash        bytea primary key,
  -- HMAC of the letters that people type: 35 bits, so that their plain hash could be tried out.
  user_code_hash   bytea not null unique,
  app_id           text collate "C" not null references device_clients on delete cascade,
  -- As people were asked for them.
  permissions      text[] not null,
  platform         text collate "C",
  -- Of the device within its game; made up where it does not tell.
  device_hash      bytea not null,
  -- HMAC of the network that asked, with the code: only that another one is the same can be told by it.
  network_hash     bytea not null,
  country          text collate "C",
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  state            text collate "C" not null default 'pending' check (state in ('pending', 'approved', 'denied', 'used')),
  polled_at        timestamptz,
  interval_seconds integer not null,
  -- Whoever decided, and in which session: an approval ends with that.
  user_id          text collate "C",
  login_id         text collate "C",
  check ((state = 'pending') = (user_id is null))
);
create index device_codes_by_end on device_codes (expires_at);

-- Of a key that a device was given by its code; another one of the same device comes in its place.
alter table delegation_keys add column device_hash bytea;
