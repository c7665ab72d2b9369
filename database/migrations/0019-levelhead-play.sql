-- What was played of levels, by day, and who was the best --------------------------------------------------------------------

-- What was added to a level (by its id) or a player (by their user id) on a day of UTC; a day without anything has no row. Of
-- a level `plays` are attempts, of a player those of others at their levels, and `played` their own. `tips` were gotten,
-- `tipped` and `exposed` given, and levels
-- `published`: the limits of a day hold by these.
create table levelhead_daily (
  crate_id    text collate "C" not null,
  kind        text collate "C" not null check (kind in ('level', 'player')),
  subject_id  text collate "C" not null,
  day         date not null,
  plays       integer not null default 0,
  wins        integer not null default 0,
  players     integer not null default 0,
  seconds     double precision not null default 0,
  likes       integer not null default 0,
  favorites   integer not null default 0,
  subscribers integer not null default 0,
  exposure    integer not null default 0,
  tips        integer not null default 0,
  played      integer not null default 0,
  tipped      integer not null default 0,
  exposed     integer not null default 0,
  published   integer not null default 0,
  primary key (crate_id, kind, subject_id, day)
) with (fillfactor = 80);

-- Each record that was the best of a level, from when until when; the one that still is has no end.
create table levelhead_record_history (
  crate_id   text collate "C" not null,
  item_id    uuid not null,
  name       text collate "C" not null,
  record_id  uuid not null,
  user_id    text collate "C" not null,
  value      double precision not null,
  held_from  timestamptz not null,
  held_until timestamptz,
  primary key (crate_id, item_id, name, record_id),
  foreign key (crate_id, item_id) references items on delete cascade
);

create unique index levelhead_record_history_best on levelhead_record_history (crate_id, item_id, name)
  where held_until is null;
create index levelhead_record_history_of_user on levelhead_record_history (user_id, held_from desc);

insert into levelhead_record_history (crate_id, item_id, name, record_id, user_id, value, held_from)
select distinct on (r.item_id, r.name) r.crate_id, r.item_id, r.name, gen_random_uuid(), r.user_id, r.value, r.created_at
from item_records r
where r.crate_id = 'levelhead' and r.name in ('HighScore', 'FastestTime')
order by r.item_id, r.name, case r.name when 'HighScore' then -r.value else r.value end, r.created_at, r.user_id;

create table levelhead_tips (
  crate_id   text collate "C" not null,
  creator_user_id text collate "C" not null,
  tip_id     uuid not null,
  level_id   text collate "C" not null,
  user_id    text collate "C" not null,
  bucks      integer not null,
  created_at timestamptz not null,
  primary key (crate_id, creator_user_id, tip_id)
);

create index levelhead_tips_by_giver on levelhead_tips (user_id, tip_id desc);

-- How far the timed work of a day has come through all levels, so that each level has its turn once.
create table levelhead_rounds (
  crate_id    text collate "C" not null,
  name        text collate "C" not null,
  day         date not null,
  last_item   uuid,
  finished_at timestamptz,
  primary key (crate_id, name, day)
);

-- What ages by itself is no news of a level or a player either.
create or replace function levelhead_stat_written() returns trigger language plpgsql as $$
declare
  moment timestamptz := case
    when tg_op = 'UPDATE' and new.name not in ('HiddenGem', 'ExposureBucks', 'TipsPerDay', 'TippedPerDay')
    then date_trunc('milliseconds', now()) else '-infinity' end;
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
