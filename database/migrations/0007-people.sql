-- Accounts -------------------------------------------------------------------------------------------------------------

-- A ban without an end lasts until it is lifted.
alter table accounts
  add column locale       text,
  add column terms        text,
  add column banned_at    timestamptz,
  add column banned_until timestamptz,
  add column ban_reason   text,
  add check (banned_at is not null or (banned_until is null and ban_reason is null));

-- An address belongs to the one account that proved it; who only claims it holds nothing.
create table account_emails (
  user_id     text collate "C" not null references accounts,
  -- What makes two spellings one address.
  address_key text collate "C" not null,
  address     text not null,
  verified_at timestamptz,
  is_primary  boolean not null default false,
  added_at    timestamptz not null,
  primary key (user_id, address_key),
  check (verified_at is not null or not is_primary)
);

create unique index account_email_once on account_emails (address_key) where verified_at is not null;
create unique index account_email_primary on account_emails (user_id) where is_primary;

-- Who somebody is elsewhere, by what the provider itself calls them.
create table account_identities (
  issuer       text collate "C" not null,
  subject      text collate "C" not null,
  user_id      text collate "C" not null references accounts,
  platform     text not null,
  name         text,
  is_public    boolean not null default false,
  linked_at    timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject)
);

create unique index account_identity_per_platform on account_identities (user_id, platform);

create table passkeys (
  credential_id text collate "C" primary key,
  user_id       text collate "C" not null references accounts,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null default '{}',
  name          text not null,
  is_synced     boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);

create index passkeys_of_user on passkeys (user_id, created_at);

-- What happened to an account, for its owner to read.
create table security_events (
  event_id bigint generated always as identity primary key,
  user_id  text collate "C" not null references accounts,
  at       timestamptz not null,
  kind     text not null,
  details  jsonb not null default '{}',
  browser  text,
  system   text
);

create index security_events_of_user on security_events (user_id, event_id desc);

-- The browsers in which somebody has signed in, so that a new one is told of.
create table account_devices (
  user_id     text collate "C" not null references accounts,
  device_hash bytea not null,
  seen_at     timestamptz not null,
  primary key (user_id, device_hash)
);

-- Sessions -------------------------------------------------------------------------------------------------------------

alter table sessions
  -- When its owner last proved who they are.
  add column proved_at    timestamptz not null default now(),
  add column last_used_at timestamptz not null default now(),
  add column browser      text,
  add column system       text;

alter table sessions
  alter column proved_at drop default,
  alter column last_used_at drop default;

create index sessions_by_use on sessions (last_used_at);

-- Confirmations --------------------------------------------------------------------------------------------------------

-- Neither the link nor the code of one is kept, not even as a hash: both are made of its id and the site's secret.
create table confirmations (
  confirmation_id uuid primary key,
  kind            text not null,
  -- Whose account it is about; null when that is not known yet.
  user_id         text collate "C",
  -- Where its mail goes, or whose: so that nobody is sent too many.
  subject         text collate "C",
  -- The browser that asked, by the hash of its cookie.
  browser_hash    bytea,
  details         jsonb not null,
  wrong_tries     integer not null default 0,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz
);

create index confirmations_by_end on confirmations (expires_at);
create index confirmations_of_subject on confirmations (subject, kind, created_at) where subject is not null;
create index confirmations_of_user on confirmations (user_id, kind) where user_id is not null;
