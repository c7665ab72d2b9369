import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CRATE } from '../level.ts';
import { addToDays, toDay } from '../play/daily.server.ts';
import type { DailyEntry } from '../play/daily.server.ts';
import { BUCKS_PER_PLAYER } from '../rules/tower.ts';
import type { MadeLevel } from './levels.ts';
import type { World } from './world.ts';

const SEEDED_DAYS = 180;
const BATCH = 4000;

/** What was done on each of the last days, and who had the best record until when, as the world was made. */
export async function seedHistory(current: Current, world: World, toId: (level: MadeLevel) => string): Promise<void> {
  const days = makeDays(world, current.now());
  for (let from = 0; from < days.length; from += BATCH) await addToDays(current, days.slice(from, from + BATCH));
  const rows = world.levels.flatMap((level) => toHistoryRows(level, toId(level)));
  for (let from = 0; from < rows.length; from += BATCH) {
    await current.db.query(sql`
      insert into levelhead_record_history (crate_id, item_id, name, record_id, user_id, value, held_from, held_until)
      select ${CRATE}, r.item_id, r.name, gen_random_uuid(), r.user_id, r.value, r.held_from, r.held_until
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + BATCH))}::jsonb)
        r(item_id uuid, name text, user_id text, value float8, held_from timestamptz, held_until timestamptz)`);
  }
}

type Figures = Omit<DailyEntry, 'kind' | 'id' | 'day'>;

/** The attempts of a level are spread evenly over its players, and its tips over those who like it. */
function makeDays({ levels, memberships }: World, now: Date): DailyEntry[] {
  const byId = new Map(levels.map((level) => [level.levelId, level]));
  const first = toDay(new Date(now.getTime() - SEEDED_DAYS * 86_400_000));
  const days = new Map<string, DailyEntry & Record<string, string | number>>();
  const add = (kind: DailyEntry['kind'], id: string, day: string, figures: Figures) => {
    const key = `${kind} ${id} ${day}`;
    const entry = days.get(key) ?? { kind, id, day };
    days.set(key, entry);
    for (const [name, value] of Object.entries(figures)) entry[name] = Number(entry[name] ?? 0) + value;
  };
  for (const { set, owner, member, at } of memberships) {
    const day = toDay(at);
    if (day < first) continue;
    if (set === 'following') add('player', member, day, { subscribers: 1 });
    const level = byId.get(member);
    if (level === undefined) continue;
    const { Attempts = 0, Players = 1, PlayTime = 0, ExposureBucks = 0, Likes = 1 } = level.stats;
    const computeShare = (sum: number, count: number) => Math.max(1, Math.round(sum / Math.max(1, count)));
    const did = {
      plays: { plays: computeShare(Attempts, Players), players: 1, seconds: computeShare(PlayTime, Players) },
      completions: { wins: 1 },
      likes: { likes: 1, tips: computeShare(ExposureBucks - BUCKS_PER_PLAYER * Players, Likes) },
      favorites: { favorites: 1 },
      bookmarks: undefined,
      following: undefined,
    }[set];
    if (did === undefined) continue;
    add('level', member, day, { ...did, ...(set === 'plays' && { exposure: BUCKS_PER_PLAYER }) });
    add('player', level.userId, day, did);
    if (set === 'plays') add('player', owner, day, { played: computeShare(Attempts, Players) });
  }
  return [...days.values()];
}

/** The first of equal ones stays. */
function toHistoryRows({ records }: MadeLevel, itemId: string) {
  return (['HighScore', 'FastestTime'] as const).flatMap((name) => {
    const sign = name === 'HighScore' ? 1 : -1;
    const ordered = records
      .filter((record) => record.name === name)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime() || sign * (b.value - a.value));
    const bests = ordered.filter((record, at) =>
      ordered.slice(0, at).every((earlier) => sign * record.value > sign * earlier.value),
    );
    return bests.map(({ userId, value, at }, number) => {
      const until = bests[number + 1]?.at ?? null;
      return { item_id: itemId, name, user_id: userId, value, held_from: at, held_until: until };
    });
  });
}
