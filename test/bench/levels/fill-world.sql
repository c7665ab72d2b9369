-- What levels, players and likes there are, whose numbers and counts stand in fill.size, with the shapes of app/levelhead/world: what is
-- counted is what was done, and the figures follow from it as in app/levelhead/rules. The same for the same numbers and day; ids
-- are in the order of the numbers. Two connections put it into the tables of the site, `fill-items.sql` and `fill-game.sql`.
create schema fill;

create function fill.chance(n bigint, of bigint) returns double precision language sql immutable parallel safe as
  'select (hashint8extended(n, of) & 4294967295) / 4294967296.0::double precision';

-- Around `middle`, often half or double, seldom a tenth or tenfold.
create function fill.around(n bigint, of bigint, middle double precision, spread double precision) returns double precision
  language sql immutable parallel safe as
  'select middle * exp(spread * sqrt(-2 * ln(1 - fill.chance(n, of))) * cos(2 * pi() * fill.chance(n, of + 1)))';

create function fill.player(n bigint) returns text language sql immutable parallel safe as
  $$ select 'p' || lpad(to_hex(n), 5, '0') $$;

create function fill.level(n bigint) returns text language sql immutable parallel safe as
  $$ select 'v' || lpad(to_hex(n), 6, '0') $$;

-- A UUID of version 7 of its time.
create function fill.id_of(n bigint, at timestamptz, of bigint) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(hashint8extended(n, of) & 4095), 3, '0') || '8'
    || lpad(to_hex(hashint8extended(n, of + 1) & 1152921504606846975), 15, '0'))::uuid $$;

create unlogged table fill.size as
  select * from json_to_record(current_setting('fill.size')::json)
    size(first bigint, levels bigint, first_player bigint, players bigint, likes bigint, titles json, tags text[]);

create unlogged table fill.word as
  select at::int - 1 as at, title, levelhead_words_of(title) as words
  from fill.size, json_array_elements_text(titles) with ordinality title(title, at);
analyze fill.word;

create unlogged table fill.person as
  select n, fill.player(n) collate "C" as user_id, fill.id_of(n, at, 50) as item_id, at
  from fill.size, generate_series(first_player, first_player + players - 1) n,
    lateral (select current_date - interval '1 day' * (30 + 1900 * (1 - n / (first_player + players)::float8)) as at) made;

-- Which level is how popular has nothing to do with how old it is.
create unlogged table fill.liked as
  select distinct floor((first_player + players) * fill.chance(k, 2) ^ 1.5)::bigint as player,
    first + (floor(levels * fill.chance(k, 1) ^ 2)::bigint * 611953) % levels as level
  from fill.size, generate_series(1, likes) k
  order by 1, 2;
analyze fill.liked;

create unlogged table fill.made as
with popular as (select level, count(*)::int as likes from fill.liked group by level),
crowd as (
  select n, first_player + players as all_players, coalesce(popular.likes, 0) as likes, date_trunc('milliseconds', now() - interval '1 day' * age) as at, age,
    coalesce(popular.likes, 0) + ceil(fill.around(n, 11, 6, 1))::int as players,
    floor(0.5 * fill.chance(n, 13) * coalesce(popular.likes, 0))::int as favorites,
    least(0.95, greatest(0.004, fill.around(n, 14, 0.22, 1.1))) as ease, greatest(8, fill.around(n, 16, 70, 0.6)) as seconds
  from fill.size, lateral generate_series(first, first + levels - 1) n left join popular on level = n,
    lateral (select 0.05 + 700 * ((first + levels - 1 - n) / levels::float8) ^ 2.2 as age) aged),
played as (
  select *, players * (1 + floor(fill.around(n, 18, 4, 0.6)))::int as attempts from crowd),
beaten as (
  select *, round(players * (1 - (1 - ease) ^ (attempts / players)))::int as successes, round(attempts * seconds * (0.8 + 0.4 * fill.chance(n, 20))) as play_time,
    100 + 150 * players + floor(fill.around(n, 21, 10, 0.8) * likes) as exposure
  from played),
placed as (
  select *, case when fill.chance(n, 23) < 0.02 then array['unlisted']
    when exposure >= 1200 and players >= 7 and likes + favorites >= 0.08 * players and successes >= 0.002 * attempts
      then array['tower', 'graduated']
    when fill.chance(n, 24) < 0.9 then array['marketing'] else '{}' end as place
  from beaten)
select made.*, case when n % 10 = 0 then w.title || ' ' || n else w.title end as name,
  case when n % 10 = 0 then w.words || array[n::text] else w.words end as words
from fill.word w join (
select n, fill.level(n) collate "C" as level_id, fill.id_of(n, at, 52) as item_id, at, at as updated_at,
  fill.player(floor(fill.chance(n, 25) ^ 2 * all_players / 4)::bigint) collate "C" as user_id,
  array['level'] || place || case when fill.chance(n, 26) < 0.05 then array['daily-build'] else '{}' end
    || case when fill.chance(n, 27) < 0.01 then array['beta'] else '{}' end
    || (select array_agg(distinct tags.tag) from fill.size,
      lateral (select size.tags[1 + floor(cardinality(size.tags) * fill.chance(n, 30 + pick))::int] as tag
        from generate_series(1, 1 + floor(3 * fill.chance(n, 29))::int) pick) tags) as tags,
  floor((select count(*) from fill.word) * fill.chance(n, 34))::int as title_at, likes, favorites, players, attempts, successes, play_time, exposure,
  round((20 * attempts + 900 * likes + 1300 * favorites) / (players + 10.0)) as replay_value,
  round(400 * (likes + 1.5 * favorites) / (players + 10) * (0.4 + 40.0 / (40 + players)) * (0.25 + 0.5 ^ (age / 21))) as hidden_gem,
  case when successes = 0 then 6 else (select count(*) from unnest(array[0.5, 0.25, 0.1, 0.04, 0.01]) bound
    where successes / attempts::float8 < bound) end as diamonds
from placed) made on w.at = made.title_at order by n;

analyze fill.made;

create unlogged table fill.figure as
  select user_id, sum(published)::int as published, sum(plays)::int as plays, sum(likes)::int as likes, sum(tips)::int as tips,
    sum(played)::int as played, sum(subscribers)::int as subscribers, sum(crowns)::int as crowns
  from (
    select user_id, 1 as published, attempts as plays, likes, exposure - 100 - 150 * players as tips, 0 as played, 0 as subscribers, 0 as crowns
    from fill.made
    union all select fill.player(player), 0, 0, 0, 0, count(*), 0, 0 from fill.liked group by player
    union all select fill.player(floor(fill.chance(n, 40) ^ 2 * (first_player + players) / 4)::bigint), 0, 0, 0, 0, 0, 1, 0 from fill.person, fill.size
    union all select fill.player(floor(fill.chance(n, 41) * (size.first_player + size.players))::bigint), 0, 0, 0, 0, 0, 0, 1 from fill.made, fill.size
    where n % 2 = 0
  ) did group by user_id;

create unlogged table fill.player as
  select item_id, user_id, at, coalesce(subscribers, 0)::float8 as subscribers, coalesce(80 * played, 0)::float8 as play_time,
    coalesce(plays, 0)::float8 as plays, floor(60 * fill.chance(n, 42)) as trophies, coalesce(crowns, 0)::float8 as shoes,
    coalesce(crowns, 0)::float8 as crowns, coalesce(published, 0)::float8 as published,
    coalesce(round(likes / greatest(1, published)::float8), 0) as hidden_gem, coalesce(tips, 0)::float8 as tips_gotten,
    coalesce(10 * played, 0)::float8 as bucks_tipped, coalesce(round(tips::numeric / greatest(1, published), 2), 0)::float8 as tips_per_level,
    coalesce(tips, 0) / 100.0::float8 as tips_per_day, 10::float8 as tipped_per_level_played, coalesce(played, 0) / 10.0::float8 as tipped_per_day
  from fill.person left join fill.figure using (user_id) order by at;

-- Half of the levels have been beaten by somebody, on one day of the last twenty.
create unlogged table fill.held as
  select item_id, record.name, holder.user_id, record.value, greatest(at, now() - interval '20 days' * fill.chance(n, 43)) as at
  from fill.made, fill.size, lateral (select fill.player(floor(fill.chance(n, 41) * (size.first_player + size.players))::bigint) as user_id) holder,
    lateral (values ('HighScore', 1000.0 * (1 + n % 900)), ('FastestTime', 20 + n % 700 / 10.0)) record(name, value)
  where n % 2 = 0 order by item_id, record.name;
analyze fill.person, fill.player, fill.held;
