-- When a level came to the hall that shows it to everybody: for who looks there it is new from then on, however old it is.

create function levelhead_hall_of(tags text[]) returns text language sql immutable parallel safe as $$
  select case when tags && '{hidden,unlisted,beta}' then ''
    when 'tower' = any (tags) then 'tower' when 'marketing' = any (tags) then 'marketing' else '' end
$$;

alter table levelhead_levels add column listed_at timestamptz;
update levelhead_levels set listed_at = created_at;
alter table levelhead_levels alter column listed_at set not null;
create index levelhead_levels_by_listing on levelhead_levels (place, listed_at);

create or replace function levelhead_item_written() returns trigger language plpgsql as $$
declare
  -- Of an item that was no level before, tags or name have changed.
  has_new_words boolean := tg_op = 'INSERT' or (old.map, old.name, old.tags) is distinct from (new.map, new.name, new.tags);
begin
  if 'level' = any (new.tags) and new.name is not null then
    insert into levelhead_levels as l (crate_id, item_id, level_id, user_id, tags, created_at, updated_at, play_time, replay_value,
      hidden_gem, exposure_bucks, diamonds, words, listed_at)
    select new.crate_id, new.item_id, new.name, new.user_id, new.tags, new.created_at, new.updated_at,
      coalesce(max(s.value) filter (where s.name = 'PlayTime'), 0),
      coalesce(max(s.value) filter (where s.name = 'ReplayValue'), 0),
      coalesce(max(s.value) filter (where s.name = 'HiddenGem'), 0),
      coalesce(max(s.value) filter (where s.name = 'ExposureBucks'), 0),
      coalesce(max(s.value) filter (where s.name = 'Diamonds'), 6),
      case when has_new_words then levelhead_words_of(left(coalesce(new.map ->> 'title', new.name), 256)) else '{}' end,
      new.created_at
    from item_stats s where s.crate_id = new.crate_id and s.item_id = new.item_id
    on conflict (crate_id, item_id) do update set level_id = excluded.level_id, user_id = excluded.user_id,
      tags = excluded.tags, created_at = excluded.created_at, updated_at = greatest(l.updated_at, excluded.updated_at),
      words = case when has_new_words then excluded.words else l.words end,
      listed_at = case when levelhead_hall_of(excluded.tags) in ('', levelhead_hall_of(l.tags)) then l.listed_at else excluded.updated_at end;
    perform levelhead_copy_to_tags(new.crate_id, new.item_id);
  elsif tg_op = 'UPDATE' then
    delete from levelhead_levels where crate_id = new.crate_id and item_id = new.item_id;
    delete from levelhead_level_tags where crate_id = new.crate_id and item_id = new.item_id;
  end if;
  if 'player' = any (new.tags) and new.name is not null then
    insert into levelhead_players as p (crate_id, item_id, user_id, avatar_id, created_at, updated_at, subscribers, play_time,
      plays, trophies, shoes, crowns, published, hidden_gem, tips_gotten, bucks_tipped, tips_per_level, tips_per_day,
      tipped_per_level_played, tipped_per_day)
    select new.crate_id, new.item_id, new.name, new.map ->> 'avatarId', new.created_at, new.updated_at,
      coalesce(max(s.value) filter (where s.name = 'Subscribers'), 0),
      coalesce(max(s.value) filter (where s.name = 'PlayTime'), 0),
      coalesce(max(s.value) filter (where s.name = 'Plays'), 0),
      coalesce(max(s.value) filter (where s.name = 'Trophies'), 0),
      coalesce(max(s.value) filter (where s.name = 'Shoes'), 0),
      coalesce(max(s.value) filter (where s.name = 'Crowns'), 0),
      coalesce(max(s.value) filter (where s.name = 'Published'), 0),
      coalesce(max(s.value) filter (where s.name = 'HiddenGem'), 0),
      coalesce(max(s.value) filter (where s.name = 'TipsGotten'), 0),
      coalesce(max(s.value) filter (where s.name = 'BucksTipped'), 0),
      coalesce(max(s.value) filter (where s.name = 'TipsPerLevel'), 0),
      coalesce(max(s.value) filter (where s.name = 'TipsPerDay'), 0),
      coalesce(max(s.value) filter (where s.name = 'TippedPerLevelPlayed'), 0),
      coalesce(max(s.value) filter (where s.name = 'TippedPerDay'), 0)
    from item_stats s where s.crate_id = new.crate_id and s.item_id = new.item_id
    on conflict (crate_id, item_id) do update set user_id = excluded.user_id, avatar_id = excluded.avatar_id,
      created_at = excluded.created_at, updated_at = greatest(p.updated_at, excluded.updated_at);
  elsif tg_op = 'UPDATE' then
    delete from levelhead_players where crate_id = new.crate_id and item_id = new.item_id;
  end if;
  return null;
end $$;
