import { findAccountIds } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

interface AboutPerk {
  readonly perkId: string;
}

/** To staff: few keys are left of a perk. */
export const lowStock: EventKind<AboutPerk> = {
  id: 'perks.lowStock',
  title: 'notify.perks.lowStockTitle',
  about: 'notify.perks.lowStockAbout',
  least: 'staff',
  mail: 'now',
  sample: { perkId: 'sample' },
  show: async (current, { role }, events) => {
    const perks = isStaff(role)
      ? await findPerks(
          current,
          events.map(({ details }) => details.perkId),
        )
      : new Map();
    return describeEvents(events, ({ perkId }) => {
      const perk = perks.get(perkId);
      return (
        perk && {
          text: 'notify.perks.lowStock',
          values: { name: perk.name, left: perk.stock },
          path: `/admin/perks/${perkId}?view=keys`,
        }
      );
    });
  },
};

/** To a player, whom the studio has given something without being asked. */
export const givenPerk: EventKind<AboutPerk & { readonly grantId: string }> = {
  id: 'perks.given',
  title: 'notify.perks.givenTitle',
  about: 'notify.perks.givenAbout',
  least: 'authenticated',
  mail: 'daily',
  sample: { perkId: 'sample', grantId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, { userId }, events) => {
    const ids = events.map(({ details }) => details.grantId);
    const rows = await current.db.query<Pick<Row<'perk_grants'>, 'grant_id'> & Pick<Row<'perks'>, 'name'>>(sql`
      select g.grant_id, p.name from perk_grants g join perks p using (perk_id)
      where ${userId === '' ? sql`true` : sql`g.user_id = ${userId}`} and g.grant_id = any(${ids}::uuid[]) and g.revoked_at is null`);
    const names = new Map(rows.map((row) => [row.grant_id, row.name]));
    return describeEvents(events, ({ grantId }) => {
      const name = names.get(grantId);
      return name === undefined ? undefined : { text: 'notify.perks.given', values: { name }, path: '/account/perks' };
    });
  },
};

async function findPerks({ db }: Current, perkIds: readonly string[]) {
  const rows = await db.query<Pick<Row<'perks'>, 'perk_id' | 'name' | 'stock'>>(sql`
    select perk_id, name, stock from perks where perk_id = any(${[...perkIds]}::text[]) and is_low`);
  return new Map(rows.map((row) => [row.perk_id, row]));
}

/** Nobody follows it: it has the staff. */
export const staffSubject: SubjectKind = {
  name: 'perks.staff',
  describe: () => Promise.resolve(new Map()),
  findFollowers: async (current, _id, cursor, limit) => {
    const userIds = await findAccountIds(current, 'staff', cursor, limit);
    return { userIds, next: userIds.length < limit ? undefined : userIds.at(-1) };
  },
};

export const STAFF = toSubject(staffSubject.name, 'all');
