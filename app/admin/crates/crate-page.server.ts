import type { Current } from '#app/current/current.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { findListedCrate } from '#app/storage/crates/crate-list.server.ts';
import { readCrate } from '#app/storage/crates/crates.server.ts';
import { listCrateSizes } from '#app/storage/crates/sizes.server.ts';
import { findUsage } from '#app/storage/quotas/usage.server.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { writeState } from './crate-document.server.ts';
import { findWhy } from './why.server.ts';

const MAX_AUDIT_ENTRIES = 20;
const SHOWN_DAYS = 90;

/** @throws Problem 401, 403 or 404 */
export async function loadCratePage(
  current: Current,
  { auditKinds }: ConsoleParts,
  crateId: string,
  query: URLSearchParams,
) {
  const crate = await readCrate(current, crateId);
  const [listed, { crate: used }, sizes, auditSentences, why] = await Promise.all([
    findListedCrate(current, crateId),
    findUsage(current, crateId, undefined),
    listCrateSizes(current, crateId, SHOWN_DAYS),
    findAuditSentences(current, auditKinds, { target: `crate/${crateId}`, limit: MAX_AUDIT_ENTRIES }),
    findWhy(current, crate, query),
  ]);
  return {
    crate,
    listed,
    used: used ?? null,
    sizes,
    auditSentences,
    why,
    state: writeState(crate),
    now: current.now().getTime(),
  };
}
