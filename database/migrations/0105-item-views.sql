-- Ways of looking at the items of a crate, of one person of staff or for all of them. Distributed by crate.
create table item_views (
  crate_id   text collate "C" not null references crates (crate_id) on delete cascade,
  user_id    text collate "C" not null,
  slot       smallint not null check (slot between 0 and 49),
  name       text not null,
  -- As it stands in the address.
  query      text not null,
  is_shared  boolean not null,
  updated_at timestamptz not null,
  primary key (crate_id, user_id, slot)
);
