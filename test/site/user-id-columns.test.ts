import { expect, test } from 'vitest';

import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { useTestSite } from '../site.ts';

const site = useTestSite();

test('the nouns name every column that holds a user id, and nothing else', async () => {
  const rows = await site.parts.db.query<{
    place: string;
  }>(sql`select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)(user_ids?|reporter_id|author_id|by|collaborators|owner|member)$'
        and column_name not in ('ended_by', 'replaced_by')`);
  const listed = nouns.flatMap(({ userIds = {} }) =>
    Object.entries(userIds).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  );
  expect(listed.toSorted()).toEqual(rows.map(({ place }) => place).toSorted());
});
