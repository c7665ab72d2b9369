-- Sets of ids: whom somebody follows, what they like ----------------------------------------------------------------------

-- Distributed by crate, as items are: a membership and the stats that it changes are one transaction.
create table set_members (
  crate_id   text collate "C" not null,
  set_name   text collate "C" not null,
  owner      text collate "C" not null,
  member     text collate "C" not null,
  -- UUIDv7: the order of both directions.
  entry_id   uuid not null,
  created_at timestamptz not null
);

create index set_members_of_owner on set_members (crate_id, set_name, owner, entry_id);
create index set_members_of_member on set_members (crate_id, set_name, member, entry_id);
-- The last of the indexes: while the table is empty all cost the same, the newest is taken, and the plan stays.
alter table set_members add primary key (crate_id, set_name, owner, member);

-- How many members an owner has, and how many owners a member.
create table set_counts (
  crate_id text collate "C" not null,
  set_name text collate "C" not null,
  side     text collate "C" not null check (side in ('member', 'owner')),
  id       text collate "C" not null,
  size     bigint not null,
  primary key (crate_id, set_name, side, id)
) with (fillfactor = 80);

-- What was added and removed, in sets whose rule keeps it.
create table set_history (
  crate_id  text collate "C" not null,
  set_name  text collate "C" not null,
  owner     text collate "C" not null,
  change_id uuid not null,
  member    text collate "C" not null,
  kind      text collate "C" not null check (kind in ('add', 'remove')),
  at        timestamptz not null,
  -- Who did it; null for a game's server and for the site itself.
  user_id   text collate "C",
  primary key (crate_id, set_name, owner, change_id)
);

create index set_history_by_age on set_history (crate_id, at);
