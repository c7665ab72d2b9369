import * as z from 'zod/mini';

import { MaybeText, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CRATE } from './level.ts';

const levelheadPlayer: PersonalRows = {
  name: 'levelhead-player',
  title: 'exports.part.levelheadPlayer',
  of: ['levelhead_players.user_id'],
  schema: z.object({
    crateId: z.string(),
    itemId: z.string(),
    avatarId: MaybeText,
    createdAt: Time,
    updatedAt: Time,
    subscribers: z.number(),
    playTime: z.number(),
    plays: z.number(),
    trophies: z.number(),
    shoes: z.number(),
    crowns: z.number(),
    published: z.number(),
    hiddenGem: z.number(),
    tipsGotten: z.number(),
    bucksTipped: z.number(),
  }),
  find: findBy<{ crateId: string; itemId: string }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", item_id as "itemId", avatar_id as "avatarId", created_at as "createdAt", updated_at as "updatedAt", subscribers, play_time as "playTime", plays, trophies, shoes, crowns, published, hidden_gem as "hiddenGem", tips_gotten as "tipsGotten", bucks_tipped as "bucksTipped"
      from levelhead_players where user_id = ${userId} and (crate_id, item_id) > (${after?.crateId ?? ''}, ${after?.itemId ?? NO_UUID}::uuid) order by crate_id, item_id`,
  ),
};

const bestRecords: PersonalRows = {
  name: 'best-records',
  title: 'exports.part.bestRecords',
  of: ['levelhead_record_history.user_id'],
  schema: z.object({
    crateId: z.string(),
    itemId: z.string(),
    name: z.string(),
    recordId: z.string(),
    value: z.number(),
    heldFrom: Time,
    heldUntil: MaybeTime,
  }),
  find: findBy<{ crateId: string; itemId: string; name: string; recordId: string }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", item_id as "itemId", name, record_id as "recordId", value, held_from as "heldFrom", held_until as "heldUntil"
      from levelhead_record_history where user_id = ${userId} and (crate_id, item_id, name, record_id) > (${after?.crateId ?? ''}, ${after?.itemId ?? NO_UUID}::uuid, ${after?.name ?? ''}, ${after?.recordId ?? NO_UUID}::uuid) order by crate_id, item_id, name, record_id`,
  ),
};

const levelSearches: PersonalRows = {
  name: 'level-searches',
  title: 'exports.part.levelSearches',
  of: ['levelhead_searches.user_id'],
  schema: z.object({
    slot: z.number(),
    hall: z.string(),
    name: z.string(),
    query: z.string(),
    createdAt: Time,
    seenAt: Time,
    deletedAt: MaybeTime,
  }),
  find: findBy<{ slot: number }>(
    ({ userId }, after) => sql`
      select slot, hall, name, query, created_at as "createdAt", seen_at as "seenAt", deleted_at as "deletedAt"
      from levelhead_searches where user_id = ${userId} and slot > ${after?.slot ?? -1} order by slot`,
  ),
};

const tipsGiven: PersonalRows = {
  name: 'tips-given',
  title: 'exports.part.tipsGiven',
  of: ['levelhead_tips.user_id'],
  schema: z.object({ tipId: z.string(), levelId: z.string(), bucks: z.number(), createdAt: Time }),
  find: findBy<{ tipId: string }>(
    ({ userId }, after) => sql`
      select tip_id as "tipId", level_id as "levelId", bucks, created_at as "createdAt"
      from levelhead_tips where user_id = ${userId} and tip_id > ${after?.tipId ?? NO_UUID} order by tip_id`,
  ),
};

const tipsReceived: PersonalRows = {
  name: 'tips-received',
  title: 'exports.part.tipsReceived',
  of: ['levelhead_tips.creator_user_id'],
  schema: z.object({ crateId: z.string(), tipId: z.string(), levelId: z.string(), bucks: z.number(), createdAt: Time }),
  find: findBy<{ tipId: string }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", tip_id as "tipId", level_id as "levelId", bucks, created_at as "createdAt"
      from levelhead_tips where crate_id = ${CRATE} and creator_user_id = ${userId} and tip_id > ${after?.tipId ?? NO_UUID} order by tip_id`,
  ),
};

export const levelRows = {
  personalRows: [levelheadPlayer, bestRecords, levelSearches, tipsGiven, tipsReceived],
  withheld: {
    'levelhead_level_tags.user_id': 'derived',
    'levelhead_levels.user_id': 'derived',
    'levelhead_records.user_id': 'derived',
  },
} satisfies PersonalData;
