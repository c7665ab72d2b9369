import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { games } from '#content/games.ts';
import { sql } from '#lib/database/sql.server.ts';
import { enqueueAll } from '#lib/jobs/enqueue.server.ts';

import { NewShortlink } from './shortlink.ts';
import type { ShortlinkRecord } from './shortlink.ts';
import { CHECK_TARGET, createShortlink } from './shortlinks.server.ts';

const DAY_MS = 86_400_000;
/** Until then a site that has just begun answers slowly. */
const CHECKED_AFTER_MS = 60_000;
const DAYS = 29;

/** Links to pages of ours, one with rules and one that has ended, and a month of their visits. */
export async function seedShortlinks(current: Current, authorId: string): Promise<void> {
  const author = asPerson(current, { userId: authorId, role: 'staff' }, current.now());
  const links: ShortlinkRecord[] = [];
  for (const wanted of linksOf(current)) links.push(await createShortlink(author, NewShortlink.parse(wanted)));
  const runAt = new Date(current.now().getTime() + CHECKED_AFTER_MS);
  const tasks = links.map(({ slug, shortlinkId }) => ({ payload: { slug }, key: shortlinkId, runAt }));
  await enqueueAll(current.db, CHECK_TARGET, tasks);
  await seedLinkVisits(current, links);
}

function linksOf({ config, now }: Current): object[] {
  const page = (path: string) => `${config.mainUrl}${path}`;
  const stores = games.find(({ slug }) => slug === 'crashlands')?.stores ?? [];
  const storeUrl = (name: string) => stores.find(({ slug }) => slug === name)?.url;
  const rules = [
    { target: storeUrl('the-app-store'), devices: ['ios'] },
    { target: storeUrl('google-play'), devices: ['android'] },
  ].filter(({ target }) => target !== undefined);
  return [
    {
      slug: 'questions',
      title: 'Questions for the podcast',
      tags: ['podcast'],
      target: page('/feedbag/podcast/entries'),
      expiresAt: new Date(now().getTime() - 7 * DAY_MS).toISOString(),
    },
    { slug: 'press', title: 'Everything for the press', tags: ['press'], target: page('/press') },
    { slug: 'feedback', title: 'Ideas and bugs', tags: ['games'], target: page('/feedbag') },
    { slug: 'listen', title: 'The podcast', tags: ['podcast'], target: page('/podcast') },
    { slug: 'levelhead', title: 'Levelhead', tags: ['games'], target: page('/games/levelhead') },
    {
      slug: 'crashlands',
      title: 'Crashlands, in the store of whoever asks',
      tags: ['games', 'stores'],
      target: page('/games/crashlands'),
      utm: { source: 'shortlink' },
      rules,
    },
    { slug: 'crashlands-2', title: 'Crashlands 2', tags: ['games'], target: page('/games/crashlands-2') },
  ];
}

/** Fewer of those that were made first, more of them on weekends, some of programs. */
async function seedLinkVisits({ db, now }: Current, links: readonly ShortlinkRecord[]): Promise<void> {
  const ids = links.map(({ shortlinkId }) => shortlinkId);
  const today = now().toISOString().slice(0, 10);
  await db.query(sql`
    insert into shortlink_hours (shortlink_id, hour, visits, visitors, bots, unfurls)
    select id, (day + interval '17 hours') at time zone 'UTC', visits, ceil(visits * 0.9), visits / 8, visits / 20
    from (select id, ${today}::date - ago as day,
        ((3 + place) * (3 + abs(sin(ago)) + 2 * (extract(isodow from ${today}::date - ago) > 5)::int))::int as visits
      from unnest(${ids}::uuid[]) with ordinality l(id, place), generate_series(1, ${DAYS}::int) ago) days`);
  await db.query(sql`
    insert into shortlink_counts (shortlink_id, day, field, value, visits)
    select shortlink_id, (hour at time zone 'UTC')::date, field, value, ceil(visits * share)::int
    from shortlink_hours, json_to_recordset(${JSON.stringify(SHARES)}::json) shares (field text, value text, share float8)
    where shortlink_id = any(${ids}::uuid[])`);
  await db.query(sql`
    update shortlinks set visits = h.visits, visited_at = h.hour
    from (select shortlink_id as id, sum(visits) as visits, max(hour) as hour from shortlink_hours group by 1) h
    where shortlink_id = h.id`);
}

const SHARES = Object.entries({
  target: { '0': 1 },
  device: { ios: 0.3, android: 0.3, windows: 0.25, macos: 0.1, other: 0.05 },
  locale: { 'en-US': 0.6, 'de-DE': 0.2, 'ja-JP': 0.12, 'fr-FR': 0.08 },
  country: { '': 1 },
  source: { '': 0.7, 'chat.example': 0.2, 'videos.example': 0.1 },
}).flatMap(([field, values]) => Object.entries(values).map(([value, share]) => ({ field, value, share })));
