-- Items: their bit in the sets that count them, the digest of their body, who wrote last --------------------------------

create sequence item_ordinals;

alter table items
  add column ordinal bigint not null default nextval('item_ordinals'),
  -- SHA-256 of the body; unknown for large bodies that are older than this column.
  add column digest bytea,
  add column updated_by text collate "C";

update items set digest = sha256(body) where body is not null;

-- Without the crate, so that no plan takes it for the way to one item.
create index items_by_ordinal on items (ordinal);

alter table item_tags add column ordinal bigint;
update item_tags t set ordinal = i.ordinal from items i where i.crate_id = t.crate_id and i.item_id = t.item_id;
alter table item_tags alter column ordinal set not null;
alter table item_tags drop constraint item_tags_pkey;
-- With the ordinal in the index, all items of a tag are read without their rows.
alter table item_tags add primary key (crate_id, tag, created_at, item_id) include (ordinal);

-- Collaborators but for the first, who is the owner and stands in `items_of_owner`.
create table item_shares (
  crate_id   text collate "C" not null,
  user_id    text collate "C" not null,
  created_at timestamptz not null,
  item_id    uuid not null,
  ordinal    bigint not null,
  primary key (crate_id, user_id, created_at, item_id) include (ordinal)
);

insert into item_shares
  select i.crate_id, sharer, i.created_at, i.item_id, i.ordinal
  from items i cross join lateral unnest(i.collaborators[2:]) sharer
  on conflict do nothing;

-- Stats: they outlive the deletion of their item, because the trash gives it back ---------------------------------------

alter table item_stats drop constraint item_stats_crate_id_item_id_fkey;
alter table item_records drop constraint item_records_crate_id_item_id_fkey;

-- Only stats that the policy of the crate names are sorted by. The others have no rank, so that they change without
-- touching an index.
alter table item_stats
  add column ranked boolean not null default false,
  add column rank double precision generated always as (case when ranked then value end) stored;
create index item_stats_by_rank on item_stats (crate_id, name, rank, item_id) where rank is not null;

-- When someone last changed a stat whose rule says how often they may.
create table item_stat_turns (
  crate_id text collate "C" not null,
  item_id  uuid not null,
  name     text collate "C" not null,
  user_id  text collate "C" not null,
  at       timestamptz not null,
  primary key (crate_id, item_id, name, user_id)
);

-- History: what an item was before a write or its deletion --------------------------------------------------------------

create table item_versions (
  crate_id      text collate "C" not null,
  item_id       uuid not null,
  rev           bigint not null,
  name          text,
  user_id       text collate "C" not null,
  collaborators text[] collate "C" not null,
  tags          text[] collate "C" not null,
  map           jsonb not null,
  note          text,
  mimetype      text not null,
  bytes         bigint not null,
  body          bytea,
  file_key      text,
  digest        bytea,
  updated_at    timestamptz not null,
  updated_by    text collate "C",
  -- When it stopped being the item's state.
  ended_at      timestamptz not null,
  -- The last state of a deleted item: kept as long as the trash, and no part of the history's number and days.
  trashed       boolean not null default false,
  check ((body is null) = (file_key is not null))
);

alter table item_versions alter column body set storage external;

create index item_versions_by_end on item_versions (crate_id, ended_at);
create index item_versions_by_file on item_versions (file_key) where file_key is not null;
-- The last of the indexes: while the table is empty all cost the same, the newest is taken, and the plan stays.
alter table item_versions add primary key (crate_id, item_id, rev);

create table trashed_items (
  crate_id      text collate "C" not null,
  item_id       uuid not null,
  -- The version that holds its last state.
  rev           bigint not null,
  ordinal       bigint not null,
  created_at    timestamptz not null,
  deleted_at    timestamptz not null,
  deleted_by    text collate "C",
  primary key (crate_id, item_id)
);

create index trashed_items_by_deletion on trashed_items (crate_id, deleted_at desc, item_id desc);

-- Records say for each name which value is the best.
update crates set policy = policy - 'leastRecords' || jsonb_build_object('records', (
  select jsonb_object_agg(least.name, jsonb_build_object('best', 'min'))
  from jsonb_array_elements_text(policy -> 'leastRecords') least(name)))
  where jsonb_array_length(policy -> 'leastRecords') > 0;

-- The change feed -------------------------------------------------------------------------------------------------------

-- Its order is that of the transactions: what stands below the oldest one still running is final.
create table item_changes (
  crate_id          text collate "C" not null,
  xid               xid8 not null default pg_current_xact_id(),
  change_id         bigint generated always as identity,
  item_id           uuid not null,
  ordinal           bigint not null,
  -- Of a deletion: the number after the item's last.
  rev               bigint not null,
  kind              text not null check (kind in ('create', 'update', 'delete')),
  at                timestamptz not null,
  user_id           text collate "C",
  -- After the change; of a deletion empty.
  tags              text[] collate "C" not null,
  collaborators     text[] collate "C" not null,
  -- Before the change, where it was another; of a creation null.
  was_tags          text[] collate "C",
  was_collaborators text[] collate "C",
  primary key (crate_id, xid, change_id)
);

create index item_changes_of_item on item_changes (crate_id, item_id, rev);

-- Up to here the changes of a crate are no longer kept.
alter table crates add column changes_from xid8 not null default '0';

-- Usage: what the people of crates with quotas hold ---------------------------------------------------------------------

-- The row of nobody ('') is the crate's own.
create table usage (
  crate_id text collate "C" not null,
  user_id  text collate "C" not null,
  bytes    bigint not null,
  items    bigint not null,
  versions bigint not null,
  primary key (crate_id, user_id)
);

create type charge as (user_id text, bytes bigint, items bigint, versions bigint);

-- Charges what a write has changed in a crate and, unless it only moves things to the trash, refuses what goes beyond its
-- quotas: SQLSTATE QUOTA, whose detail says what was added, how much of it was too much, and whether it was the version
-- that an update leaves, which comes after the new body. Who gives a crate quotas locks the items first and counts.
create function charge_usage(of_crate text, charges charge[], is_bound boolean) returns void language plpgsql as $$
declare
  quotas jsonb;
  short jsonb;
begin
  select c.policy -> 'quotas' into quotas from crates c where c.crate_id = of_crate;
  if quotas is null then
    return;
  end if;
  with charged as (
    select one.user_id, sum(one.bytes)::bigint as bytes, sum(one.items)::bigint as items, sum(one.versions)::bigint as versions
    from (
      select * from unnest(charges) where quotas ? 'user'
      union all
      select '', bytes, items, versions from unnest(charges) where quotas ? 'crate'
    ) one group by one.user_id order by one.user_id
  ), used as (
    insert into usage as u (crate_id, user_id, bytes, items, versions)
    select of_crate, c.user_id, c.bytes, c.items, c.versions from charged c
    on conflict (crate_id, user_id) do update
      set bytes = u.bytes + excluded.bytes, items = u.items + excluded.items, versions = u.versions + excluded.versions
    returning u.user_id, u.bytes, u.items, u.versions
  ), held as (
    select case when used.user_id = '' then 'crate' else 'user' end as whose, kind.name,
      (quotas -> case when used.user_id = '' then 'crate' else 'user' end ->> kind.name)::bigint as quota, kind.used, kind.added,
      charged.versions > 0 as of_version
    from used join charged using (user_id) cross join lateral (
      values ('bytes', used.bytes, charged.bytes), ('items', used.items, charged.items), ('versions', used.versions, charged.versions)
    ) kind(name, used, added)
  )
  select jsonb_build_object('whose', whose, 'kind', name, 'added', added, 'over', used - quota, 'ofVersion', of_version) into short
  from held where is_bound and quota is not null and added > 0 and used > quota order by whose, name limit 1;
  if short is not null then
    raise exception using errcode = 'QUOTA', message = 'over the quota', detail = short::text;
  end if;
end $$;

-- Counts what a crate's people hold, from nothing; for a crate that gets quotas.
create function count_usage(of_crate text) returns void language sql as $$
  delete from usage where crate_id = of_crate;
  insert into usage
    select of_crate, one.user_id, sum(one.bytes), sum(one.items), sum(one.versions) from (
      select who.user_id, i.bytes, 1 as items, 0 as versions
      from items i cross join lateral (values (i.user_id), ('')) who(user_id) where i.crate_id = of_crate
      union all
      select who.user_id, v.bytes, 0, case when v.trashed then 0 else 1 end
      from item_versions v cross join lateral (values (v.user_id), ('')) who(user_id) where v.crate_id = of_crate
    ) one group by one.user_id;
$$;

create function charge_created_items() returns trigger language plpgsql as $$
begin
  perform charge_usage(a.crate_id, array_agg((a.user_id, a.bytes, 1, 0)::charge), true) from added a group by a.crate_id;
  return null;
end $$;

create function charge_changed_item() returns trigger language plpgsql as $$
begin
  perform charge_usage(new.crate_id, array[(old.user_id, -old.bytes, -1, 0)::charge, (new.user_id, new.bytes, 1, 0)::charge], true);
  return null;
end $$;

create function charge_deleted_item() returns trigger language plpgsql as $$
begin
  perform charge_usage(old.crate_id, array[(old.user_id, -old.bytes, -1, 0)::charge], true);
  return null;
end $$;

-- Statements put versions in after they have changed the item, so that this, the last to charge, sees all there is.
create function charge_kept_version() returns trigger language plpgsql as $$
begin
  perform charge_usage(new.crate_id, array[(new.user_id, new.bytes, 0, case when new.trashed then 0 else 1 end)::charge], not new.trashed);
  return null;
end $$;

create function charge_pruned_version() returns trigger language plpgsql as $$
begin
  perform charge_usage(old.crate_id, array[(old.user_id, -old.bytes, 0, case when old.trashed then 0 else -1 end)::charge], true);
  return null;
end $$;

create trigger items_created after insert on items referencing new table as added
  for each statement execute function charge_created_items();
create trigger items_changed after update on items for each row
  when (old.bytes <> new.bytes or old.user_id <> new.user_id) execute function charge_changed_item();
create trigger items_deleted after delete on items for each row execute function charge_deleted_item();
create trigger item_versions_kept after insert on item_versions for each row execute function charge_kept_version();
create trigger item_versions_pruned after delete on item_versions for each row execute function charge_pruned_version();

-- Retries ---------------------------------------------------------------------------------------------------------------

-- What was answered to a request with an Idempotency-Key; it commits with what the request did.
create table idempotency_keys (
  -- Who asked for what: the user, the method and the path.
  scope       text collate "C" not null,
  key         text collate "C" not null,
  fingerprint bytea not null,
  status      integer not null,
  headers     jsonb not null,
  data        jsonb,
  created_at  timestamptz not null,
  primary key (scope, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Why staff overrode the rules of a crate, in their words.
alter table audit add column reason text;

-- Merge patches add to a map bit by bit.
alter table items add constraint items_map_size check (octet_length(map::text) <= 65536);
