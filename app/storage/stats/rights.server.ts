import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { accessSql } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { allowsNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { accessByRight, writeRight } from './rules.ts';
import type { WriteRight } from './rules.ts';
import type { ItemUpdate } from './stats-merge.ts';
import type { StatsUpdate } from './stats.ts';

/** What the asker may write by one right, and which items the right is needed for. */
export interface StatsRight {
  /** Its name in the policy. */
  readonly right: string;
  readonly access: Access;
  readonly itemIds: ReadonlySet<string>;
}

/** The rights that updates take, each with its items. An item takes all that its stats and records do. */
export function rightsOf({ actor }: Current, { policy }: Crate, updates: readonly ItemUpdate[]): StatsRight[] {
  const rights = new Map<string, { right: string; access: Access; itemIds: Set<string> }>();
  const need = (itemId: string, by: WriteRight) => {
    const known = rights.get(by.right);
    if (known !== undefined) known.itemIds.add(itemId);
    else {
      const access = accessByRight(policy, by, actor);
      rights.set(by.right, { right: by.right, access, itemIds: new Set([itemId]) });
    }
  };
  for (const { itemId, stats, records } of updates) {
    for (const name of stats.keys()) need(itemId, writeRight(policy, 'stats', name));
    for (const { name } of records) need(itemId, writeRight(policy, 'records', name));
  }
  return [...rights.values()];
}

/** Whether there is nothing in the crate to which the asker may do all that an update does. */
export function isNeverAllowed({ actor }: Current, { policy }: Crate, update: StatsUpdate): boolean {
  const isRefused = (kind: 'stats' | 'records', numbers: object = {}) =>
    Object.keys(numbers).some((name) => allowsNothing(accessByRight(policy, writeRight(policy, kind, name), actor)));
  const { changeStats, setStats, submitRecords } = update;
  return isRefused('stats', setStats) || isRefused('stats', changeStats) || isRefused('records', submitRecords);
}

/** Whether a right is to every item, whoever asks with it. */
export function isUnconditional({ access }: StatsRight): boolean {
  return access.everything && access.hiddenTags.length === 0;
}

/** The rights as conditions on `items i`. @param count how many items are to be written */
export function rightsSql(rights: readonly StatsRight[], count: number): Sql[] {
  return rights
    .filter((right) => !isUnconditional(right))
    .map(({ access, itemIds }) => {
      const allowed = accessSql(access);
      return itemIds.size === count ? allowed : sql`(i.item_id <> all(${[...itemIds]}::uuid[]) or ${allowed})`;
    });
}
