import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { fillSets } from '../sets/fill.server.ts';
import { noSet } from '../sets/problems.ts';
import { MEMBERS_PER_LINE } from './lines.ts';
import type { SetTuple } from './lines.ts';

export async function* memberLines(current: Current, crateId: string): AsyncGenerator<string> {
  let [set, owner, member] = ['', '', ''];
  for (;;) {
    const rows = await current.db.query<Omit<Row<'set_members'>, 'crate_id'>>(sql`
      select set_name, owner, member, entry_id, created_at from set_members
      where crate_id = ${crateId} and (set_name, owner, member) > (${set}, ${owner}, ${member})
      order by set_name, owner, member limit ${MEMBERS_PER_LINE}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    const members = rows.map((row) => [row.set_name, row.owner, row.member, row.entry_id, row.created_at]);
    yield JSON.stringify({ members });
    ({ set_name: set, owner, member } = last);
  }
}

/** @param mapId where an id of the export is here @returns a problem for sets that the policy does not name */
export async function importMembers(
  current: Current,
  { crateId, policy }: Crate,
  members: readonly SetTuple[],
  mapId: (id: string) => string,
): Promise<{ added: number; problem: Problem | undefined }> {
  const isKnown = ([set]: SetTuple) => Object.hasOwn(policy.sets ?? {}, set);
  const entries = members.filter(isKnown).map(([set, owner, member, _id, createdAt]) => {
    return { set, owner: mapId(owner), member: mapId(member), _id: _id.toLowerCase(), createdAt };
  });
  const names = [...new Set(members.filter((one) => !isKnown(one)).map(([set]) => set))];
  const fields = { members: `the policy of the crate names no ${names.slice(0, 4).join(', ')}` };
  return {
    added: await fillSets(current, crateId, entries),
    problem: names.length === 0 ? undefined : new Problem(noSet, { fields }),
  };
}
