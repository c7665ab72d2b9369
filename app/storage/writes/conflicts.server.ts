import type { Current } from '#app/current/current.server.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { forgetCrate } from '../crates/crates.server.ts';
import { quotaProblem } from '../crates/quotas.server.ts';
import { invalidMetadata, nameTaken, noCrate } from '../problems.ts';

/**
 * Waits for a write of items and tells what PostgreSQL refused in our own words.
 * @param bytes of the body that was written, by which one that could never fit is told from a quota that is full
 */
export async function translateConflict<Result>(
  current: Current,
  { crateId, policy }: Crate,
  bytes: number,
  writing: Promise<Result>,
): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (isSqlState(error, '23505') && error.constraint === 'items_by_name') throw new Problem(nameTaken);
    if (isSqlState(error, '23514') && error.constraint === 'items_map_size') throw new Problem(invalidMetadata);
    // The crate was deleted after its rules were read.
    if (isSqlState(error, '23503')) {
      forgetCrate(current, crateId);
      throw new Problem(noCrate);
    }
    throw quotaProblem(error, { policy, bytes }) ?? error;
  }
}
