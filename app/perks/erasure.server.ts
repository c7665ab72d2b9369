import type { Current } from '#app/current/current.server.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

export const perkErasure = {
  fates: {
    'perks.created_by': 'unnamed',
    'perks.details': 'nobody',
    'perk_batches.created_by': 'unnamed',
    'perk_grants.user_id': 'unnamed',
    'perk_grants.granted_by': 'unnamed',
    'perk_grants.revoked_by': 'unnamed',
    'perk_keys.user_id': 'unnamed',
    'perk_keys.added_by': 'unnamed',
    'perk_purchases.user_id': 'unnamed',
    'perk_rules.created_by': 'unnamed',
  },
} as const satisfies PersonalData;

/** Those of deleted people that the law has nobody keep any longer. A job's: needs no role. */
export async function sweepPurchases({ db, now }: Current, years: number): Promise<void> {
  await db.query(sql`delete from perk_purchases
    where user_id like 'deleted%' and bought_at < ${now()}::timestamptz - ${years}::int * interval '1 year'`);
}
