import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind, OwnItemKind } from '#app/notifications/event-kind.server.ts';
import type { Item } from '#app/storage/item.ts';
import { noCrate } from '#app/storage/problems.ts';
import { MAX_SET_PAGE } from '#app/storage/sets/set.ts';
import { findHolders, findMembers } from '#app/storage/sets/sets.server.ts';
import { Problem } from '#lib/problem.ts';

import { CRATE } from './level.ts';
import type { RecordName } from './level.ts';
import { ARCADE_ITEMS } from './levels.server.ts';
import { findNames } from './names.server.ts';
import { followPlayer, unfollowPlayer } from './own-lists.server.ts';
import { findLevelItems, findListed } from './search/level-rows.server.ts';

/** Followed in the game, where the set of followers is. */
export const playerSubject: SubjectKind = {
  name: 'levelhead.player',
  describe: async (current, ids) => {
    const names = await findNames(current, ids);
    return new Map(
      [...names.values()].flatMap((name): [string, SubjectWords][] =>
        name.alias === undefined ? [] : [[name.userId, { title: name.alias, path: pathToPlayer(name.userId) }]],
      ),
    );
  },
  findFollowers: async (current, member, cursor, limit) => {
    const beforeId = cursor === '' ? undefined : cursor;
    const wanted = { set: 'following', member, beforeId, limit: Math.min(limit, MAX_SET_PAGE) };
    const { rows, hasMore } = await findHolders(current, CRATE, wanted);
    return { userIds: rows.map(({ owner }) => owner), next: hasMore ? rows.at(-1)?._id : undefined };
  },
  keeper: {
    findFollowed: async (current, after, limit) => {
      const own = { set: 'following', owner: requireUser(current) };
      try {
        const { rows } = await findMembers(current, CRATE, { ...own, sort: '-member', afterMember: after, limit });
        return rows.map(({ member }) => member);
      } catch (refusal) {
        // A stage without the game.
        if (refusal instanceof Problem && refusal.code === noCrate.code) return [];
        throw refusal;
      }
    },
    follow: followPlayer,
    unfollow: unfollowPlayer,
  },
};

export function pathToPlayer(userId: string): string {
  return `/games/levelhead/players/${userId}`;
}

interface PublishedLevelDetails {
  readonly levelId: string;
}

/** Several of one player are one notification. */
export const publishedLevelEvent: EventKind<PublishedLevelDetails> = {
  id: 'levelhead.published',
  title: 'notify.levels.title',
  about: 'notify.levels.about',
  least: 'authenticated',
  mail: 'weekly',
  sample: { levelId: '0hds26q' },
  show: async (current, _reader, events) => {
    const levels = await findListedLevels(
      current,
      events.map(({ details }) => details.levelId),
    );
    const creators = await findNames(
      current,
      [...levels.values()].flatMap(({ collaborators }) => collaborators.slice(0, 1)),
    );
    return describeEvents(events, ({ levelId }) => {
      const level = levels.get(levelId);
      const creator = creators.get(level?.collaborators[0] ?? '');
      if (level === undefined || creator?.alias === undefined) return undefined;
      const values = { player: creator.alias, title: readLevelTitle(level) };
      return { text: 'notify.levels.published', values, path: levelPath(levelId) };
    });
  },
};

interface BeatenRecord {
  readonly levelId: string;
  readonly name: RecordName;
  readonly userId: string;
}

/** Somebody has lost a record that nobody had beaten until then. Those of one level are one notification. */
export const beatenRecordEvent: EventKind<BeatenRecord> = {
  id: 'levelhead.recordBeaten',
  title: 'notify.records.title',
  about: 'notify.records.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { levelId: '0hds26q', name: 'FastestTime', userId: 'pl4yer' },
  show: async (current, _reader, events) => {
    const levels = await findListedLevels(
      current,
      events.map(({ details }) => details.levelId),
    );
    const holders = await findNames(current, [...new Set(events.map(({ details }) => details.userId))]);
    return describeEvents(events, ({ levelId, name, userId }) => {
      const level = levels.get(levelId);
      const player = holders.get(userId)?.alias;
      if (level === undefined || player === undefined) return undefined;
      const text = name === 'HighScore' ? 'notify.records.score' : 'notify.records.time';
      return { text, values: { player, title: readLevelTitle(level) }, path: levelPath(levelId) };
    });
  },
};

/** Also what is unlisted, to which its address leads. */
export const ownLevel: OwnItemKind = {
  name: 'levelhead.level',
  title: 'mailbox.own.level',
  findOwn: async (current, { userId }, ids) => {
    const itemIds = [...(await findLevelItems(current, ids)).values()];
    const found = [...(await ARCADE_ITEMS.bodies(current, itemIds)).values()];
    const own = found.flatMap(({ item }) => (item.collaborators[0] === userId ? [item] : []));
    return new Map(
      own.map((item) => [item.name ?? '', { title: readLevelTitle(item), path: levelPath(item.name ?? '') }]),
    );
  },
};

/** By their ids, as halls show them to everybody. */
export async function findListedLevels(current: Current, levelIds: readonly string[]): Promise<Map<string, Item>> {
  const listed = await findListed(current, levelIds);
  if (listed.size === 0) return new Map();
  const { items } = await ARCADE_ITEMS.page(current, { names: [...listed], tags: { included: ['level'] } });
  return new Map(items.map((item) => [item.name ?? '', item]));
}

export function readLevelTitle({ name, map: { title } }: Item): string {
  return typeof title === 'string' ? title : (name ?? '');
}

export function levelPath(levelId: string): string {
  return `/games/levelhead/levels/${levelId}`;
}
