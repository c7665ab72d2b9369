-- Many items changed together. Its items are frozen at the preview, and a job writes them step by step.
create table bulk_acts (
  crate_id    text collate "C" not null references crates on delete cascade,
  bulk_id     uuid not null,
  state       text not null
    check (state in ('collecting', 'previewed', 'running', 'stopped', 'done', 'undoing', 'undone')),
  deed        jsonb not null,
  -- The search that found the items, as in an address; null where they were chosen one by one.
  search      text,
  -- Whether more was found than one act takes.
  is_cut      boolean not null default false,
  -- Items by what came of them; of an undo, by what came of that.
  counts      jsonb not null default '{}',
  undo_counts jsonb not null default '{}',
  -- The last item that the present run has looked at.
  place       uuid not null default '00000000-0000-0000-0000-000000000000',
  created_by  text collate "C" not null,
  created_at  timestamptz not null,
  -- For whom it runs: who has pressed last, with the role that they had then.
  user_id     text collate "C" not null,
  own_role    text not null,
  masquerade  text,
  started_at  timestamptz,
  ended_at    timestamptz,
  primary key (crate_id, bulk_id)
);

create index bulk_acts_by_age on bulk_acts (crate_id, created_at, bulk_id);
create index bulk_acts_running on bulk_acts (created_at) where state in ('running', 'undoing');

create table bulk_rows (
  crate_id    text collate "C" not null,
  bulk_id     uuid not null,
  item_id     uuid not null,
  -- The state of the item that was previewed; null where it was not there.
  rev         bigint,
  -- Of stats, which no revision tells of: the values that were previewed.
  stats       jsonb,
  -- Null until it is done.
  outcome     text,
  written_rev bigint,
  undo        text,
  primary key (crate_id, bulk_id, item_id),
  foreign key (crate_id, bulk_id) references bulk_acts on delete cascade
);

create index bulk_rows_skipped on bulk_rows (crate_id, bulk_id, item_id) where outcome not in ('changed', 'unchanged');
create index bulk_rows_kept on bulk_rows (crate_id, bulk_id, item_id) where undo <> 'changed';
