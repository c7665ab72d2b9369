-- What `fill-world.sql` has made, as the game searches it, with its names and likes.
insert into accounts (user_id, created_at) select user_id, at from fill.person order by user_id;
insert into aliases (context, user_id, alias, alias_key, safe_alias)
  select 'levelhead', user_id, 'Bench Otter ' || n, 'benchotter' || n, 'Safe Otter ' || n from fill.person order by user_id;
insert into alias_names (context, alias_key, user_id)
  select 'levelhead', 'benchotter' || n, user_id from fill.person union all
  select 'levelhead-safe', 'safe otter ' || n, user_id from fill.person order by 1, 2;

insert into levelhead_players (crate_id, item_id, user_id, avatar_id, created_at, updated_at, subscribers, play_time, plays, trophies,
    shoes, crowns, published, hidden_gem, tips_gotten, bucks_tipped, tips_per_level, tips_per_day, tipped_per_level_played, tipped_per_day)
  select 'levelhead', item_id, user_id, 'gr18-woo', at, at, subscribers, play_time, plays, trophies, shoes, crowns, published, hidden_gem,
    tips_gotten, bucks_tipped, tips_per_level, tips_per_day, tipped_per_level_played, tipped_per_day
  from fill.player order by at;

insert into levelhead_records (crate_id, item_id, name, user_id, value, created_at, updated_at)
  select 'levelhead', item_id, name, user_id, value, at, at from fill.held;
insert into levelhead_record_history (crate_id, item_id, name, record_id, user_id, value, held_from)
  select 'levelhead', item_id, name, md5(item_id::text || name)::uuid, user_id, value, at from fill.held;

insert into levelhead_levels (crate_id, item_id, level_id, user_id, tags, created_at, updated_at, play_time, replay_value, hidden_gem,
    exposure_bucks, diamonds, words, listed_at)
  select 'levelhead', item_id, level_id, user_id, tags, at, at, play_time, replay_value, hidden_gem, exposure, diamonds, words, at
  from fill.made order by at;

insert into levelhead_level_tags
  select 'levelhead', item_id, own.tag,
    case when 'tower' = any (tags) then 'tower' when 'marketing' = any (tags) then 'marketing' else 'void' end, level_id, user_id, tags,
    at, at, play_time, replay_value, hidden_gem, exposure, diamonds
  from fill.made, lateral levelhead_tag_keys(tags) own;

insert into levelhead_title_words (crate_id, word, trigrams)
  select 'levelhead', one, levelhead_trigrams_of(one) from (select distinct unnest(words) as one from fill.made) words order by one
  on conflict do nothing;

-- Charts have a month of those that are played most.
insert into levelhead_daily (crate_id, kind, subject_id, day, plays, wins, players, seconds, likes)
  select 'levelhead', 'level', level_id, current_date - ago, 1 + attempts / 100, 1 + successes / 100, 1 + players / 100, play_time / 100, likes / 100
  from fill.made, generate_series(0, 29) ago where likes > 30 order by level_id, 4
  on conflict do nothing;

insert into set_members (crate_id, set_name, owner, member, entry_id, created_at)
  select 'levelhead', 'likes', fill.player(player), fill.level(level), fill.id_of(level, since, player), since
  from fill.liked join fill.made on n = level, lateral (select at + (now() - at) * fill.chance(level, player) as since) liked_at
  order by player, level;
insert into set_counts as c (crate_id, set_name, side, id, size)
  select 'levelhead', 'likes', 'member', fill.level(level), count(*) from fill.liked group by level order by level;
insert into set_counts as c (crate_id, set_name, side, id, size)
  select 'levelhead', 'likes', 'owner', fill.player(player), count(*) from fill.liked group by player order by player
  on conflict (crate_id, set_name, side, id) do update set size = c.size + excluded.size;
