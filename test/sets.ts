import type { Current } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { findHolders, findMembers } from '#app/storage/sets/sets.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from './site.ts';
import { OPEN_POLICY } from './storage.ts';

/** Anyone reads likes; bookmarks are one's own; staff and a game's server write both. */
export const SET_POLICY: Policy = {
  ...OPEN_POLICY,
  sets: {
    likes: { read: ['public'], write: ['owner', 'app', 'staff'] },
    bookmarks: { read: ['owner', 'staff'], write: ['owner', 'staff'], maxSize: 5 },
    following: {
      read: ['public'],
      write: ['owner'],
      keepHistory: true,
      people: ['owner', 'member'],
      counts: { owner: 'NumFollowing', member: 'Subscribers' },
    },
    levels: { read: ['public'], write: ['owner', 'staff'], members: { characters: 'digits', maxLength: 7 } },
    closed: {},
  },
};

/** Somebody who asks deeds themselves. */
export function currentOf(site: TestSite, userId: string | undefined, role: Role = 'authenticated'): Current {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role: userId === undefined ? 'public' : role } };
}

/** What the tables say, each count beside what is counted; they must be equal. */
export async function readCounts(site: TestSite, crateId: string) {
  const rows = await site.parts.db.query<{ place: string; size: string; counted: string }>(sql`
    select place, coalesce(c.size, 0) as size, coalesce(m.counted, 0) as counted
    from (select set_name || ' ' || side || ' ' || id as place, size from set_counts where crate_id = ${crateId}) c
    full join (select set_name || ' ' || side || ' ' || id as place, count(*) as counted from set_members
      cross join lateral (values ('owner', owner), ('member', member)) of(side, id)
      where crate_id = ${crateId} group by 1) m using (place)`);
  return {
    drifted: rows.filter(({ size, counted }) => size !== counted),
    sizeOf: (set: string, side: 'owner' | 'member', id: string) =>
      Number(rows.find(({ place }) => place === `${set} ${side} ${id}`)?.size ?? 0),
  };
}

/** All pages of a set, in the order of the pages. */
export async function allMembers(current: Current, crateId: string, set: string, owner: string, limit = 128) {
  const rows: string[] = [];
  for (let beforeId: string | undefined; ;) {
    const page = await findMembers(current, crateId, { set, owner, beforeId, limit });
    rows.push(...page.rows.map(({ member }) => member));
    if (!page.hasMore) return rows;
    beforeId = page.rows.at(-1)?._id;
  }
}

export async function allHolders(current: Current, crateId: string, set: string, member: string, limit = 128) {
  const rows: string[] = [];
  for (let beforeId: string | undefined; ;) {
    const page = await findHolders(current, crateId, { set, member, beforeId, limit });
    rows.push(...page.rows.map(({ owner }) => owner));
    if (!page.hasMore) return rows;
    beforeId = page.rows.at(-1)?._id;
  }
}
