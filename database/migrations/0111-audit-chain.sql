-- The latest first is by time: imports and seeds write entries of other days.
drop index audit_of_target;
drop index audit_of_user;
drop index audit_of_action;
create index audit_of_target on audit (target, at desc, audit_id desc);
create index audit_of_user on audit (user_id, at desc, audit_id desc);
create index audit_of_action on audit (action, at desc, audit_id desc);
create index audit_of_kind on audit (split_part(action, '.', 1), at desc, audit_id desc);
create index audit_by_time on audit (at desc, audit_id desc);
create index audit_in_masquerade on audit (at desc, audit_id desc) where masquerade is not null;
create index audit_seen_as on audit (masquerade, at desc, audit_id desc) where masquerade is not null;
create index audit_by_reason on audit using gin (to_tsvector('simple', reason)) where reason is not null;
-- The planner takes none of an index of some rows: it has to know which words nearly all reasons have.
create statistics audit_words on (to_tsvector('simple', reason)) from audit;

-- What an entry says of people is found by who they are, to be erased with them.
create function audit_values(before jsonb, after jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_path_query_array(
    '[]'::jsonb || coalesce(before, 'null') || coalesce(after, 'null'), '$.** ? (@.type() == "string")')
$$;
create index audit_by_value on audit using gin (audit_values(before, after));
create index audit_by_target_part on audit using gin (string_to_array(target, '/'));

-- Entries that no link holds yet. One that is in neither was not written by the site.
create table audit_queue (
  audit_id bigint primary key,
  xid      xid8 not null default pg_current_xact_id()
);
create index audit_queue_in_order on audit_queue (xid, audit_id);
insert into audit_queue (audit_id) select audit_id from audit;

-- The chain: each hash is over that before it and its entry, of which values enter as salted digests.
create table audit_links (
  position       bigint primary key,
  audit_id       bigint not null unique,
  hash           bytea not null,
  -- Of all values. Once one of them is erased: those of the others by their paths, and what is left of the erased.
  salt           bytea,
  kept_salts     jsonb,
  erased_digests text[] collate "C",
  -- The entries that tell of the erasures.
  erasures       bigint[]
);

create table audit_days (
  day       date primary key,
  -- Its last link.
  position  bigint not null,
  hash      bytea not null,
  key_id    text collate "C" not null,
  signature text collate "C" not null
);

-- One row, which whoever chains or erases locks.
create table audit_chain (
  is_only          boolean primary key default true check (is_only),
  -- Until where everything was looked at once, and when last.
  checked_position bigint not null default 0,
  checked_audit_id bigint not null default 0,
  checked_at       timestamptz,
  -- Until where everything is looked at again, and when that came to its end last.
  walked_position  bigint not null default 0,
  walked_audit_id  bigint not null default 0,
  walked_at        timestamptz,
  fault            jsonb
);
insert into audit_chain default values;

-- What is erased is replaced by a word without a meaning; nothing else ever changes.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('rumpus.erasing', true) = 'on'
    and (new.audit_id, new.at, new.role, new.masquerade, new.action, new.request_id)
      is not distinct from (old.audit_id, old.at, old.role, old.masquerade, old.action, old.request_id)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger audit_is_append_only on audit;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_audit_change();
