import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import type { Row } from '#database/rows.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { sql } from '#lib/database/sql.server.ts';

interface BrokenBudget {
  readonly version: string;
}

/** For all staff, once for each release. */
export const brokenBudget: EventKind<BrokenBudget> = {
  id: 'telemetry.slow',
  title: 'notify.vitals.title',
  about: 'notify.vitals.about',
  least: 'staff',
  mail: 'off',
  sample: { version: '17.36.4' },
  show: async ({ db }, _reader, events) => {
    const versions = events.map(({ details }) => details.version);
    const rows = await db.query<Pick<Row<'telemetry_vital_days'>, 'version'>>(sql`
      select distinct version from telemetry_vital_days where version = any(${versions}::text[])`);
    const known = new Set(rows.map(({ version }) => version));
    return describeEvents(events, ({ version }) => {
      if (!known.has(version)) return undefined;
      return {
        text: 'notify.vitals.slow',
        values: { version },
        path: withQuery('/admin/telemetry/vitals', { version }),
      };
    });
  },
};
