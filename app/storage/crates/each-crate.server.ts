import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Policy } from './policy.ts';

const CRATES = 100;

/** For jobs, one crate after the other. @param work answers a number, such as that of what it did @returns their sum */
export async function forEachCrate(
  current: Current,
  work: (crateId: string, policy: Policy) => Promise<number>,
): Promise<number> {
  let done = 0;
  let after = '';
  for (;;) {
    const crates = await current.db.query<Pick<Row<'crates'>, 'crate_id'> & Columns<'crates', { policy: Policy }>>(
      sql`select crate_id, policy from crates where crate_id > ${after} order by crate_id limit ${CRATES}`,
    );
    for (const { crate_id: crateId, policy } of crates) done += await work(crateId, policy);
    const last = crates.at(-1);
    if (last === undefined || crates.length < CRATES) return done;
    after = last.crate_id;
  }
}
