import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { countTagsInSets } from '../counts/counts.server.ts';
import { setQueryFor } from '../counts/set-query.ts';
import { getCrate } from '../crates/crates.server.ts';
import { tooManyTags } from '../problems.ts';
import { chooseDriver } from './scan-plan.server.ts';
import type { CrateSearch } from './scan-plan.server.ts';
import { MAX_FACET_TAGS } from './search.ts';
import type { ItemSearch } from './search.ts';
import { isAnsweredBySets, prepareSearch, runSearch } from './searches.server.ts';
import { filteredItems } from './statement.server.ts';

/**
 * Of the key `kind` the tags `kind:…` and `kind` itself. Tags without an item of the search are left out, because all
 * their items may be hidden from the actor.
 * @throws Problem as `findItems`, and 400 for a key of more than 256 tags
 */
export async function countFacets(
  current: Current,
  crateId: string,
  wanted: ItemSearch,
  keys: readonly string[],
): Promise<Record<string, number>> {
  const search = await prepareSearch(current, await getCrate(current, crateId), wanted);
  const tags = await findTags(current, crateId, keys);
  const { query, access } = search;
  const counts = isAnsweredBySets(query)
    ? await countTagsInSets(current, crateId, setQueryFor(access, query), tags)
    : undefined;
  const counted =
    counts === undefined
      ? await countTags(current, search, tags)
      : tags.map((tag, at) => [tag, counts[at] ?? 0] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

/** Not yet limited to items that the actor may see. */
async function findTags(current: Current, crateId: string, keys: readonly string[]): Promise<string[]> {
  // A loose index scan from each tag to the next, however many items stand between; `;` comes after `:`.
  const rows = await withHeavyPool(current).db.query<{ key: string; tag: string }>(sql`
    select wanted.key, tags.tag from unnest(${keys}::text[]) wanted(key) cross join lateral (
      with recursive tags(tag) as (
        (select t.tag from item_tags t
          where t.crate_id = ${crateId} and t.tag > wanted.key || ':' and t.tag < wanted.key || ';' order by t.tag limit 1)
        union all
        select (select t.tag from item_tags t
          where t.crate_id = ${crateId} and t.tag > tags.tag and t.tag < wanted.key || ';' order by t.tag limit 1)
        from tags where tags.tag is not null)
      select tag from tags where tag is not null limit ${MAX_FACET_TAGS + 1}::int) tags`);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  if (byKey.values().some(({ length }) => length > MAX_FACET_TAGS)) throw new Problem(tooManyTags);
  return [...new Set(keys.flatMap((key) => [key, ...(byKey.get(key) ?? []).map(({ tag }) => tag)]))];
}

async function countTags(current: Current, search: CrateSearch, tags: readonly string[]): Promise<[string, number][]> {
  const source = filteredItems(search, await chooseDriver(current, search));
  const rows = await runSearch<{ tag: string; count: number }>(
    current,
    sql`${source.with}select own.tag, count(*)::int as count
      from ${source.from} cross join lateral unnest(i.tags) own(tag)
      where ${sql.join(source.where, ' and ')} and own.tag = any(${tags}::text[]) group by own.tag order by own.tag`,
    true,
  );
  return rows.map(({ tag, count }) => [tag, count]);
}
