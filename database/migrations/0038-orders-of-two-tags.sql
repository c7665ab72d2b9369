-- Levels with two tags, in every order ----------------------------------------------------------------------------------------

-- A page of them is read along its order as one of a single tag is, instead of sorting all that have both. Two tags are a key
-- with a space, so that nothing has to say how many a key has.
drop index levelhead_level_tags_by_play_time, levelhead_level_tags_by_replay_value, levelhead_level_tags_by_hidden_gem,
  levelhead_level_tags_by_exposure, levelhead_level_tags_by_diamonds;
alter table levelhead_level_tags drop column tag_count;
create index levelhead_level_tags_by_play_time on levelhead_level_tags (tag, place, play_time, item_id);
create index levelhead_level_tags_by_replay_value on levelhead_level_tags (tag, place, replay_value, item_id);
create index levelhead_level_tags_by_hidden_gem on levelhead_level_tags (tag, place, hidden_gem, item_id);
create index levelhead_level_tags_by_exposure on levelhead_level_tags (tag, place, exposure_bucks, item_id);
create index levelhead_level_tags_by_diamonds on levelhead_level_tags (tag, place, diamonds, item_id);

drop function levelhead_tag_keys(text[]);
create function levelhead_tag_keys(tags text[]) returns table (tag text) language sql immutable parallel safe as $$
  with own as (select distinct one collate "C" as tag from unnest(tags) one where one like 'ltag\_%')
  select tag from own
  union all
  select first.tag || ' ' || second.tag from own first join own second on first.tag < second.tag
$$;

create or replace function levelhead_copy_to_tags(of_crate text, of_item uuid) returns void language plpgsql as $$
begin
  delete from levelhead_level_tags t where t.crate_id = of_crate and t.item_id = of_item and not exists (
    select 1 from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own
    where l.crate_id = of_crate and l.item_id = of_item and own.tag = t.tag);
  insert into levelhead_level_tags as t
    select crate_id, item_id, own.tag, place, level_id, user_id, tags, created_at, updated_at, play_time, replay_value,
      hidden_gem, exposure_bucks, diamonds
    from levelhead_levels l, lateral levelhead_tag_keys(l.tags) own
    where l.crate_id = of_crate and l.item_id = of_item
    on conflict (crate_id, item_id, tag) do update set place = excluded.place, level_id = excluded.level_id,
      user_id = excluded.user_id, tags = excluded.tags, created_at = excluded.created_at, updated_at = excluded.updated_at,
      play_time = excluded.play_time, replay_value = excluded.replay_value, hidden_gem = excluded.hidden_gem,
      exposure_bucks = excluded.exposure_bucks, diamonds = excluded.diamonds;
end $$;
