-- Merge of two accounts of one person --------------------------------------------------------------------------------------

-- Lookup codes that lead on to another account. Nobody gets them again.
create table merged_accounts (
  user_id      text collate "C" primary key,
  kept_user_id text collate "C" not null,
  merged_at    timestamptz not null
);

create index merged_accounts_by_kept on merged_accounts (kept_user_id);

-- What is under way, until nothing is left of the account that is gone. A job goes on where the last one stopped.
create table account_merges (
  merge_id     uuid primary key,
  gone_user_id text collate "C" not null unique,
  kept_user_id text collate "C" not null unique,
  begun_at     timestamptz not null,
  -- Every round does all steps; the last one finds nothing.
  round        smallint not null default 1,
  step         text collate "C",
  place        text,
  changed      bigint not null default 0
);
