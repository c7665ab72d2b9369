-- The levels, players and likes whose numbers and counts stand in fill.size, with the shapes of app/levelhead/world: what is counted is
-- what was done, and the figures follow from it as in app/levelhead/rules. The same for the same numbers and day. One
-- statement after the other, the tables one by one; ids are in the order of the numbers.
create or replace function pg_temp.chance(n bigint, of bigint) returns double precision language sql immutable parallel safe as
  'select (hashint8extended(n, of) & 4294967295) / 4294967296.0::double precision';

-- Around `middle`, often half or double, seldom a tenth or tenfold.
create or replace function pg_temp.around(n bigint, of bigint, middle double precision, spread double precision) returns double precision
  language sql immutable parallel safe as
  'select middle * exp(spread * sqrt(-2 * ln(1 - pg_temp.chance(n, of))) * cos(2 * pi() * pg_temp.chance(n, of + 1)))';

create or replace function pg_temp.player(n bigint) returns text language sql immutable parallel safe as
  $$ select 'p' || lpad(to_hex(n), 5, '0') $$;

create or replace function pg_temp.level(n bigint) returns text language sql immutable parallel safe as
  $$ select 'v' || lpad(to_hex(n), 6, '0') $$;

-- A UUID of version 7 of its time.
create or replace function pg_temp.id_of(n bigint, at timestamptz, of bigint) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(hashint8extended(n, of) & 4095), 3, '0') || '8'
    || lpad(to_hex(hashint8extended(n, of + 1) & 1152921504606846975), 15, '0'))::uuid $$;

create temporary table size on commit drop as
  select * from json_to_record(current_setting('fill.size')::json)
    size(first bigint, levels bigint, first_player bigint, players bigint, likes bigint, titles json, tags text[]);

create temporary table word on commit drop as
  select at::int - 1 as at, title, levelhead_words_of(title) as words
  from size, json_array_elements_text(titles) with ordinality title(title, at);
create unique index on word (at);

create temporary table person on commit drop as
  select n, pg_temp.player(n) collate "C" as user_id, pg_temp.id_of(n, at, 50) as item_id, at
  from size, generate_series(first_player, first_player + players - 1) n,
    lateral (select current_date - interval '1 day' * (30 + 1900 * (1 - n / (first_player + players)::float8)) as at) made;

insert into accounts (user_id, created_at) select user_id, at from person order by user_id;
insert into aliases (context, user_id, alias, alias_key, safe_alias)
  select 'levelhead', user_id, 'Bench Otter ' || n, 'benchotter' || n, 'Safe Otter ' || n from person order by user_id;
insert into alias_names (context, alias_key, user_id)
  select 'levelhead', 'benchotter' || n, user_id from person union all
  select 'levelhead-safe', 'safe otter ' || n, user_id from person order by 1, 2;

-- Which level is how popular has nothing to do with how old it is.
create temporary table liked on commit drop as
  select distinct floor((first_player + players) * pg_temp.chance(k, 2) ^ 1.5)::bigint as player,
    first + (floor(levels * pg_temp.chance(k, 1) ^ 2)::bigint * 611953) % levels as level
  from size, generate_series(1, likes) k
  order by 1, 2;
analyze liked;

create temporary table made on commit drop as
with popular as (select level, count(*)::int as likes from liked group by level),
crowd as (
  select n, first_player + players as all_players, coalesce(popular.likes, 0) as likes, date_trunc('milliseconds', now() - interval '1 day' * age) as at, age,
    coalesce(popular.likes, 0) + ceil(pg_temp.around(n, 11, 6, 1))::int as players,
    floor(0.5 * pg_temp.chance(n, 13) * coalesce(popular.likes, 0))::int as favorites,
    least(0.95, greatest(0.004, pg_temp.around(n, 14, 0.22, 1.1))) as ease, greatest(8, pg_temp.around(n, 16, 70, 0.6)) as seconds
  from size, lateral generate_series(first, first + levels - 1) n left join popular on level = n,
    lateral (select 0.05 + 700 * ((first + levels - 1 - n) / levels::float8) ^ 2.2 as age) aged),
played as (
  select *, players * (1 + floor(pg_temp.around(n, 18, 4, 0.6)))::int as attempts from crowd),
beaten as (
  select *, round(players * (1 - (1 - ease) ^ (attempts / players)))::int as successes, round(attempts * seconds * (0.8 + 0.4 * pg_temp.chance(n, 20))) as play_time,
    100 + 150 * players + floor(pg_temp.around(n, 21, 10, 0.8) * likes) as exposure
  from played),
placed as (
  select *, case when pg_temp.chance(n, 23) < 0.02 then array['unlisted']
    when exposure >= 1200 and players >= 7 and likes + favorites >= 0.08 * players and successes >= 0.002 * attempts
      then array['tower', 'graduated']
    when pg_temp.chance(n, 24) < 0.9 then array['marketing'] else '{}' end as place
  from beaten)
select n, pg_temp.level(n) collate "C" as level_id, pg_temp.id_of(n, at, 52) as item_id, at, at as updated_at,
  pg_temp.player(floor(pg_temp.chance(n, 25) ^ 2 * all_players / 4)::bigint) collate "C" as user_id,
  array['level'] || place || case when pg_temp.chance(n, 26) < 0.05 then array['daily-build'] else '{}' end
    || case when pg_temp.chance(n, 27) < 0.01 then array['beta'] else '{}' end
    || (select array_agg(distinct tags.tag) from size,
      lateral (select size.tags[1 + floor(cardinality(size.tags) * pg_temp.chance(n, 30 + pick))::int] as tag
        from generate_series(1, 1 + floor(3 * pg_temp.chance(n, 29))::int) pick) tags) as tags,
  floor((select count(*) from word) * pg_temp.chance(n, 34))::int as title, likes, favorites, players, attempts, successes, play_time, exposure,
  round((20 * attempts + 900 * likes + 1300 * favorites) / (players + 10.0)) as replay_value,
  round(400 * (likes + 1.5 * favorites) / (players + 10) * (0.4 + 40.0 / (40 + players)) * (0.25 + 0.5 ^ (age / 21))) as hidden_gem,
  case when successes = 0 then 6 else (select count(*) from unnest(array[0.5, 0.25, 0.1, 0.04, 0.01]) bound
    where successes / attempts::float8 < bound) end as diamonds
from placed;

analyze made;
alter table made add column name text, add column words text[];
update made m set name = case when m.n % 10 = 0 then w.title || ' ' || m.n else w.title end,
  words = case when m.n % 10 = 0 then w.words || array[m.n::text] else w.words end
  from word w where w.at = m.title;

insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, mimetype, bytes, body, digest, created_at, updated_at,
    updated_by)
  select 'levelhead', item_id, (1000 * extract(epoch from at))::bigint, name, user_id, array[user_id], tags, map, 'application/json',
    length(body), body, sha256(body), at, at, user_id
  from (
    select item_id, at, level_id as name, user_id, tags, jsonb_build_object('title', name, 'locale', 'en-US',
        'avatarId', 'gr18-woo', 'gameVersion', '1.20.4', 'requiredPlayers', 1, 'creatorTime', 300) as map,
      convert_to(json_build_object('content', json_build_object('World', n % 101, 'Movement', n % 97, 'Puzzles', n % 89,
        'Enemies', n % 83, 'Hazards', n % 79))::text, 'UTF8') as body
    from made
    union all
    select item_id, at, user_id, user_id, array['player'], '{"avatarId": "gr18-woo"}', '{}'::bytea from person
  ) made order by at;

insert into item_tags (crate_id, tag, created_at, item_id, ordinal)
  select i.crate_id, tag, i.created_at, i.item_id, i.ordinal
  from (select item_id from made union all select item_id from person) made
    join items i on i.crate_id = 'levelhead' and i.item_id = made.item_id, unnest(i.tags) tag
  order by tag, i.created_at;

insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
  select i.crate_id, i.item_id, i.ordinal, i.rev, 'create', i.updated_at, i.updated_by, i.tags, i.collaborators
  from (select item_id from made union all select item_id from person) made
    join items i on i.crate_id = 'levelhead' and i.item_id = made.item_id order by i.created_at;

create temporary table figure on commit drop as
  select user_id, sum(published)::int as published, sum(plays)::int as plays, sum(likes)::int as likes, sum(tips)::int as tips,
    sum(played)::int as played, sum(subscribers)::int as subscribers, sum(crowns)::int as crowns
  from (
    select user_id, 1 as published, attempts as plays, likes, exposure - 100 - 150 * players as tips, 0 as played, 0 as subscribers, 0 as crowns
    from made
    union all select pg_temp.player(player), 0, 0, 0, 0, count(*), 0, 0 from liked group by player
    union all select pg_temp.player(floor(pg_temp.chance(n, 40) ^ 2 * (first_player + players) / 4)::bigint), 0, 0, 0, 0, 0, 1, 0 from person, size
    union all select pg_temp.player(floor(pg_temp.chance(n, 41) * (size.first_player + size.players))::bigint), 0, 0, 0, 0, 0, 0, 1 from made, size
    where n % 2 = 0
  ) did group by user_id;

insert into levelhead_players (crate_id, item_id, user_id, avatar_id, created_at, updated_at, subscribers, play_time, plays, trophies,
    shoes, crowns, published, hidden_gem, tips_gotten, bucks_tipped, tips_per_level, tips_per_day, tipped_per_level_played, tipped_per_day)
  select 'levelhead', item_id, user_id, 'gr18-woo', at, at, coalesce(subscribers, 0), coalesce(80 * played, 0), coalesce(plays, 0),
    floor(60 * pg_temp.chance(n, 42)), coalesce(crowns, 0), coalesce(crowns, 0), coalesce(published, 0),
    coalesce(round(likes / greatest(1, published)::float8), 0), coalesce(tips, 0), coalesce(10 * played, 0),
    coalesce(round(tips::numeric / greatest(1, published), 2), 0), coalesce(tips, 0) / 100.0, 10, coalesce(played, 0) / 10.0
  from person left join figure using (user_id) order by at;

insert into item_stats (crate_id, item_id, name, value)
  select 'levelhead', item_id, name, value from (
    select item_id, stat.name, stat.value::float8 from made, lateral (values ('Attempts', attempts::float8), ('ClearRate', successes / attempts::float8),
      ('Diamonds', diamonds), ('ExposureBucks', exposure), ('FailureRate', (attempts - successes) / play_time), ('Favorites', favorites),
      ('HiddenGem', hidden_gem), ('Likes', likes), ('PlayTime', play_time), ('Players', players), ('ReplayValue', replay_value),
      ('Successes', successes), ('TimePerWin', play_time / greatest(1, successes))) stat(name, value)
    union all
    select item_id, stat.name, stat.value from levelhead_players join person using (item_id), lateral (values ('Subscribers', subscribers),
      ('PlayTime', play_time), ('Plays', plays), ('Trophies', trophies), ('Shoes', shoes), ('Crowns', crowns), ('Published', published),
      ('HiddenGem', hidden_gem), ('TipsGotten', tips_gotten), ('BucksTipped', bucks_tipped), ('TipsPerLevel', tips_per_level),
      ('TipsPerDay', tips_per_day), ('TippedPerLevelPlayed', tipped_per_level_played), ('TippedPerDay', tipped_per_day)) stat(name, value)
    where stat.value <> 0
  ) stats order by item_id, name;

-- Half of the levels have been beaten by somebody, on one day of the last twenty.
create temporary table held on commit drop as
  select item_id, record.name, holder.user_id, record.value, greatest(at, now() - interval '20 days' * pg_temp.chance(n, 43)) as at
  from made, size, lateral (select pg_temp.player(floor(pg_temp.chance(n, 41) * (size.first_player + size.players))::bigint) as user_id) holder,
    lateral (values ('HighScore', 1000.0 * (1 + n % 900)), ('FastestTime', 20 + n % 700 / 10.0)) record(name, value)
  where n % 2 = 0 order by item_id, record.name;
insert into item_records (crate_id, item_id, name, user_id, value, created_at) select 'levelhead', item_id, name, user_id, value, at from held;
insert into levelhead_records (crate_id, item_id, name, user_id, value, created_at, updated_at)
  select 'levelhead', item_id, name, user_id, value, at, at from held;
insert into levelhead_record_history (crate_id, item_id, name, record_id, user_id, value, held_from)
  select 'levelhead', item_id, name, md5(item_id::text || name)::uuid, user_id, value, at from held;

insert into levelhead_levels (crate_id, item_id, level_id, user_id, tags, created_at, updated_at, play_time, replay_value, hidden_gem,
    exposure_bucks, diamonds)
  select 'levelhead', item_id, level_id, user_id, tags, at, at, play_time, replay_value, hidden_gem, exposure, diamonds
  from made order by at;

insert into levelhead_level_tags
  select crate_id, item_id, own.tag, own.tag_count, place, level_id, user_id, l.tags, created_at, updated_at, play_time, replay_value,
    hidden_gem, exposure_bucks, diamonds
  from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own
  where level_id in (select level_id from made) order by created_at, own.tag;

insert into levelhead_titles (crate_id, item_id, words) select 'levelhead', item_id, words from made order by at;
insert into levelhead_title_words (crate_id, word, trigrams)
  select 'levelhead', one, levelhead_trigrams_of(one) from (select distinct unnest(words) as one from made) words order by one
  on conflict do nothing;

-- Charts have a month of those that are played most.
insert into levelhead_daily (crate_id, kind, subject_id, day, plays, wins, players, seconds, likes)
  select 'levelhead', 'level', level_id, current_date - ago, 1 + attempts / 100, 1 + successes / 100, 1 + players / 100, play_time / 100, likes / 100
  from made, generate_series(0, 29) ago where likes > 30 order by level_id, 4
  on conflict do nothing;

insert into set_members (crate_id, set_name, owner, member, entry_id, created_at)
  select 'levelhead', 'likes', pg_temp.player(player), pg_temp.level(level), pg_temp.id_of(level, since, player), since
  from liked join made on n = level, lateral (select at + (now() - at) * pg_temp.chance(level, player) as since) liked_at
  order by player, level;
insert into set_counts as c (crate_id, set_name, side, id, size)
  select 'levelhead', 'likes', 'member', pg_temp.level(level), count(*) from liked group by level order by level;
insert into set_counts as c (crate_id, set_name, side, id, size)
  select 'levelhead', 'likes', 'owner', pg_temp.player(player), count(*) from liked group by player order by player
  on conflict (crate_id, set_name, side, id) do update set size = c.size + excluded.size;
