-- Levels by tag, in every order ---------------------------------------------------------------------------------------------

-- Of each tag that a level's maker gave it a copy of what it is searched by, and of each two tags: a search with tags reads these
-- alone, in its order. Of two tags there are so few that no order but that of creation is kept. What a level is beside its
-- tags (in the Tower, unlisted) has no rows.
create table levelhead_level_tags (
  crate_id       text collate "C" not null,
  item_id        uuid not null,
  -- Two are separated by a space, in their order.
  tag            text collate "C" not null,
  tag_count      smallint not null,
  place          text collate "C" not null,
  level_id       text collate "C" not null,
  user_id        text collate "C" not null,
  tags           text[] collate "C" not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  play_time      double precision not null,
  replay_value   double precision not null,
  hidden_gem     double precision not null,
  exposure_bucks double precision not null,
  diamonds       double precision not null,
  primary key (crate_id, item_id, tag)
) with (fillfactor = 80);

create function levelhead_tag_keys(tags text[]) returns table (tag text, tag_count smallint) language sql immutable parallel safe as $$
  with own as (select distinct one collate "C" as tag from unnest(tags) one where one like 'ltag\_%')
  select tag, 1::smallint from own
  union all
  select first.tag || ' ' || second.tag, 2::smallint from own first join own second on first.tag < second.tag
$$;

insert into levelhead_level_tags
  select crate_id, item_id, own.tag, own.tag_count, place, level_id, user_id, tags, created_at, updated_at, play_time, replay_value,
    hidden_gem, exposure_bucks, diamonds
  from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own;

create index levelhead_level_tags_by_creation on levelhead_level_tags (tag, place, created_at, item_id);
create index levelhead_level_tags_by_play_time on levelhead_level_tags (tag, place, play_time, item_id) where tag_count = 1;
create index levelhead_level_tags_by_replay_value on levelhead_level_tags (tag, place, replay_value, item_id) where tag_count = 1;
create index levelhead_level_tags_by_hidden_gem on levelhead_level_tags (tag, place, hidden_gem, item_id) where tag_count = 1;
create index levelhead_level_tags_by_exposure on levelhead_level_tags (tag, place, exposure_bucks, item_id) where tag_count = 1;
create index levelhead_level_tags_by_diamonds on levelhead_level_tags (tag, place, diamonds, item_id) where tag_count = 1;

-- Makes the copies what the level is. Whoever calls it has written the level, so that nobody else does at the same time.
create function levelhead_copy_to_tags(of_crate text, of_item uuid) returns void language plpgsql as $$
begin
  delete from levelhead_level_tags t where t.crate_id = of_crate and t.item_id = of_item and not exists (
    select 1 from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own
    where l.crate_id = of_crate and l.item_id = of_item and own.tag = t.tag);
  insert into levelhead_level_tags as t
    select crate_id, item_id, own.tag, own.tag_count, place, level_id, user_id, tags, created_at, updated_at, play_time, replay_value,
      hidden_gem, exposure_bucks, diamonds
    from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own
    where l.crate_id = of_crate and l.item_id = of_item
    on conflict (crate_id, item_id, tag) do update set place = excluded.place, level_id = excluded.level_id,
      user_id = excluded.user_id, tags = excluded.tags, created_at = excluded.created_at, updated_at = excluded.updated_at,
      play_time = excluded.play_time, replay_value = excluded.replay_value, hidden_gem = excluded.hidden_gem,
      exposure_bucks = excluded.exposure_bucks, diamonds = excluded.diamonds;
end $$;

create or replace function levelhead_item_written() returns trigger language plpgsql as $$
begin
  if 'level' = any (new.tags) and new.name is not null then
    insert into levelhead_levels as l (crate_id, item_id, level_id, user_id, tags, created_at, updated_at, play_time, replay_value,
      hidden_gem, exposure_bucks, diamonds)
    select new.crate_id, new.item_id, new.name, new.user_id, new.tags, new.created_at, new.updated_at,
      coalesce(max(s.value) filter (where s.name = 'PlayTime'), 0),
      coalesce(max(s.value) filter (where s.name = 'ReplayValue'), 0),
      coalesce(max(s.value) filter (where s.name = 'HiddenGem'), 0),
      coalesce(max(s.value) filter (where s.name = 'ExposureBucks'), 0),
      coalesce(max(s.value) filter (where s.name = 'Diamonds'), 6)
    from item_stats s where s.crate_id = new.crate_id and s.item_id = new.item_id
    on conflict (crate_id, item_id) do update set level_id = excluded.level_id, user_id = excluded.user_id,
      tags = excluded.tags, created_at = excluded.created_at, updated_at = greatest(l.updated_at, excluded.updated_at);
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

create or replace function levelhead_item_deleted() returns trigger language plpgsql as $$
begin
  delete from levelhead_levels where crate_id = old.crate_id and item_id = old.item_id;
  delete from levelhead_level_tags where crate_id = old.crate_id and item_id = old.item_id;
  delete from levelhead_players where crate_id = old.crate_id and item_id = old.item_id;
  return null;
end $$;

-- At the end of a transaction, which writes a level or player once: an attempt changes five figures of a level, and each would write
-- all indexes. Whoever comes to a row second sees what the first has written, because the lock is a statement before.
create or replace function levelhead_stat_written() returns trigger language plpgsql as $$
declare
  moment timestamptz := case
    when tg_op = 'UPDATE' and new.name not in ('HiddenGem', 'ExposureBucks', 'TipsPerDay', 'TippedPerDay')
    then date_trunc('milliseconds', now()) else '-infinity' end;
begin
  perform 1 from levelhead_levels where crate_id = new.crate_id and item_id = new.item_id for no key update;
  if found then
    update levelhead_levels l set play_time = s.play_time, replay_value = s.replay_value, hidden_gem = s.hidden_gem,
      exposure_bucks = s.exposure_bucks, diamonds = s.diamonds, updated_at = greatest(l.updated_at, moment)
    from (
      select coalesce(max(value) filter (where name = 'PlayTime'), 0) as play_time,
        coalesce(max(value) filter (where name = 'ReplayValue'), 0) as replay_value,
        coalesce(max(value) filter (where name = 'HiddenGem'), 0) as hidden_gem,
        coalesce(max(value) filter (where name = 'ExposureBucks'), 0) as exposure_bucks,
        coalesce(max(value) filter (where name = 'Diamonds'), 6) as diamonds
      from item_stats where crate_id = new.crate_id and item_id = new.item_id
    ) s
    where l.crate_id = new.crate_id and l.item_id = new.item_id
      and (l.play_time, l.replay_value, l.hidden_gem, l.exposure_bucks, l.diamonds, l.updated_at) is distinct from
        (s.play_time, s.replay_value, s.hidden_gem, s.exposure_bucks, s.diamonds, greatest(l.updated_at, moment));
    if found then
      update levelhead_level_tags t set play_time = l.play_time, replay_value = l.replay_value, hidden_gem = l.hidden_gem,
        exposure_bucks = l.exposure_bucks, diamonds = l.diamonds, updated_at = l.updated_at
      from levelhead_levels l
      where l.crate_id = new.crate_id and l.item_id = new.item_id and t.crate_id = new.crate_id and t.item_id = new.item_id;
    end if;
    return null;
  end if;
  perform 1 from levelhead_players where crate_id = new.crate_id and item_id = new.item_id for no key update;
  if not found then
    return null;
  end if;
  update levelhead_players p set
    subscribers = s.subscribers, play_time = s.play_time, plays = s.plays, trophies = s.trophies, shoes = s.shoes,
    crowns = s.crowns, published = s.published, hidden_gem = s.hidden_gem, tips_gotten = s.tips_gotten,
    bucks_tipped = s.bucks_tipped, tips_per_level = s.tips_per_level, tips_per_day = s.tips_per_day,
    tipped_per_level_played = s.tipped_per_level_played, tipped_per_day = s.tipped_per_day,
    updated_at = greatest(p.updated_at, moment)
  from (
    select coalesce(max(value) filter (where name = 'Subscribers'), 0) as subscribers,
      coalesce(max(value) filter (where name = 'PlayTime'), 0) as play_time,
      coalesce(max(value) filter (where name = 'Plays'), 0) as plays,
      coalesce(max(value) filter (where name = 'Trophies'), 0) as trophies,
      coalesce(max(value) filter (where name = 'Shoes'), 0) as shoes,
      coalesce(max(value) filter (where name = 'Crowns'), 0) as crowns,
      coalesce(max(value) filter (where name = 'Published'), 0) as published,
      coalesce(max(value) filter (where name = 'HiddenGem'), 0) as hidden_gem,
      coalesce(max(value) filter (where name = 'TipsGotten'), 0) as tips_gotten,
      coalesce(max(value) filter (where name = 'BucksTipped'), 0) as bucks_tipped,
      coalesce(max(value) filter (where name = 'TipsPerLevel'), 0) as tips_per_level,
      coalesce(max(value) filter (where name = 'TipsPerDay'), 0) as tips_per_day,
      coalesce(max(value) filter (where name = 'TippedPerLevelPlayed'), 0) as tipped_per_level_played,
      coalesce(max(value) filter (where name = 'TippedPerDay'), 0) as tipped_per_day
    from item_stats where crate_id = new.crate_id and item_id = new.item_id
  ) s
  where p.crate_id = new.crate_id and p.item_id = new.item_id and
    (p.subscribers, p.play_time, p.plays, p.trophies, p.shoes, p.crowns, p.published, p.hidden_gem, p.tips_gotten,
    p.bucks_tipped, p.tips_per_level, p.tips_per_day, p.tipped_per_level_played, p.tipped_per_day, p.updated_at)
    is distinct from
    (s.subscribers, s.play_time, s.plays, s.trophies, s.shoes, s.crowns, s.published, s.hidden_gem, s.tips_gotten,
    s.bucks_tipped, s.tips_per_level, s.tips_per_day, s.tipped_per_level_played, s.tipped_per_day,
    greatest(p.updated_at, moment));
  return null;
end $$;

drop trigger levelhead_stats_added on item_stats;
drop trigger levelhead_stats_changed on item_stats;
create constraint trigger levelhead_stats_added after insert on item_stats deferrable initially deferred for each row
  when (new.crate_id = 'levelhead' and new.name in ('PlayTime', 'ReplayValue', 'HiddenGem', 'ExposureBucks', 'Diamonds',
    'Subscribers', 'Plays', 'Trophies', 'Shoes', 'Crowns', 'Published', 'TipsGotten', 'BucksTipped', 'TipsPerLevel',
    'TipsPerDay', 'TippedPerLevelPlayed', 'TippedPerDay'))
  execute function levelhead_stat_written();
create constraint trigger levelhead_stats_changed after update of value on item_stats deferrable initially deferred for each row
  when (new.crate_id = 'levelhead' and new.value <> old.value) execute function levelhead_stat_written();
