-- What players can be given. There are few, so that it is a reference table; all counts of one are in its row, which each gift
-- of it locks, so that its limits hold whoever comes at once.
create table perks (
  perk_id    text collate "C" primary key check (perk_id ~ '^[a-z][a-z0-9-]{0,47}$'),
  kind       text collate "C" not null check (kind in ('entitlement', 'key', 'item', 'badge')),
  name       text not null,
  about      text not null,
  -- Whose keys may ask for it and tell purchases of it; null for those of every app.
  app_id     text collate "C",
  -- Of a key its store, of a badge its drawing, of an item its crate, tags and body.
  details    jsonb not null default '{}',
  per_person integer not null check (per_person between 1 and 100),
  most       integer check (most > 0),
  -- For ever, and without what was taken back.
  given      integer not null default 0 check (given >= 0),
  held       integer not null default 0 check (held >= 0),
  starts_at  timestamptz,
  ends_at    timestamptz,
  -- Keys that nobody has, and from how few of them on staff are told; how often they were.
  stock      integer not null default 0 check (stock >= 0),
  low_at     integer not null default 0 check (low_at >= 0),
  is_low     boolean not null default false,
  low_count  integer not null default 0,
  archived_at timestamptz,
  rev        integer not null default 1,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  check (starts_at < ends_at)
);

-- Codes that were made together.
create table perk_batches (
  perk_id    text collate "C" not null references perks,
  batch_id   uuid not null,
  name       text not null,
  codes      integer not null check (codes > 0),
  -- How many people may redeem each, and how often all together were redeemed.
  max_uses   integer not null check (max_uses > 0),
  uses       integer not null default 0,
  voided     integer not null default 0,
  starts_at  timestamptz,
  ends_at    timestamptz,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  primary key (perk_id, batch_id),
  check (starts_at < ends_at)
);

-- Found by what somebody typed, whatever the perk: the key of the row is the distribution key.
create table perk_codes (
  -- The code without what tells signs apart that look alike.
  code_key   text collate "C" primary key,
  code       text collate "C" not null,
  perk_id    text collate "C" not null,
  batch_id   uuid not null,
  max_uses   integer not null,
  uses       integer not null default 0 check (uses between 0 and max_uses),
  starts_at  timestamptz,
  ends_at    timestamptz,
  voided_at  timestamptz
);

create index perk_codes_of_batch on perk_codes (perk_id, batch_id, code_key);

-- What somebody was given, distributed by user id.
create table perk_grants (
  user_id       text collate "C" not null,
  grant_id      uuid not null,
  perk_id       text collate "C" not null,
  -- The first, second… of this perk that this person has got.
  ordinal       integer not null check (ordinal > 0),
  way           text collate "C" not null check (way in ('code', 'staff', 'rule', 'purchase', 'message')),
  -- The code, the rule, the purchase, or the message.
  origin        text collate "C",
  crate_id      text collate "C",
  item_id       uuid,
  granted_by    text collate "C",
  granted_at    timestamptz not null,
  revoked_at    timestamptz,
  revoked_by    text collate "C",
  revoke_reason text,
  primary key (user_id, grant_id)
);

create unique index perk_grants_once on perk_grants (user_id, perk_id, ordinal);
create unique index perk_grants_by_origin on perk_grants (user_id, perk_id, way, origin) where origin is not null;
-- Asked by staff alone.
create index perk_grants_of_perk on perk_grants (perk_id, granted_at desc, grant_id desc);
create index perk_grants_revoked on perk_grants (perk_id, granted_at desc, grant_id desc) where revoked_at is not null;

create index perk_grants_of_code on perk_grants (perk_id, origin) where way = 'code';

-- Keys of stores. `sealed` is encrypted, `digest` finds one that was added before.
create table perk_keys (
  perk_id    text collate "C" not null references perks,
  key_id     uuid not null,
  sealed     text not null,
  digest     bytea not null,
  state      text collate "C" not null check (state in ('free', 'given', 'quarantined', 'spent')),
  user_id    text collate "C",
  grant_id   uuid,
  added_by   text collate "C" not null,
  added_at   timestamptz not null,
  state_at   timestamptz not null,
  primary key (perk_id, key_id),
  check ((state in ('given', 'quarantined')) = (grant_id is not null) or state = 'spent')
);

create unique index perk_keys_digest on perk_keys (perk_id, digest);
create index perk_keys_in_state on perk_keys (perk_id, state, key_id);
create index perk_keys_of_grant on perk_keys (perk_id, grant_id) where grant_id is not null;

-- What games' servers have told, distributed by app.
create table perk_purchases (
  app_id      text collate "C" not null,
  perk_id     text collate "C" not null,
  purchase_id text collate "C" not null,
  user_id     text collate "C" not null,
  grant_id    uuid,
  bought_at   timestamptz not null,
  refunded_at timestamptz,
  primary key (app_id, perk_id, purchase_id)
);

create index perk_purchases_of_perk on perk_purchases (perk_id, user_id) where refunded_at is null;

-- By what people have done a job gives them a perk, each once, until all of them have it.
create table perk_rules (
  perk_id    text collate "C" not null references perks,
  rule_id    uuid not null,
  rule       text collate "C" not null,
  -- Of which game or project, where it needs one, and before when.
  about      text collate "C" not null,
  before     timestamptz not null,
  state      text collate "C" not null check (state in ('running', 'done', 'stopped')),
  -- The last person that was looked at.
  place      text collate "C" not null default '',
  given      integer not null default 0,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  ended_at   timestamptz,
  primary key (perk_id, rule_id)
);

create index perk_rules_running on perk_rules (created_at, rule_id) where state = 'running';
