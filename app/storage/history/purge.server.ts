/**
 * Removes items from the trash with all that was kept of them; `chosen` gives their `item_id`, `gone` is what was removed.
 * Parameters: $1 the crate; `chosen` may use further ones.
 */
export function purgeSql(chosen: string): string {
  return `with chosen as (${chosen}),
    gone as (
      delete from trashed_items t using chosen where t.crate_id = $1 and t.item_id = chosen.item_id returning t.item_id),
    versions as (delete from item_versions v using gone where v.crate_id = $1 and v.item_id = gone.item_id),
    stats as (delete from item_stats s using gone where s.crate_id = $1 and s.item_id = gone.item_id),
    records as (delete from item_records r using gone where r.crate_id = $1 and r.item_id = gone.item_id),
    turns as (delete from item_stat_turns t using gone where t.crate_id = $1 and t.item_id = gone.item_id)`;
}
