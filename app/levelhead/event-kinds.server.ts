import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findHolders } from '#app/storage/sets/sets.server.ts';
import { MAX_SET_PAGE } from '#app/storage/sets/set.ts';

import { CRATE } from './level.ts';
import { findNames } from './names.server.ts';

/** Followed in the game, where the set of followers is. */
export const playerSubject: SubjectKind = {
  name: 'levelhead.player',
  describe: async (current, ids) => {
    const names = await findNames(current, ids);
    return new Map(
      [...names.values()].flatMap((name): [string, SubjectWords][] =>
        name.alias === undefined ? [] : [[name.userId, { title: name.alias, path: pathOf(name.userId) }]],
      ),
    );
  },
  findFollowers: async (current, member, cursor, limit) => {
    const beforeId = cursor === '' ? undefined : cursor;
    const wanted = { set: 'following', member, beforeId, limit: Math.min(limit, MAX_SET_PAGE) };
    const { rows, hasMore } = await findHolders(current, CRATE, wanted);
    return { userIds: rows.map(({ owner }) => owner), next: hasMore ? rows.at(-1)?._id : undefined };
  },
};

function pathOf(userId: string): string {
  return `/games/levelhead/players/${userId}`;
}

interface ToldLevel {
  readonly levelId: string;
}

/** Several of one player are one notification. */
export const publishedLevelEvent: EventKind<ToldLevel> = {
  id: 'levelhead.published',
  title: 'notify.levels.title',
  about: 'notify.levels.about',
  least: 'authenticated',
  mail: 'weekly',
  sample: { levelId: '0hds26q' },
  show: async (current, _reader, events) => {
    const names = [...new Set(events.map(({ details }) => details.levelId))].join(',');
    const { items } = await findItems(current, CRATE, SearchQuery.parse({ names, tags: 'level', limit: '128' }));
    const listed = new Map(
      items
        .filter(({ tags }) => !tags.includes('hidden') && !tags.includes('unlisted'))
        .map((item) => [item.name ?? '', item]),
    );
    const creators = await findNames(
      current,
      [...listed.values()].flatMap(({ collaborators }) => collaborators.slice(0, 1)),
    );
    return new Map(
      events.flatMap(({ key, details: { levelId } }) => {
        const level = listed.get(levelId);
        const creator = creators.get(level?.collaborators[0] ?? '');
        if (level === undefined || creator?.alias === undefined) return [];
        const { title } = level.map;
        const values = { player: creator.alias, title: typeof title === 'string' ? title : levelId };
        return [[key, { text: 'notify.levels.published', values, path: `/games/levelhead/levels/${levelId}` }]];
      }),
    );
  },
};
