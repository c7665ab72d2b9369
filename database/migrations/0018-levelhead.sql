-- What levels, players and their recent records are searched by ------------------------------------------------------------

-- Rows beside the items of the crate `levelhead`, made by triggers in the statement that changes an item, so that whatever
-- writes it (a game, staff, a revert, an import) leaves them exact. A search in the order of one stat within ranges of
-- others reads one narrow table.
create table levelhead_levels (
  crate_id       text collate "C" not null,
  item_id        uuid not null,
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
  place          text collate "C" not null generated always as (
    case when 'tower' = any (tags) then 'tower' when 'marketing' = any (tags) then 'marketing' else 'void' end
  ) stored,
  primary key (crate_id, item_id)
) with (fillfactor = 80);

-- Ids of levels are unique because names of items are.
create index levelhead_levels_by_level on levelhead_levels (level_id);
create index levelhead_levels_of_user on levelhead_levels (user_id, created_at desc, item_id desc);
create index levelhead_levels_by_creation on levelhead_levels (place, created_at, item_id);
create index levelhead_levels_by_play_time on levelhead_levels (place, play_time, item_id);
create index levelhead_levels_by_replay_value on levelhead_levels (place, replay_value, item_id);
create index levelhead_levels_by_hidden_gem on levelhead_levels (place, hidden_gem, item_id);
create index levelhead_levels_by_exposure on levelhead_levels (place, exposure_bucks, item_id);
create index levelhead_levels_by_diamonds on levelhead_levels (place, diamonds, item_id);
-- What waits to be added would be read by every search.
create index levelhead_levels_by_tags on levelhead_levels using gin (tags) with (fastupdate = off);

create table levelhead_players (
  crate_id                text collate "C" not null,
  item_id                 uuid not null,
  user_id                 text collate "C" not null,
  avatar_id               text,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  subscribers             double precision not null,
  play_time               double precision not null,
  plays                   double precision not null,
  trophies                double precision not null,
  shoes                   double precision not null,
  crowns                  double precision not null,
  published               double precision not null,
  hidden_gem              double precision not null,
  tips_gotten             double precision not null,
  bucks_tipped            double precision not null,
  tips_per_level          double precision not null,
  tips_per_day            double precision not null,
  tipped_per_level_played double precision not null,
  tipped_per_day          double precision not null,
  primary key (crate_id, item_id)
) with (fillfactor = 80);

create index levelhead_players_by_user on levelhead_players (user_id);
create index levelhead_players_by_creation on levelhead_players (created_at, item_id);
create index levelhead_players_by_update on levelhead_players (updated_at, item_id);
create index levelhead_players_by_subscribers on levelhead_players (subscribers, item_id);
create index levelhead_players_by_play_time on levelhead_players (play_time, item_id);
create index levelhead_players_by_plays on levelhead_players (plays, item_id);
create index levelhead_players_by_trophies on levelhead_players (trophies, item_id);
create index levelhead_players_by_shoes on levelhead_players (shoes, item_id);
create index levelhead_players_by_crowns on levelhead_players (crowns, item_id);
create index levelhead_players_by_published on levelhead_players (published, item_id);
create index levelhead_players_by_hidden_gem on levelhead_players (hidden_gem, item_id);
create index levelhead_players_by_tips on levelhead_players (tips_gotten, item_id);
create index levelhead_players_by_tipped on levelhead_players (bucks_tipped, item_id);
create index levelhead_players_by_tips_per_level on levelhead_players (tips_per_level, item_id);
create index levelhead_players_by_tips_per_day on levelhead_players (tips_per_day, item_id);
create index levelhead_players_by_tipped_per_level on levelhead_players (tipped_per_level_played, item_id);
create index levelhead_players_by_tipped_per_day on levelhead_players (tipped_per_day, item_id);

-- The best of each player on a level, as long as it is recent.
create table levelhead_records (
  crate_id   text collate "C" not null,
  item_id    uuid not null,
  name       text collate "C" not null,
  user_id    text collate "C" not null,
  value      double precision not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (crate_id, item_id, name, user_id)
);

create index levelhead_records_by_update on levelhead_records (name, updated_at desc);
create index levelhead_records_of_user on levelhead_records (user_id, name, updated_at desc);

-- An item has its stats and records before it comes back from the trash, and none that others could change meanwhile.
create function levelhead_item_written() returns trigger language plpgsql as $$
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
  elsif tg_op = 'UPDATE' then
    delete from levelhead_levels where crate_id = new.crate_id and item_id = new.item_id;
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

create function levelhead_item_deleted() returns trigger language plpgsql as $$
begin
  delete from levelhead_levels where crate_id = old.crate_id and item_id = old.item_id;
  delete from levelhead_players where crate_id = old.crate_id and item_id = old.item_id;
  return null;
end $$;

-- The first value of a stat is no news of the level: it comes with an import, too.
create function levelhead_stat_written() returns trigger language plpgsql as $$
declare
  moment timestamptz := case when tg_op = 'UPDATE' then date_trunc('milliseconds', now()) else '-infinity' end;
begin
  update levelhead_levels set
    play_time = case new.name when 'PlayTime' then new.value else play_time end,
    replay_value = case new.name when 'ReplayValue' then new.value else replay_value end,
    hidden_gem = case new.name when 'HiddenGem' then new.value else hidden_gem end,
    exposure_bucks = case new.name when 'ExposureBucks' then new.value else exposure_bucks end,
    diamonds = case new.name when 'Diamonds' then new.value else diamonds end,
    updated_at = greatest(updated_at, moment)
    where crate_id = new.crate_id and item_id = new.item_id;
  if found then
    return null;
  end if;
  update levelhead_players set
    subscribers = case new.name when 'Subscribers' then new.value else subscribers end,
    play_time = case new.name when 'PlayTime' then new.value else play_time end,
    plays = case new.name when 'Plays' then new.value else plays end,
    trophies = case new.name when 'Trophies' then new.value else trophies end,
    shoes = case new.name when 'Shoes' then new.value else shoes end,
    crowns = case new.name when 'Crowns' then new.value else crowns end,
    published = case new.name when 'Published' then new.value else published end,
    hidden_gem = case new.name when 'HiddenGem' then new.value else hidden_gem end,
    tips_gotten = case new.name when 'TipsGotten' then new.value else tips_gotten end,
    bucks_tipped = case new.name when 'BucksTipped' then new.value else bucks_tipped end,
    tips_per_level = case new.name when 'TipsPerLevel' then new.value else tips_per_level end,
    tips_per_day = case new.name when 'TipsPerDay' then new.value else tips_per_day end,
    tipped_per_level_played = case new.name when 'TippedPerLevelPlayed' then new.value else tipped_per_level_played end,
    tipped_per_day = case new.name when 'TippedPerDay' then new.value else tipped_per_day end,
    updated_at = greatest(updated_at, moment)
    where crate_id = new.crate_id and item_id = new.item_id;
  return null;
end $$;

create function levelhead_record_written() returns trigger language plpgsql as $$
begin
  insert into levelhead_records as r (crate_id, item_id, name, user_id, value, created_at, updated_at)
  values (new.crate_id, new.item_id, new.name, new.user_id, new.value, new.created_at, new.created_at)
  on conflict (crate_id, item_id, name, user_id) do update set value = excluded.value, updated_at = excluded.updated_at;
  return null;
end $$;

create trigger levelhead_items_written after insert or update on items for each row
  when (new.crate_id = 'levelhead') execute function levelhead_item_written();
create trigger levelhead_items_deleted after delete on items for each row
  when (old.crate_id = 'levelhead') execute function levelhead_item_deleted();
create trigger levelhead_stats_added after insert on item_stats for each row
  when (new.crate_id = 'levelhead' and new.name in ('PlayTime', 'ReplayValue', 'HiddenGem', 'ExposureBucks', 'Diamonds',
    'Subscribers', 'Plays', 'Trophies', 'Shoes', 'Crowns', 'Published', 'TipsGotten', 'BucksTipped', 'TipsPerLevel',
    'TipsPerDay', 'TippedPerLevelPlayed', 'TippedPerDay'))
  execute function levelhead_stat_written();
create trigger levelhead_stats_changed after update of value on item_stats for each row
  when (new.crate_id = 'levelhead') execute function levelhead_stat_written();
create trigger levelhead_records_written after insert or update of value on item_records for each row
  when (new.crate_id = 'levelhead') execute function levelhead_record_written();
