-- A draft is an item of the crate of posts, hidden and with the tag `draft`, so that to publish it is one write of one item. What stood
-- in a crate of its own moves there with its versions, its trash, and all that the editor keeps beside it. Its etags stay, and with
-- them approvals and what people have typed and not saved.

-- Where drafts were written before there was a post.
insert into crates (crate_id, name, policy)
  select 'posts', 'Posts', policy || '{"list": ["public"], "read": ["public"], "hide": {"hidden": "staff", "unlisted": "direct"}}'
  from crates where crate_id = 'drafts'
  on conflict do nothing;

-- Whoever writes a draft at this moment waits, and finds no such crate.
select from crates where crate_id = 'drafts' for update;

create function pg_temp.draft_tags(tags text[]) returns text[] language sql immutable as $$
  select array_remove(array_remove(array_remove(tags, 'hidden'), 'unlisted'), 'draft') || '{draft,hidden}'::text[]
$$;

-- Who will find it once it is out: what its own tags said.
create function pg_temp.draft_map(map jsonb, tags text[]) returns jsonb language sql immutable as $$
  select map || case when 'hidden' = any(tags) then '{"visibility": "hidden"}'
    when 'unlisted' = any(tags) then '{"visibility": "unlisted"}' else '{}' end::jsonb
$$;

delete from item_tags where crate_id = 'drafts';
update item_shares set crate_id = 'posts' where crate_id = 'drafts';
update item_stats set crate_id = 'posts' where crate_id = 'drafts';
update item_records set crate_id = 'posts' where crate_id = 'drafts';
update item_stat_turns set crate_id = 'posts' where crate_id = 'drafts';
-- Their former tags did not say that they are hidden.
delete from item_changes where crate_id = 'drafts';
update trashed_items set crate_id = 'posts' where crate_id = 'drafts';
update item_versions set crate_id = 'posts', tags = pg_temp.draft_tags(tags), map = pg_temp.draft_map(map, tags)
  where crate_id = 'drafts';

create temporary table moved on commit drop as
  select draft.item_id, draft.name, post.item_id as post_id, '"' || post.rev || '"' as post_etag, post.is_own
  from items draft left join lateral (
    -- Its name is that of a post: its own, if a publication had begun, else another's. Or it is the newer draft of a post.
    select p.item_id, p.rev, p.map ->> 'draft' like draft.item_id || ' %' as is_own
    from items p where p.crate_id = 'posts' and (p.sort_name = draft.name or 'newer:' || p.item_id = draft.name)
    order by p.sort_name = draft.name limit 1
  ) post on true
  where draft.crate_id = 'drafts';

update items i set crate_id = 'posts', tags = pg_temp.draft_tags(i.tags),
    -- What a publication had begun with is a newer draft of what it has brought out.
    name = case when m.post_id is null or m.name like 'newer:%' then m.name
      when m.is_own and not exists (select from moved other where other.name = 'newer:' || m.post_id) then 'newer:' || m.post_id end,
    map = pg_temp.draft_map(i.map, i.tags)
      || case when m.post_id is null or m.name like 'newer:%' then '{}' else jsonb_build_object('newSlug', m.name) end
      || case when m.is_own then jsonb_build_object('beganWith', m.post_etag) else '{}' end
  from moved m where i.crate_id = 'drafts' and i.item_id = m.item_id;

insert into item_tags (crate_id, tag, created_at, item_id, ordinal)
  select 'posts', tag, i.created_at, i.item_id, i.ordinal
  from moved m join items i on i.crate_id = 'posts' and i.item_id = m.item_id cross join lateral unnest(i.tags) tag;
-- Whoever follows the changes of posts learns of them.
insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
  select 'posts', i.item_id, i.ordinal, i.rev, 'create', i.updated_at, i.updated_by, i.tags, i.collaborators
  from moved m join items i on i.crate_id = 'posts' and i.item_id = m.item_id;

delete from usage where crate_id = 'drafts';
select count_usage(crate_id) from crates where crate_id = 'posts' and policy ? 'quotas';

update editor_drafts set crate_id = 'posts' where crate_id = 'drafts';
update editor_schedules set crate_id = 'posts' where crate_id = 'drafts';
update editor_previews set crate_id = 'posts' where crate_id = 'drafts';
update editor_reviews set crate_id = 'posts' where crate_id = 'drafts';
delete from editor_presence where crate_id = 'drafts';
delete from editor_rules where crate_id = 'drafts';

-- What is planned is done by jobs, of which there are none before the first start.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{crateId}', '"posts"')::json,
        key = replace(key, 'posts:runSchedule drafts ', 'posts:runSchedule posts ')
      where key like 'posts:runSchedule drafts %';
    delete from graphile_worker._private_jobs where key like 'posts:finishPublication %' and locked_at is null;
  end if;
end $$;

delete from crates where crate_id = 'drafts';
drop function pg_temp.draft_tags, pg_temp.draft_map;
