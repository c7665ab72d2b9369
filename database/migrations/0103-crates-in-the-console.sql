-- Two people who change one crate do not lose the change of either: each says which state theirs replaces.
alter table crates add column rev bigint not null default 1;

-- What the items of a crate come to, a row for each day; the last one is measured again while the day lasts.
create table crate_sizes (
  crate_id text collate "C" not null references crates on delete cascade,
  day      date not null,
  items    bigint not null,
  -- Of the bodies of its items.
  bytes    bigint not null,
  -- Bodies that are files, because they are large.
  files    bigint not null,
  primary key (crate_id, day)
);
