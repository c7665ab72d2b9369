import type { KillableSite } from './killable-site.ts';

/** What must be empty, whatever happened: each asks the database for rows that contradict each other. */
const USAGE: Record<string, string> = {
  'usage is not what the items and versions sum up to': `
    with held as (
      select i.crate_id, who.user_id, i.bytes, 1 as items, 0 as versions
      from items i cross join lateral (values (i.user_id), ('')) who(user_id)
      union all
      select v.crate_id, who.user_id, v.bytes, 0, case when v.trashed then 0 else 1 end
      from item_versions v cross join lateral (values (v.user_id), ('')) who(user_id)
    ), counted as (
      select crate_id, user_id, sum(bytes)::bigint as bytes, sum(items)::bigint as items, sum(versions)::bigint as versions
      from held group by 1, 2
    )
    select crate_id, user_id, to_jsonb(counted) as counted, to_jsonb(usage) as usage
    from counted full join usage using (crate_id, user_id) join crates using (crate_id)
    where policy -> 'quotas' ? case when user_id = '' then 'crate' else 'user' end
      and (counted.bytes, counted.items, counted.versions) is distinct from (usage.bytes, usage.items, usage.versions)`,
};

const EVERYTHING: Record<string, string> = {
  ...USAGE,
  'tag rows differ from the tags of the items': `
    (select crate_id, item_id, tag, created_at, ordinal from item_tags
      except select crate_id, item_id, unnest(tags), created_at, ordinal from items)
    union all
    (select crate_id, item_id, unnest(tags), created_at, ordinal from items
      except select crate_id, item_id, tag, created_at, ordinal from item_tags)`,
  'the last change of an item is not its state': `
    select i.crate_id, i.item_id, i.rev, last.rev as told from items i left join lateral (
      select c.rev, c.kind, c.tags from item_changes c
      where c.crate_id = i.crate_id and c.item_id = i.item_id order by c.rev desc limit 1
    ) last on true where (last.rev, last.tags) is distinct from (i.rev, i.tags) or last.kind = 'delete'`,
  'an item in the trash has no last state, or its deletion was not told': `
    select t.item_id from trashed_items t
    left join item_versions v on v.crate_id = t.crate_id and v.item_id = t.item_id and v.rev = t.rev and v.trashed
    left join item_changes c on c.crate_id = t.crate_id and c.item_id = t.item_id and c.rev = t.rev + 1 and c.kind = 'delete'
    where v.rev is null or c.rev is null or exists (
      select from items i where i.crate_id = t.crate_id and i.item_id = t.item_id)`,
  'two changes of an item have one revision': `
    select crate_id, item_id, rev from item_changes group by 1, 2, 3 having count(*) > 1`,
  'a digest is not that of its body': `select item_id from items where body is not null and digest is distinct from sha256(body)`,
};

/** The contradictions among the rows of storage, read past the site. @param isThorough whether of more than usage */
export async function contradictions(site: KillableSite, isThorough: boolean): Promise<string[]> {
  return site.inDatabase(async (client) => {
    const found: string[] = [];
    for (const [what, text] of Object.entries(isThorough ? EVERYTHING : USAGE)) {
      const { rows } = await client.query<object>(text);
      if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))} of ${rows.length}`);
    }
    return found;
  });
}
