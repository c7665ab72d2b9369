import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const perks: PersonalRows = {
  name: 'perks',
  title: 'exports.part.perks',
  of: ['perk_grants.user_id'],
  schema: z.object({
    grantId: z.string(),
    perkId: z.string(),
    name: z.string(),
    way: z.string(),
    grantedAt: Time,
    revokedAt: MaybeTime,
  }),
  find: findBy<{ grantId: string }>(
    ({ userId }, after) => sql`
      select g.grant_id as "grantId", g.perk_id as "perkId", p.name as "name", g.way as "way", g.granted_at as "grantedAt", g.revoked_at as "revokedAt"
      from perk_grants g join perks p using (perk_id) where g.user_id = ${userId} and g.grant_id > ${after?.grantId ?? NO_UUID} order by g.grant_id`,
  ),
};

const perkKeys: PersonalRows = {
  name: 'perk-keys',
  title: 'exports.part.perkKeys',
  of: ['perk_keys.user_id'],
  schema: z.object({ perkId: z.string(), keyId: z.string(), state: z.string(), stateAt: Time }),
  find: findBy<{ perkId: string; keyId: string }>(
    ({ userId }, after) => sql`
      select perk_id as "perkId", key_id as "keyId", state, state_at as "stateAt"
      from perk_keys where user_id = ${userId} and (perk_id, key_id) > (${after?.perkId ?? ''}, ${after?.keyId ?? NO_UUID}::uuid) order by perk_id, key_id`,
  ),
};

const purchases: PersonalRows = {
  name: 'purchases',
  title: 'exports.part.purchases',
  of: ['perk_purchases.user_id'],
  schema: z.object({
    appId: z.string(),
    perkId: z.string(),
    purchaseId: z.string(),
    boughtAt: Time,
    refundedAt: MaybeTime,
  }),
  find: findBy<{ appId: string; perkId: string; purchaseId: string }>(
    ({ userId }, after) => sql`
      select app_id as "appId", perk_id as "perkId", purchase_id as "purchaseId", bought_at as "boughtAt", refunded_at as "refundedAt"
      from perk_purchases where user_id = ${userId} and (app_id, perk_id, purchase_id) > (${after?.appId ?? ''}, ${after?.perkId ?? ''}, ${after?.purchaseId ?? ''}) order by app_id, perk_id, purchase_id`,
  ),
};

export const perkRows = {
  personalRows: [perks, perkKeys, purchases],
  withheld: {
    'perks.created_by': 'staff',
    'perk_batches.created_by': 'staff',
    'perk_grants.granted_by': 'staff',
    'perk_grants.revoked_by': 'staff',
    'perk_keys.added_by': 'staff',
    'perk_rules.created_by': 'staff',
  },
} satisfies PersonalData;
