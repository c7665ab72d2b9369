-- What somebody has typed and not saved, for them alone: beside the item, never over it. Distributed by user.
create table editor_drafts (
  user_id text collate "C" not null,
  crate_id text collate "C" not null,
  -- 'new' for something new.
  item_id text collate "C" not null,
  -- Of the state that they began with; '' for something new.
  etag text not null,
  fields jsonb not null,
  saved_at timestamptz not null,
  primary key (user_id, crate_id, item_id)
);
create index editor_drafts_by_age on editor_drafts (saved_at);

-- What is done with an item at a time, by a job. Distributed by crate, as items are.
create table editor_schedules (
  crate_id text collate "C" not null,
  item_id uuid not null,
  action text not null,
  at timestamptz not null,
  -- Where a clock showed that time when it was set (IANA).
  zone text not null,
  user_id text collate "C" not null,
  -- The code of the refusal, when it could not be done.
  failure text,
  primary key (crate_id, item_id, action)
);
