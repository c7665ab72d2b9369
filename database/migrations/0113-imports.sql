-- Items that come from a file, as an act of `bulk_acts` with a row for each line.
alter table bulk_acts
  -- Of those that were written, how many were not there before.
  add column created bigint not null default 0;

alter table bulk_rows
  -- Of the file; null in other acts.
  add column line integer,
  -- In words, where a line is refused.
  add column reason text,
  -- How many of `outcome` and `undo` were written by a process that knows of files: an older one, which would take the line
  -- for something else, is refused and leaves the act to others.
  add column told smallint not null default 0,
  add constraint bulk_rows_told check (line is null or num_nonnulls(outcome, undo) <= told);

-- What waits to be written, until it is.
create table bulk_imports (
  crate_id text collate "C" not null,
  bulk_id  uuid not null,
  item_id  uuid not null,
  -- Of an item that is there, what changes; of a new one, all.
  wanted   jsonb not null,
  body     bytea,
  mimetype text,
  primary key (crate_id, bulk_id, item_id),
  foreign key (crate_id, bulk_id) references bulk_acts on delete cascade
);
