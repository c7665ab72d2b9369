-- The items number fill.first to fill.last, as the site itself would have made them one every twenty seconds: each of 1 KB with five
-- tags, its change and a stat that the crate sorts by. One statement after the other, the tables one by one.
create temporary table made on commit drop as
  select uuidv7((at - now())::interval) as item_id, at, n, 100 * (n * 7919 % 100003) as score,
    array['kind:level', case when n % 3 = 0 then 'draft' else 'ready' end, 'difficulty:' || n % 10, 'maker:' || n % 1000,
      case when n < 10000 and n % 250 = 7 then 'rare:tag' else 'seed:' || n end] as tags
  from generate_series(current_setting('fill.first')::bigint, current_setting('fill.last')::bigint) n, lateral (select timestamptz '2025-01-01' + n * interval '20 s' as at) made;

insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, digest, created_at,
    updated_at, updated_by)
  select 'bench', item_id, 1000 * extract(epoch from at), 'maker', '{maker}', tags, 'application/octet-stream', 1024,
    bytes.body, sha256(bytes.body), at, at, 'maker'
  from made, (select repeat('x', 1024)::bytea as body) bytes order by n;

insert into item_tags (crate_id, tag, created_at, item_id, ordinal)
  select i.crate_id, tag, i.created_at, i.item_id, i.ordinal
  from made join items i on i.crate_id = 'bench' and i.item_id = made.item_id, unnest(i.tags) tag
  order by tag, i.created_at;

insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
  select i.crate_id, i.item_id, i.ordinal, i.rev, 'create', i.updated_at, i.updated_by, i.tags, i.collaborators
  from made join items i on i.crate_id = 'bench' and i.item_id = made.item_id order by made.n;

insert into item_stats (crate_id, item_id, name, value, ranked)
  select 'bench', item_id, 'score', score, true from made order by item_id;

insert into floor.items
  select i.crate_id, i.item_id, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.body,
    i.created_at, i.updated_at
  from made join items i on i.crate_id = 'bench' and i.item_id = made.item_id order by n;

insert into floor.item_tags select i.crate_id, tag, i.created_at, i.item_id
  from made join items i on i.crate_id = 'bench' and i.item_id = made.item_id, unnest(i.tags) tag
  order by tag, i.created_at;

insert into floor.item_stats select 'bench', item_id, 'score', score from made order by item_id;
