import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { Details, MaybeText, NO_UUID, Time, findBy, pagesOf } from '#app/current/personal-data.server.ts';
import type { Person, PersonalData, PersonalFile, PersonalRows } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

/** Of rows that may have bodies of 64 KB. */
const FEW = 100;
const MANY = 500;

const Body = {
  crateId: z.string(),
  itemId: z.string(),
  rev: z.number(),
  name: MaybeText,
  tags: z.array(z.string()),
  map: Details,
  note: MaybeText,
  mimetype: z.string(),
  bytes: z.number(),
  updatedAt: Time,
  /** The body, unless it is a file. */
  text: z.optional(z.string()),
  base64: z.optional(z.string()),
  files: z.array(z.string()),
};

const items: PersonalRows = {
  name: 'items',
  title: 'exports.part.items',
  of: ['items.user_id'],
  schema: z.object({ ...Body, createdAt: Time, stats: z.record(z.string(), z.number()) }),
  find: inCrates(async function* find({ db }, { userId }, crateId) {
    const findPage = (after: OwnItemBodyRow | undefined) =>
      db.query<OwnItemBodyRow>(sql`
        select i.item_id, i.rev, i.name, i.tags, i.map, i.note, i.mimetype, i.bytes, i.created_at, i.updated_at, i.body, i.file_key,
          i.created_at::text as place,
          (select jsonb_object_agg(s.name, s.value) from item_stats s where s.crate_id = ${crateId} and s.item_id = i.item_id) as stats
        from items i where i.crate_id = ${crateId} and i.user_id = ${userId}
          ${after === undefined ? sql.empty : sql`and (i.created_at, i.item_id) < (${after.place}::timestamptz, ${after.item_id}::uuid)`}
        order by i.created_at desc, i.item_id desc limit ${FEW}::integer`);
    for await (const row of pagesOf(findPage, FEW)) {
      const { data, files } = toBody(crateId, row);
      yield { data: { ...data, createdAt: row.created_at, stats: row.stats ?? {} }, files };
    }
  }),
};

/** What items were before, and those in the trash. */
const versions: PersonalRows = {
  name: 'item-versions',
  title: 'exports.part.itemVersions',
  of: ['item_versions.user_id'],
  schema: z.object({ ...Body, endedAt: Time, trashed: z.boolean() }),
  find: inCrates(async function* find({ db }, { userId }, crateId) {
    const findPage = (after: OwnVersionRow | undefined) =>
      db.query<OwnVersionRow>(sql`
        select item_id, rev, name, tags, map, note, mimetype, bytes, updated_at, body, file_key, ended_at, trashed
        from item_versions where crate_id = ${crateId} and user_id = ${userId}
          and (item_id, rev) > (${after?.item_id ?? NO_UUID}::uuid, ${after?.rev ?? 0}::bigint)
        order by item_id, rev limit ${FEW}::integer`);
    for await (const row of pagesOf(findPage, FEW)) {
      const { data, files } = toBody(crateId, row);
      yield { data: { ...data, endedAt: row.ended_at, trashed: row.trashed }, files };
    }
  }),
};

type OwnBodyRow = Pick<
  Row<'items'>,
  'item_id' | 'rev' | 'name' | 'tags' | 'map' | 'note' | 'mimetype' | 'bytes' | 'updated_at' | 'body' | 'file_key'
>;
type OwnItemBodyRow = OwnBodyRow &
  Pick<Row<'items'>, 'created_at'> & { place: string; stats: Record<string, number> | null };
type OwnVersionRow = OwnBodyRow & Pick<Row<'item_versions'>, 'ended_at' | 'trashed'>;

/** Without those who share it: they are other people. */
function toBody(crateId: string, row: OwnBodyRow) {
  const { item_id: itemId, name, tags, map, note, mimetype, body, file_key: key } = row;
  const files: PersonalFile[] = key === null ? [] : [{ key, name: name ?? itemId }];
  const data = { crateId, itemId, rev: Number(row.rev), name, tags, map, note, mimetype, bytes: Number(row.bytes) };
  return { data: { ...data, updatedAt: row.updated_at, ...(body !== null && readBody(body)) }, files };
}

function readBody(body: Buffer): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    return { base64: body.toString('base64') };
  }
}

const itemRecords: PersonalRows = {
  name: 'item-records',
  title: 'exports.part.itemRecords',
  of: ['item_records.user_id'],
  schema: z.object({ crateId: z.string(), itemId: z.string(), name: z.string(), value: z.number(), createdAt: Time }),
  find: rowsInCrates<{ itemId: string; name: string }>(
    ({ userId }, crateId, after) => sql`
      select crate_id as "crateId", item_id as "itemId", name, value, created_at as "createdAt" from item_records
      where crate_id = ${crateId} and user_id = ${userId}
        and (item_id, name) > (${after?.itemId ?? NO_UUID}::uuid, ${after?.name ?? ''})
      order by item_id, name`,
  ),
};

/** Of other people, which they may write too. */
const sharedItems: PersonalRows = {
  name: 'shared-items',
  title: 'exports.part.sharedItems',
  of: ['item_shares.user_id'],
  schema: z.object({ crateId: z.string(), itemId: z.string(), createdAt: Time }),
  find: rowsInCrates<{ itemId: string }>(
    ({ userId }, crateId, after) => sql`
      select crate_id as "crateId", item_id as "itemId", created_at as "createdAt" from item_shares
      where crate_id = ${crateId} and user_id = ${userId}
        and (created_at, item_id) > (coalesce((select i.created_at from items i
          where i.crate_id = ${crateId} and i.item_id = ${after?.itemId ?? NO_UUID}::uuid), '-infinity'), ${after?.itemId ?? NO_UUID}::uuid)
      order by created_at, item_id`,
  ),
};

const sets: PersonalRows = {
  name: 'sets',
  title: 'exports.part.sets',
  of: ['set_members.owner'],
  schema: z.object({ crateId: z.string(), setName: z.string(), member: z.string(), createdAt: Time }),
  find: inCrates(async function* find({ db }, { userId }, crateId) {
    for await (const { set_name: setName } of pagesOf(
      (after: Pick<Row<'set_members'>, 'set_name'> | undefined) =>
        db.query<Pick<Row<'set_members'>, 'set_name'>>(sql`
          select set_name from set_members where crate_id = ${crateId} and set_name > ${after?.set_name ?? ''}
          order by set_name limit 1`),
      1,
    )) {
      const findPage = (after: { member: string } | undefined) =>
        db.query<{ member: string }>(sql`
          select crate_id as "crateId", set_name as "setName", member, created_at as "createdAt" from set_members
          where crate_id = ${crateId} and set_name = ${setName} and owner = ${userId} and member > ${after?.member ?? ''}
          order by member limit ${MANY}::integer`);
      for await (const data of pagesOf(findPage, MANY)) yield { data };
    }
  }),
};

const setHistory: PersonalRows = {
  name: 'set-history',
  title: 'exports.part.setHistory',
  of: ['set_history.owner'],
  schema: z.object({
    crateId: z.string(),
    setName: z.string(),
    changeId: z.string(),
    member: z.string(),
    kind: z.string(),
    at: Time,
  }),
  find: inCrates(async function* find({ db }, { userId }, crateId) {
    for await (const { set_name: setName } of pagesOf(
      (after: Pick<Row<'set_history'>, 'set_name'> | undefined) =>
        db.query<Pick<Row<'set_history'>, 'set_name'>>(sql`
          select set_name from set_history where crate_id = ${crateId} and set_name > ${after?.set_name ?? ''}
          order by set_name limit 1`),
      1,
    )) {
      const findPage = (after: { changeId: string } | undefined) =>
        db.query<{ changeId: string }>(sql`
          select crate_id as "crateId", set_name as "setName", change_id as "changeId", member, kind, at from set_history
          where crate_id = ${crateId} and set_name = ${setName} and owner = ${userId}
            and change_id > ${after?.changeId ?? NO_UUID} order by change_id limit ${MANY}::integer`);
      for await (const data of pagesOf(findPage, MANY)) yield { data };
    }
  }),
};

const usage: PersonalRows = {
  name: 'usage',
  title: 'exports.part.usage',
  of: ['usage.user_id'],
  schema: z.object({ crateId: z.string(), bytes: z.number(), items: z.number(), versions: z.number() }),
  find: rowsInCrates<{ crateId: string }>(
    ({ userId }, crateId, after) => sql`
      select crate_id as "crateId", bytes::float8, items::float8, versions::float8 from usage
      where crate_id = ${crateId} and user_id = ${userId} and crate_id > ${after?.crateId ?? ''}`,
  ),
};

/** Crate by crate, as its tables can be distributed. */
function inCrates<Found>(
  find: (current: Current, person: Person, crateId: string) => AsyncIterable<Found>,
): (current: Current, person: Person) => AsyncGenerator<Found, void> {
  return async function* findInAll(current, person) {
    const crates = await current.db.query<Pick<Row<'crates'>, 'crate_id'>>(
      sql`select crate_id from crates order by crate_id`,
    );
    for (const { crate_id: crateId } of crates) yield* find(current, person, crateId);
  };
}

function rowsInCrates<Found extends QueryRow>(
  page: (person: Person, crateId: string, after: Found | undefined) => Sql,
): (current: Current, person: Person) => AsyncGenerator<{ readonly data: Found }, void> {
  return inCrates((current, person, crateId) =>
    findBy<Found>((owner, after) => page(owner, crateId, after))(current, person),
  );
}

export const storageRows = {
  personalRows: [items, versions, itemRecords, sharedItems, sets, setHistory, usage],
  withheld: {
    'bulk_acts.created_by': 'staff',
    'bulk_acts.user_id': 'staff',
    'items.collaborators': 'derived',
    'items.updated_by': 'others',
    'item_changes.collaborators': 'derived',
    'item_changes.user_id': 'derived',
    'item_changes.was_collaborators': 'derived',
    'item_stat_turns.user_id': 'passing',
    'item_versions.collaborators': 'derived',
    'item_versions.updated_by': 'others',
    'set_history.member': 'others',
    'set_history.user_id': 'derived',
    'set_members.member': 'others',
    'trashed_items.deleted_by': 'derived',
  },
} satisfies PersonalData;
