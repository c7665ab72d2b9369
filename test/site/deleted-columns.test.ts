import { expect, test } from 'vitest';

import { CONSEQUENCES } from '#app/deletions/consequences.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { useTestSite } from '../site.ts';

const site = useTestSite();

/** What says who somebody is, by the words of this site: ids, ways in, addresses, and whatever has no columns of its own. */
const PERSONAL_COLUMN =
  '(^|_)(user_ids?|reporter_id|author_id|by|collaborators|owner|member|participant_id|reader_id|voter_id|subscriber_id)$' +
  '|(^|_)(email|emails|address|address_key|address_hash|sender|owner_key|subject|caller|scope|emails|mark)$|(^|_)file_key$|^mail_file$';

/** Columns of such names that hold nothing of people, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'alias_history.ended_by': 'whether its owner or staff did',
  'app_keys.replaced_by': 'another key',
  'limit_leases.caller': 'ends with its minute or day',
  'podcast_download_marks.mark': 'of a day, which nobody can turn back',
};

test('the nouns say of every column that may hold a person what becomes of it, and of nothing else', async () => {
  const rows = await site.parts.db.query<{ place: string; is_sure: boolean }>(sql`
    select c.table_name || '.' || c.column_name as place,
      c.data_type in ('json', 'jsonb') or c.column_name ~ ${PERSONAL_COLUMN}::text or exists (
        select from information_schema.key_column_usage k
        join information_schema.referential_constraints r using (constraint_schema, constraint_name)
        join information_schema.constraint_column_usage t on t.constraint_schema = r.unique_constraint_schema
          and t.constraint_name = r.unique_constraint_name
        where k.table_name = c.table_name and k.column_name = c.column_name
          and t.table_name = 'accounts') as is_sure
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const fates = new Map(nouns.flatMap((noun) => Object.entries(noun.fates ?? {})));
  const known = new Set(rows.map(({ place }) => place));
  expect([...fates.keys()].filter((place) => !known.has(place))).toEqual([]);
  const missing = rows.filter(({ place, is_sure }) => is_sure && !fates.has(place) && !(place in OTHERS));
  expect(missing.map(({ place }) => place).toSorted()).toEqual([]);
});

test('no two nouns say what becomes of the same column', () => {
  const places = nouns.flatMap((noun) => Object.keys(noun.fates ?? {}));
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

test('the page about deletion tells of every noun that keeps something about people', () => {
  const told = new Set(CONSEQUENCES.flatMap(({ nouns: names }) => names));
  const keeping = nouns.filter(({ fates = {} }) => Object.keys(fates).length > 0).map(({ name }) => name);
  expect(keeping.filter((name) => !told.has(name))).toEqual([]);
});
