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

export interface StatsRight {
  readonly right: string;
  readonly access: Access;
  readonly itemIds: ReadonlySet<string>;
}

/** An item needs all the rights that its stats and records need. */
export function collectRights({ actor }: Current, { policy }: Crate, updates: readonly ItemUpdate[]): StatsRight[] {
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

export function isNeverAllowed({ actor }: Current, { policy }: Crate, update: StatsUpdate): boolean {
  const isRefused = (kind: 'stats' | 'records', numbers: object = {}) =>
    Object.keys(numbers).some((name) => allowsNothing(accessByRight(policy, writeRight(policy, kind, name), actor)));
  const { changeStats, setStats, submitRecords } = update;
  return isRefused('stats', setStats) || isRefused('stats', changeStats) || isRefused('records', submitRecords);
}

export function isUnconditional({ access }: StatsRight): boolean {
  return access.everything && access.hiddenTags.length === 0;
}

/** @param count how many items are to be written */
export function rightsSql(rights: readonly StatsRight[], count: number): Sql[] {
  return rights
    .filter((right) => !isUnconditional(right))
    .map(({ access, itemIds }) => {
      const allowed = accessSql(access);
      return itemIds.size === count ? allowed : sql`(i.item_id <> all(${[...itemIds]}::uuid[]) or ${allowed})`;
    });
}
