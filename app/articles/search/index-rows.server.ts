import { setImmediate } from 'node:timers/promises';

import type { Current } from '#app/current/current.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { listVersions } from '#app/storage/history/versions.server.ts';
import type { VersionPage } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { indexWords } from '#lib/text-search/index-words.ts';
import type { IndexedWords } from '#lib/text-search/index-words.ts';
import { stripMarkdown } from '#lib/text-search/plain-text.ts';
import { toTrigrams } from '#lib/text-search/trigrams.ts';

import { BLURB_MARK, TITLE_MARK } from './ranking.server.ts';
import type { SearchedCrate } from './searched-crate.server.ts';

/** An item as the index keeps it, with what the other tables learn from it. */
export interface IndexRow {
  readonly item: Item;
  readonly rev: number;
  readonly title: readonly string[];
  readonly blurb: readonly string[];
  readonly words: readonly string[];
  /** The words in their order, in which phrases are looked for. */
  readonly spoken: string;
  readonly dictionary: ReadonlyMap<string, string>;
  readonly names: readonly HeldName[];
}

interface HeldName {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Characters of an item's text that are found; as long as one that is rendered. */
const MAX_TEXT = 64 * 1024;
/** A character takes three bytes at most, or is one of a pair of four. */
const MAX_BYTES = 3 * MAX_TEXT;

export async function describeItem(current: Current, crate: SearchedCrate, found: ItemWithBody): Promise<IndexRow> {
  const { item } = found;
  const text = await readIndexedText(current, found);
  const { title, blurb } = crate.readHead(item, text);
  // A long text takes some milliseconds, and others want an answer between two of them.
  await setImmediate();
  const titleTokens = listTokens(indexWords(title));
  const blurbTokens = listTokens(indexWords(blurb));
  const all = indexWords(title);
  for (const part of [blurb, wordsBeside(item), stripMarkdown(text)]) indexWords(part, all);
  return {
    item,
    rev: readRevision(item),
    names: await findHeldNames(current, crate, item),
    title: titleTokens,
    blurb: blurbTokens,
    words: [
      ...listTokens(all),
      ...titleTokens.map((token) => TITLE_MARK + token),
      ...blurbTokens.map((token) => BLURB_MARK + token),
    ],
    spoken: String(all.sequence),
    dictionary: all.dictionary,
  };
}

/** Two words that stand beside each other are one where somebody looks for them so. */
function listTokens({ tokens, sequence }: IndexedWords): string[] {
  return [...tokens, ...sequence.neighbours];
}

async function readIndexedText(current: Current, stored: ItemWithBody): Promise<string> {
  const text = await readText(current, stored, { start: 0, end: Math.min(MAX_BYTES, stored.item.bytes) - 1 });
  // PostgreSQL takes no null character, and half of a character is none.
  return text.slice(0, MAX_TEXT).replaceAll('\0', ' ').toWellFormed();
}

/** Its name, topics and game, and what its picture shows: what readers may look for, though no text says it. */
function wordsBeside({ name, tags, map }: Item): string {
  const values = tags.filter((tag) => /^(?:topic|game):/.test(tag)).map((tag) => tag.slice(tag.indexOf(':') + 1));
  return [name, ...values, map['topic'], map['imageAlt']].filter((part) => typeof part === 'string').join('\n');
}

/** A write raises it by one. */
function readRevision({ etag }: Item): number {
  return Number(etag.slice(1, -1));
}

const MAX_VERSION_PAGES = 8;

/** Its name, and those that it had since it was read last: of what came in between, its versions tell. */
async function findHeldNames(current: Current, crate: SearchedCrate, item: Item): Promise<HeldName[]> {
  const [known] = await current.db.query<Pick<Row<'post_search'>, 'rev'>>(
    sql`select rev from post_search where crate_id = ${item.crateId} and item_id = ${item.itemId}`,
  );
  const seen = Number(known?.rev ?? 0);
  const names: HeldName[] = [];
  if (item.name !== null && crate.isMet?.(item) !== false) names.push({ name: item.name, at: item.updatedAt });
  let before: number | undefined = readRevision(item);
  for (let pages = 0; pages < MAX_VERSION_PAGES && before !== undefined && before > seen + 1; pages += 1) {
    const bounds = { limit: 64, before };
    const page: VersionPage = await listVersions(current, item.crateId, item.itemId, bounds).catch(noVersions);
    for (const { name, tags, endedAt, updatedAt } of page.versions) {
      if (name !== null && crate.isMet?.({ tags }) !== false) names.push({ name, at: endedAt ?? updatedAt });
    }
    before = page.next;
  }
  return [...new Map(names.toReversed().map((held) => [held.name, held])).values()];
}

function noVersions(refusal: unknown): VersionPage {
  if (refusal instanceof Problem) return { versions: [] };
  throw refusal;
}

export async function writeRows({ db }: Current, rows: readonly IndexRow[], round: number): Promise<void> {
  if (rows.length === 0) return;
  const items = rows.map(({ item, rev, title, blurb, words, spoken }) => {
    const { crateId, itemId, name, createdAt, tags, collaborators } = item;
    return {
      crate_id: crateId,
      item_id: itemId,
      rev,
      name,
      created_at: createdAt,
      tags,
      collaborators,
      title,
      blurb,
      words,
      spoken,
    };
  });
  await db.query(sql`insert into post_search
      (crate_id, item_id, rev, name, created_at, tags, collaborators, title, blurb, words, spoken, round)
    select one.crate_id, one.item_id, one.rev, one.name, one.created_at, one.tags, one.collaborators, one.title, one.blurb, one.words,
      one.spoken, ${round}::integer
    from json_to_recordset(${JSON.stringify(items)}::json) one(crate_id text, item_id uuid, rev bigint, name text, created_at timestamptz,
      tags text[], collaborators text[], title text[], blurb text[], words text[], spoken text)
    on conflict (crate_id, item_id) do update set rev = excluded.rev, name = excluded.name, created_at = excluded.created_at,
      tags = excluded.tags, collaborators = excluded.collaborators, title = excluded.title, blurb = excluded.blurb,
      words = excluded.words, spoken = excluded.spoken, round = excluded.round`);
  const names = rows.flatMap(({ item, names }) =>
    names.map((held) => ({ crate_id: item.crateId, item_id: item.itemId, ...held })),
  );
  await db.query(sql`insert into post_names (crate_id, name, item_id, held_at)
    select one.crate_id, one.name, one.item_id, one.at
    from json_to_recordset(${JSON.stringify(names)}::json) one(crate_id text, name text, item_id uuid, at timestamptz)
    on conflict (crate_id, name, item_id) do update set held_at = greatest(post_names.held_at, excluded.held_at)`);
  await writeDictionary({ db }, rows);
}

/** Between two trigrams; no word has it. */
const BETWEEN = '|';

async function writeDictionary({ db }: Pick<Current, 'db'>, rows: readonly IndexRow[]): Promise<void> {
  const known = new Map<string, { plain: string; isPublic: boolean }>();
  for (const { item, dictionary } of rows) {
    const isPublic = isListed(item.tags);
    for (const [word, plain] of dictionary) {
      known.set(word, { plain, isPublic: isPublic || known.get(word)?.isPublic === true });
    }
  }
  const crateId = rows[0]?.item.crateId ?? '';
  const words = [...known].map(([word, { plain, isPublic }]) => ({ word, plain, isPublic }));
  // Words that are known are left alone: to touch each of them with each item would be most of the work.
  await db.query(sql`insert into post_words (crate_id, word, plain, trigrams, is_public)
    select ${crateId}::text, one.word, one.plain, string_to_array(one.trigrams, ${BETWEEN}), one.is_public
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ plain }) => plain)}::text[],
      ${words.map(({ plain }) => toTrigrams(plain).join(BETWEEN))}::text[], ${words.map((one) => one.isPublic)}::boolean[])
      one(word, plain, trigrams, is_public)
    where not exists (
      select from post_words known
      where known.crate_id = ${crateId}::text and known.word = one.word and (known.is_public or not one.is_public))
    on conflict (crate_id, word) do update set is_public = true`);
}

/** Whether everyone may list it; what the policy of the crate says besides is asked when somebody searches. */
export const UNLISTED_TAGS = ['hidden', 'unlisted'];

function isListed(tags: readonly string[]): boolean {
  return !tags.some((tag) => UNLISTED_TAGS.includes(tag));
}

/** Of an item that comes back the names are found in its versions. */
export async function removeRows({ db }: Current, crateId: string, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await db.query(sql`delete from post_search where crate_id = ${crateId} and item_id = any(${itemIds}::uuid[])`);
  await db.query(sql`delete from post_names where crate_id = ${crateId} and item_id = any(${itemIds}::uuid[])`);
}

/** Rows that are written anew in one transaction, with all their words. */
const MOVED = 64;

/**
 * Brings up to date how recent items are, some at a time: 3 are the newest 256, 2 the newest 1,024, 1 the newest 4,096. What is
 * looked for until there are enough reads four times as many at most. @returns whether there may be more
 */
export async function moveRecent({ db }: Current, crateId: string): Promise<boolean> {
  const moved = await db.query(sql`
    with newest as (
      select item_id, case when place <= 256 then 3 when place <= 1024 then 2 else 1 end as recency
      from (select item_id, row_number() over (order by created_at desc, item_id desc) as place
        from post_search where crate_id = ${crateId} order by created_at desc, item_id desc limit 4096) placed),
    moved as (
      select coalesce(n.item_id, p.item_id) as item_id, coalesce(n.recency, 0) as recency
      from newest n full join (
        select item_id, recency from post_search where crate_id = ${crateId} and recency > 0) p on p.item_id = n.item_id
      where coalesce(n.recency, 0) <> coalesce(p.recency, 0) order by 2 desc, 1 desc limit ${MOVED}::integer)
    update post_search p set recency = moved.recency from moved
    where p.crate_id = ${crateId} and p.item_id = moved.item_id returning 1`);
  return moved.length === MOVED;
}

/** Removes what a walk over all items has not found. */
export async function endRound({ db }: Current, crateId: string, round: number): Promise<void> {
  await db.query(sql`delete from post_search where crate_id = ${crateId} and round <> ${round}`);
  await db.query(
    sql`delete from post_names n where n.crate_id = ${crateId}
      and not exists (select from post_search p where p.crate_id = ${crateId} and p.item_id = n.item_id)`,
  );
}

export async function clearIndex({ db }: Current, crateId: string): Promise<void> {
  await db.query(sql`delete from post_search where crate_id = ${crateId}`);
  await db.query(sql`delete from post_names where crate_id = ${crateId}`);
  await db.query(sql`delete from post_words where crate_id = ${crateId}`);
}
