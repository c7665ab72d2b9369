-- What `fill-world.sql` has made, as items of the storage platform.
insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, mimetype, bytes, body, digest, created_at, updated_at,
    updated_by)
  select 'levelhead', item_id, (1000 * extract(epoch from at))::bigint, name, user_id, array[user_id], tags, map, 'application/json',
    length(body), body, sha256(body), at, at, user_id
  from (
    select item_id, at, level_id as name, user_id, tags, jsonb_build_object('title', name, 'locale', 'en-US',
        'avatarId', 'gr18-woo', 'gameVersion', '1.20.4', 'requiredPlayers', 1, 'creatorTime', 300) as map,
      convert_to(json_build_object('content', json_build_object('World', n % 101, 'Movement', n % 97, 'Puzzles', n % 89,
        'Enemies', n % 83, 'Hazards', n % 79))::text, 'UTF8') as body
    from fill.made
    union all
    select item_id, at, user_id, user_id, array['player'], '{"avatarId": "gr18-woo"}', '{}'::bytea from fill.person
  ) made order by at;

insert into item_tags (crate_id, tag, created_at, item_id, ordinal)
  select i.crate_id, tag, i.created_at, i.item_id, i.ordinal
  from (select item_id from fill.made union all select item_id from fill.person) made
    join items i on i.crate_id = 'levelhead' and i.item_id = made.item_id, unnest(i.tags) tag
  order by tag, i.created_at;

insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
  select i.crate_id, i.item_id, i.ordinal, i.rev, 'create', i.updated_at, i.updated_by, i.tags, i.collaborators
  from (select item_id from fill.made union all select item_id from fill.person) made
    join items i on i.crate_id = 'levelhead' and i.item_id = made.item_id order by i.created_at;

insert into item_stats (crate_id, item_id, name, value)
  select 'levelhead', item_id, name, value from (
    select item_id, stat.name, stat.value::float8 from fill.made, lateral (values ('Attempts', attempts::float8), ('ClearRate', successes / attempts::float8),
      ('Diamonds', diamonds), ('ExposureBucks', exposure), ('FailureRate', (attempts - successes) / play_time), ('Favorites', favorites),
      ('HiddenGem', hidden_gem), ('Likes', likes), ('PlayTime', play_time), ('Players', players), ('ReplayValue', replay_value),
      ('Successes', successes), ('TimePerWin', play_time / greatest(1, successes))) stat(name, value)
    union all
    select item_id, stat.name, stat.value from fill.player, lateral (values ('Subscribers', subscribers),
      ('PlayTime', play_time), ('Plays', plays), ('Trophies', trophies), ('Shoes', shoes), ('Crowns', crowns), ('Published', published),
      ('HiddenGem', hidden_gem), ('TipsGotten', tips_gotten), ('BucksTipped', bucks_tipped), ('TipsPerLevel', tips_per_level),
      ('TipsPerDay', tips_per_day), ('TippedPerLevelPlayed', tipped_per_level_played), ('TippedPerDay', tipped_per_day)) stat(name, value)
    where stat.value <> 0
  ) stats order by item_id, name;

insert into item_records (crate_id, item_id, name, user_id, value, created_at) select 'levelhead', item_id, name, user_id, value, at from fill.held;
