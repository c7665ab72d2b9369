-- The tables of the thin server: what the site keeps of an item, without what makes it safe.
create schema floor;

create table floor.items (
  crate_id      text collate "C" not null,
  item_id       uuid not null,
  name          text,
  user_id       text not null,
  collaborators text[] not null,
  tags          text[] collate "C" not null,
  map           jsonb not null default '{}',
  note          text,
  mimetype      text not null,
  bytes         bigint not null,
  body          bytea,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (crate_id, item_id)
);

create index on floor.items (crate_id, created_at desc, item_id desc);

create table floor.item_tags (
  crate_id   text collate "C" not null,
  tag        text collate "C" not null,
  created_at timestamptz not null,
  item_id    uuid not null,
  primary key (crate_id, tag, created_at, item_id)
);

create table floor.item_stats (
  crate_id text collate "C" not null,
  item_id  uuid not null,
  name     text collate "C" not null,
  value    double precision not null,
  primary key (crate_id, item_id, name)
) with (fillfactor = 70);
