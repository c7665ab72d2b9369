-- Apps -----------------------------------------------------------------------------------------------------------------

-- What the studio has made and gives keys to: the servers of a game, or a page of another origin.
create table apps (
  app_id      text collate "C" primary key,
  name        text not null,
  -- Who on the team looks after it.
  owner       text collate "C",
  -- Exactly as browsers send them. Pages of these alone may use its keys.
  origins     text[] not null default '{}' check (cardinality(origins) <= 16),
  created_at  timestamptz not null,
  -- As long as it is archived, its keys are refused.
  archived_at timestamptz
);

insert into apps (app_id, name, owner, created_at)
select app_id, app_id, (array_agg(created_by order by created_at))[1], min(created_at) from app_keys group by app_id;

create function notify_apps() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'apps:all');
  return null;
end $$;

create trigger apps_change after insert or update or delete on apps
  for each statement execute function notify_apps();

alter table app_keys
  add constraint app_keys_of_an_app foreign key (app_id) references apps on delete cascade,
  -- Its first letters, by which people know it. Unknown of keys that are older than this column.
  add column key_start text,
  -- Null where only the limits of the site hold.
  add column calls_per_minute integer check (calls_per_minute between 1 and 1200),
  -- A revoked one is kept: what was done with it is asked after that.
  add column revoked_at timestamptz;
