import type { Pool } from 'pg';

import { requestBytes } from '../http-connection.ts';
import type { LevelsGround } from './measure.ts';

/** What is asked of the site, and the statements by hand that read or write the same rows. */
interface LevelDeed {
  readonly name: string;
  readonly status: number;
  readonly request: (turn: number) => Buffer;
  readonly plain: (turn: number) => Promise<unknown>;
}

interface SomeLevel {
  level_id: string;
  item_id: string;
  user_id: string;
  title: string;
}

const SOME = 5000;
const ACCEPT = { accept: 'text/html' };

/** Of levels and players from all over, each with another one than the last. */
export async function deedsOf({ writer }: LevelsGround, pool: Pool): Promise<LevelDeed[]> {
  const { rows } = await pool.query<SomeLevel>(
    `select level_id, l.item_id, l.user_id, map ->> 'title' as title
      from levelhead_levels l join items i on i.crate_id = l.crate_id and i.item_id = l.item_id
      where place = 'tower' and level_id ~ '^v[0-9a-f]{6}$' order by hashtext(level_id) limit $1`,
    [SOME],
  );
  const levelAt = (turn: number): SomeLevel => {
    const level = rows[turn % rows.length];
    if (level === undefined) throw new Error('there are no levels');
    return level;
  };
  const json = { ...writer, 'content-type': 'application/json' };
  return [...readingDeeds(pool, levelAt), ...writingDeeds(pool, levelAt, json)];
}

type LevelAt = (turn: number) => SomeLevel;

const playerAt = (levelAt: LevelAt, turn: number) => levelAt(turn * 7 + 1).user_id;

function readingDeeds(pool: Pool, levelAt: LevelAt): LevelDeed[] {
  return [
    {
      name: 'search by words of a title',
      status: 200,
      request: (turn) =>
        requestBytes('GET', `/api/levelhead/levels?title=${encodeURIComponent(levelAt(turn).title)}`, {}),
      plain: (turn) => searchTitle(pool, levelAt(turn).title),
    },
    {
      name: 'page of a level',
      status: 200,
      request: (turn) => requestBytes('GET', `/games/levelhead/levels/${levelAt(turn).level_id}`, ACCEPT),
      plain: (turn) => readItem(pool, levelAt(turn).level_id),
    },
    {
      name: 'page of a player',
      status: 200,
      request: (turn) => requestBytes('GET', `/games/levelhead/players/${playerAt(levelAt, turn)}`, ACCEPT),
      plain: (turn) => readItem(pool, playerAt(levelAt, turn)),
    },
  ];
}

function writingDeeds(pool: Pool, levelAt: LevelAt, json: Readonly<Record<string, string>>): LevelDeed[] {
  let likes = 0;
  return [
    {
      name: '+1 like',
      status: 204,
      request: (turn) => {
        const path = `likes/owners/${playerAt(levelAt, turn)}/members/${levelAt(turn).level_id}`;
        return requestBytes('PUT', `/api/storage/crates/levelhead/sets/${path}`, json);
      },
      plain: (turn) => like(pool, levelAt(turn), `plain${(likes += 1)}`),
    },
    {
      name: 'an attempt with its records',
      status: 200,
      request: (turn) => {
        const { level_id: levelId, user_id: creator } = levelAt(turn);
        const userId = anotherThan(playerAt(levelAt, turn), creator);
        const record = { time: 30 + (turn % 600) / 10, score: turn % 100_000 };
        const body = JSON.stringify({ userId, outcome: 'won', playTime: 120, ...record });
        return requestBytes('POST', `/api/levelhead/levels/${levelId}/attempts`, json, body);
      },
      plain: (turn) => submitRecord(pool, levelAt(turn), playerAt(levelAt, turn), turn),
    },
  ];
}

/** Nobody plays their own level. */
function anotherThan(userId: string, creator: string): string {
  if (userId !== creator) return userId;
  return creator === 'p00001' ? 'p00002' : 'p00001';
}

async function searchTitle(pool: Pool, title: string): Promise<unknown> {
  return pool.query(
    `select l.item_id, level_id, updated_at, hidden_gem from levelhead_levels l
      where place = 'tower' and not tags && '{unlisted,beta}' and words @> levelhead_words_of($1)
      order by hidden_gem desc, item_id desc limit 16`,
    [title],
  );
}

async function readItem(pool: Pool, name: string): Promise<unknown> {
  return pool.query(
    `select i.*, (select json_object_agg(s.name, s.value) from item_stats s where s.crate_id = i.crate_id and s.item_id = i.item_id) as stats,
      (select json_agg(r) from item_records r where r.crate_id = i.crate_id and r.item_id = i.item_id) as records
      from items i where crate_id = 'levelhead' and sort_name = $1`,
    [name],
  );
}

async function like(pool: Pool, { level_id: levelId, item_id: itemId }: SomeLevel, owner: string): Promise<unknown> {
  return inTransaction(pool, [
    [
      `insert into set_members values ('levelhead', 'likes', $1, $2, gen_random_uuid(), now()) on conflict do nothing`,
      [owner, levelId],
    ],
    [
      `insert into set_counts as c values ('levelhead', 'likes', 'member', $1, 1), ('levelhead', 'likes', 'owner', $2, 1)
        on conflict (crate_id, set_name, side, id) do update set size = c.size + 1`,
      [levelId, owner],
    ],
    [
      `update item_stats set value = value + 1 where crate_id = 'levelhead' and item_id = $1 and name = 'Likes'`,
      [itemId],
    ],
  ]);
}

async function submitRecord(
  pool: Pool,
  { item_id: itemId }: SomeLevel,
  userId: string,
  turn: number,
): Promise<unknown> {
  return inTransaction(pool, [
    [
      `insert into item_records as r values ('levelhead', $1, 'HighScore', $2, $3, now())
        on conflict (crate_id, item_id, name, user_id) do update set value = greatest(r.value, excluded.value)`,
      [itemId, userId, turn],
    ],
    [
      `update item_stats set value = value + 1 where crate_id = 'levelhead' and item_id = $1
        and name in ('Attempts', 'Successes', 'PlayTime', 'Players')`,
      [itemId],
    ],
  ]);
}

async function inTransaction(pool: Pool, statements: readonly [string, unknown[]][]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('commit');
  } finally {
    client.release();
  }
}
