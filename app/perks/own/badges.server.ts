import * as z from 'zod/mini';

import type { Choice } from '#app/choices/choice.server.ts';
import { findChosen } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { PerkDetails } from '../perk.ts';
import type { Badge } from './badge-shelf.tsx';

const MAX_SHOWN = 24;

/** Whether others see the badges of somebody on their page. */
export const showsBadges: Choice = {
  name: 'showsBadges',
  schema: z.literal(['yes', 'no']),
  fallback: 'no',
  pages: ['/account/settings'],
  title: 'settings.shown.badges',
  options: (text) => [
    { value: 'yes', label: text('settings.shown.everyone') },
    { value: 'no', label: text('settings.shown.nobody') },
  ],
};

/** Each badge once, the latest first, as their owner lets others see them: none is what nobody shall see. Open to everyone. */
export async function findShownBadges({ db }: Current, userId: string): Promise<Badge[]> {
  const chosen = await findChosen(db, userId);
  if ((chosen.get(showsBadges.name) ?? showsBadges.fallback) !== 'yes') return [];
  const rows = await db.query<
    Pick<Row<'perks'>, 'perk_id' | 'name' | 'about'> & Columns<'perks', { details: PerkDetails }>
  >(sql`
    select p.perk_id, p.name, p.about, p.details
    from (select perk_id, max(granted_at) as granted_at from perk_grants
      where user_id = ${userId} and revoked_at is null group by perk_id) g
    join perks p using (perk_id) where p.kind = 'badge'
    order by g.granted_at desc, p.perk_id limit ${MAX_SHOWN}::integer`);
  return rows.map(({ perk_id: perkId, name, about, details }) => {
    return { perkId, name, about, badge: details.badge ?? null };
  });
}
