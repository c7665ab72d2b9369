-- What people get of what we keep about them: the last export of each. Distributed by owner.
create table data_exports (
  -- `user` and an id; of who has no account `email` and a hash.
  owner         text collate "C" primary key,
  export_id     uuid not null,
  user_id       text collate "C",
  -- Of who has no account, until the export is gone.
  email         text,
  locale        text not null,
  state         text collate "C" not null check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  asked_at      timestamptz not null,
  -- Of whoever makes it now; when nobody has heard of that for so long, another begins again.
  run_id        uuid,
  claimed_until timestamptz,
  attempts      smallint not null default 0,
  parts         integer not null default 0,
  parts_done    integer not null default 0,
  rows_done     bigint not null default 0,
  finished_at   timestamptz,
  expires_at    timestamptz,
  file_key      text collate "C",
  bytes         bigint,
  check ((user_id is null) <> (email is null)),
  check ((state = 'ready') = (file_key is not null))
);

create index data_exports_to_make on data_exports (asked_at) where state in ('waiting', 'running');
create index data_exports_to_end on data_exports (expires_at) where expires_at is not null;
create index data_exports_by_file on data_exports (file_key) where file_key is not null;
