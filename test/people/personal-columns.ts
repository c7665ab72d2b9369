import type { PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';

/** What says who somebody is, by the words of this site: ids, ways in, addresses, digests of them, and files. */
const PERSONAL_COLUMN =
  '(^|_)(user_ids?|reporter_id|author_id|by|collaborators|owner|member|participant_id|reader_id|voter_id|subscriber_id)$' +
  '|(^|_)(emails?|address|address_key|address_hash|sender|owner_key|subjects?|caller|scope|mark)$|(^|_)files?(_keys?)?$';

/** Lists of words of such names hold nothing of people. */
const LIST_OF_WORDS =
  '^(tags|was_tags|words|trigrams|title|blurb|permissions|events|stages|roles|origins|transports|kept|erased_digests)$';

/** Columns of the first kind that hold nothing of people, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'alias_history.ended_by': 'whether its owner or staff did',
  'app_keys.replaced_by': 'another key',
  'crate_sizes.files': 'how many',
  'limit_leases.caller': 'ends with its minute or day',
  'notification_events.told_subjects': 'how many',
  'podcast_download_marks.mark': 'of a day, which nobody can turn back',
  'telemetry_source_maps.file': 'a part of this site',
};

function listDeclared(data: readonly PersonalData[]): Set<string> {
  return new Set([...data.flatMap(({ fates = {} }) => Object.keys(fates)), ...Object.keys(OTHERS)]);
}

interface PlaceRow {
  readonly place: string;
  readonly isPersonal: boolean;
}

/**
 * The columns that may hold a person by their name or type, or because they refer to accounts, and of which no noun says what
 * becomes of it; and the columns of which one does and that are not there.
 */
export async function compareFates(
  { parts }: TestSite,
  data: readonly PersonalData[],
): Promise<{ undeclared: string[]; unknown: string[] }> {
  const rows = await parts.db.query<PlaceRow & Record<string, unknown>>(sql`
    select c.relname || '.' || a.attname as place,
      a.atttypid in ('json'::regtype, 'jsonb'::regtype) or a.attname ~ ${PERSONAL_COLUMN}::text
        or (a.atttypid in ('text[]'::regtype, 'uuid[]'::regtype) and a.attname !~ ${LIST_OF_WORDS}::text)
        or exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
          and f.confrelid = 'accounts'::regclass and a.attnum = any(f.conkey)) as "isPersonal"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  const declared = listDeclared(data);
  const known = new Set(rows.map(({ place }) => place));
  return {
    undeclared: rows.flatMap((row) => (row.isPersonal && !declared.has(row.place) ? [row.place] : [])).toSorted(),
    unknown: [...declared].filter((place) => !known.has(place)).toSorted(),
  };
}

/** The columns, whatever they are called, in which one of these ids stands now by itself, and of which no noun says what becomes of it. */
export async function findUndeclaredIds(
  { parts }: TestSite,
  data: readonly PersonalData[],
  userIds: readonly string[],
): Promise<string[]> {
  const declared = listDeclared(data);
  const tables = await parts.db.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by 1`);
  const pattern = `(^|[^A-Za-z0-9])(${userIds.join('|')})($|[^A-Za-z0-9])`;
  const found = new Set<string>();
  for (const { name } of tables) {
    const rows = await parts.db.query<{ column: string }>(sql`
      select distinct one.key as column from ${sql.raw(`"${name}"`)} t, jsonb_each_text(to_jsonb(t)) one
      where one.value ~ ${pattern}::text`);
    for (const { column } of rows) found.add(`${name}.${column}`);
  }
  return [...found].filter((place) => !declared.has(place)).toSorted();
}
