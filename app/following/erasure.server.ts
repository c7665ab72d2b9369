import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { dropFollows } from './follows.server.ts';
import { mergedFollowers, mergedFollows } from './merging.server.ts';
import { KINDS_OF_PEOPLE, toSubject } from './subject.ts';

const followersOfPerson: Erasure = {
  name: 'following.followers',
  run: async (current, { userId }) => {
    if (userId === null) return { changed: 0, next: undefined };
    const subjects = KINDS_OF_PEOPLE.map((kind) => toSubject(kind, userId));
    const rows = await current.db.query<Pick<Row<'followers'>, 'user_id'>>(sql`
      select distinct user_id from followers where subject = any(${subjects}::text[]) limit ${ERASURE_STEP}::int`);
    for (const row of rows) await dropFollows(current, row.user_id, subjects);
    return { changed: rows.length, next: rows.length < ERASURE_STEP ? undefined : 'more' };
  },
};

export const followErasure = {
  fates: {
    'follows.user_id': 'gone',
    'follows.subject': 'erased',
    'followers.user_id': 'gone',
    'followers.subject': 'erased',
    'follow_counts.user_id': 'gone',
  },
  erasures: [followersOfPerson],
  moves: {
    'follows.user_id': 'merged',
    'follows.subject': 'merged',
    'followers.user_id': 'merged',
    'followers.subject': 'merged',
    'follow_counts.user_id': 'dropped',
  },
  mergers: [mergedFollows, mergedFollowers],
  toPersonKeys: ({ userId }) => (userId === null ? [] : KINDS_OF_PEOPLE.map((kind) => toSubject(kind, userId))),
} as const satisfies PersonalData;
