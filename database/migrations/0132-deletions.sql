-- Deletion of people ----------------------------------------------------------------------------------------------------

-- From when its owner has asked for it: nobody acts as them until then, and one who signs in may take it back.
alter table accounts add column deletion_due_at timestamptz;

-- Who has asked to be deleted, until nothing of theirs is left: by account, or without one by addresses. A job goes on where
-- the last one stopped. Distributed by deletion.
create table account_deletions (
  deletion_id uuid primary key,
  user_id     text collate "C",
  -- As `emailKey` has them; of an account when the deletion begins.
  emails      text[] collate "C" not null,
  -- Their addresses as they were written, and their names, from then on.
  names       text[] not null default '{}',
  -- What stays without their name, as they chose.
  kept        text[] collate "C" not null,
  -- The user id that comes in the place of theirs.
  stand_in    text collate "C" not null,
  asked_at    timestamptz not null,
  due_at      timestamptz not null,
  -- From then on it is not taken back.
  begun_at    timestamptz,
  -- Every round does all steps; the last one finds nothing.
  round       smallint not null default 1,
  step        text collate "C",
  place       text,
  changed     bigint not null default 0,
  check (user_id is not null or emails <> '{}')
);

-- Whoever asks twice at once has asked once.
create unique index account_deletions_of_user on account_deletions (user_id) where user_id is not null;
create index account_deletions_by_date on account_deletions (due_at);

-- The list of deletions, which is applied again to a database that was put back to an earlier state: ids that are nobody's any
-- more, and digests of addresses.
create table past_deletions (
  deletion_id uuid primary key,
  user_id     text collate "C",
  keys        text[] collate "C" not null,
  kept        text[] collate "C" not null,
  stand_in    text collate "C" not null,
  deleted_at  timestamptz not null
);

create index past_deletions_by_date on past_deletions (deleted_at);

-- Whoever is banned may be deleted, and stays banned: a keyed digest of each way in, as long as the ban.
create table ban_marks (
  mark         text collate "C" primary key,
  banned_until timestamptz
);
