import type { Current } from '#app/current/current.server.ts';
import { LOCALES } from '#app/current/locale.ts';
import { sql } from '#lib/database/sql.server.ts';

import { sumUpMonth } from './visit-sums.server.ts';
import { addDays } from './visits.ts';

const DAYS = 70;

/** Weeks of visits before today, more of them on weekends, a tenth as many of bots. */
export async function seedVisits({ db, now }: Current): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  await db.query(sql`
    insert into telemetry_visit_sums (span, bot, dimension, day, value, views, visitors, visits, bounces, seconds)
    select 'day', bot, dimension, day, value, ceil(visits * 2.6), ceil(visits * 0.8), ceil(visits), floor(visits * 0.4), ceil(visits * 140)
    from (select bot, dimension, day, value, share * part * (420 - 2 * ago + 40 * sin(ago) + 190 * (extract(isodow from day) > 5)::integer) as visits
      from (select ago, ${today}::date - ago as day from generate_series(1, ${DAYS}::integer) ago) days
      cross join (values (false, 1.0), (true, 0.1)) kinds (bot, part)
      cross join json_to_recordset(${JSON.stringify(SHARES)}::json) shares (dimension text, value text, share float8)) counted
    on conflict do nothing`);
  for (let day = today; day >= addDays(today, -DAYS - 31); day = addDays(day, -28)) await sumUpMonth(db, day);
}

const PAGES = {
  '/': 0.3,
  '/games/levelhead': 0.22,
  '/blog': 0.14,
  '/games/crashlands-2': 0.12,
  '/podcast': 0.08,
  '/support': 0.05,
};
const VALUES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  all: { '': 1 },
  path: { ...PAGES, '/games': 0.26, '/feedbag': 0.04 },
  entry: PAGES,
  exit: PAGES,
  source: { '': 0.45, 'search.example': 0.25, 'videos.example': 0.17, 'chat.example': 0.13 },
  campaign: { '': 0.9, 'newsletter / mail / autumn': 0.07, 'store / banner': 0.03 },
  country: { US: 0.4, DE: 0.15, JP: 0.12, BR: 0.09, FR: 0.08, '': 0.16 },
  device: { mobile: 0.52, desktop: 0.42, tablet: 0.06 },
  browser: { Chrome: 0.55, Safari: 0.27, Firefox: 0.12, 'Microsoft Edge': 0.06 },
  system: { Windows: 0.34, Android: 0.31, iOS: 0.24, macOS: 0.08, Linux: 0.03 },
  locale: Object.fromEntries(LOCALES.map((locale, at) => [locale, at === 0 ? 0.5 : 0.5 / at ** 2 / 1.6])),
};
const SHARES = Object.entries(VALUES).flatMap(([dimension, values]) =>
  Object.entries(values).map(([value, share]) => ({ dimension, value, share })),
);
