import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { mergedGrants } from './merging.server.ts';

export const perkErasure = {
  fates: {
    'perks.created_by': 'unnamed',
    'perks.details': 'nobody',
    'perk_batches.created_by': 'unnamed',
    'perk_grants.user_id': 'erased',
    'perk_grants.granted_by': 'unnamed',
    'perk_grants.revoked_by': 'unnamed',
    'perk_keys.user_id': 'unnamed',
    'perk_keys.added_by': 'unnamed',
    'perk_purchases.user_id': 'unnamed',
    'perk_rules.created_by': 'unnamed',
  },
  moves: {
    'perk_grants.user_id': 'merged',
  },
  mergers: [mergedGrants],
} as const satisfies PersonalData;

/** Those of deleted people that the law has nobody keep any longer. A job's: needs no role. */
export async function sweepPurchases({ db, now }: Current, years: number): Promise<void> {
  await db.query(sql`delete from perk_purchases
    where user_id like 'deleted%' and bought_at < ${now()}::timestamptz - ${years}::int * interval '1 year'`);
}
