import * as z from 'zod/mini';

import { SetName } from '../crates/policy.ts';
import { Collaborators, ItemParameters, UserId, When, isItemId, plainText } from '../item.ts';
import { ID_SYNTAX, readId } from '../sets/set.ts';
import { MAX_STATS, StatName } from '../stats/stats.ts';

export const FORMAT = 1;
/** Bounds what a reader of one line holds. */
export const MAX_LINE_BYTES = 256 * 1024;
/** Before base64 makes it a third longer. */
export const BODY_CHUNK_BYTES = 96 * 1024;
export const HOLDERS_PER_LINE = 1000;
export const MEMBERS_PER_LINE = 1000;
export const ITEMS_PER_PROGRESS = 1000;
/** All records of one item are written in its transaction. */
export const MAX_HOLDERS = 1_000_000;

const NO_ID = '00000000-0000-0000-0000-000000000000';
const MAX_REV = 1e14;

/** Where an export continues: after an item, or at the token of a progress line, which keeps counting. */
export const After = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,15}\.\d{1,15}\.[0-9a-f]{64})?$/,
      'the id of an item, or `after` of a progress line',
    ),
  );

export const HeaderLine = z.object({
  format: z.literal(FORMAT),
  crate: z.looseObject({ crateId: z.string() }),
  after: z.optional(z.nullable(After)),
});
export type HeaderLine = z.output<typeof HeaderLine>;

export const Mimetype = z
  .string()
  .check(z.maxLength(128), z.regex(/^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/, 'a media type such as text/plain'));
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'SHA-256 in hexadecimal digits'));
const Count = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
export const Stats = z
  .record(StatName, z.number())
  .check(z.refine((stats) => Object.keys(stats).length <= MAX_STATS, `at most ${MAX_STATS} stats`));

/** Its records and its body follow in lines of their own. */
export const ItemLine = z.extend(ItemParameters, {
  itemId: z.string().check(
    z.toLowerCase(),
    z.refine((id) => isItemId(id) && id !== NO_ID, 'a UUID'),
  ),
  rev: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_REV))),
  collaborators: Collaborators,
  mimetype: z._default(Mimetype, 'application/octet-stream'),
  updatedAt: z.optional(When),
  updatedBy: z.optional(z.nullable(plainText(64))),
  bytes: Count,
  sha256: Sha256,
  stats: z._default(Stats, {}),
});
export type ItemLine = z.output<typeof ItemLine>;

/** Tuples of record, user, value and since when. */
export const RecordsLine = z
  .array(z.tuple([StatName, UserId, z.number(), When]))
  .check(z.minLength(1), z.maxLength(HOLDERS_PER_LINE));
export type Holder = z.output<typeof RecordsLine>[number];

const EntryId = z.string().check(z.refine(isItemId, 'a UUID'));
const SetId = z.string().check(z.refine((id) => readId(id) === id, ID_SYNTAX));

/** Tuples of set, owner, member, `_id` and since when; they follow the items. */
export const MembersLine = z
  .array(z.tuple([SetName, SetId, SetId, EntryId, When]))
  .check(z.minLength(1), z.maxLength(MEMBERS_PER_LINE));
export type SetTuple = z.output<typeof MembersLine>[number];

export const ManifestLine = z.object({ items: Count, bytes: Count, sha256: Sha256 });
export type ManifestLine = z.output<typeof ManifestLine>;
