import * as z from 'zod/mini';

/** Larger bodies go to the file store (specification §9: chunk of 64 KB). */
export const INLINE_BYTES = 65_536;
export const MAX_TAGS = 64;
const MAX_TAG_BYTES = 64;
export const MAX_COLLABORATORS = 64;
export const MAX_PARAMETERS_BYTES = 6 * 1024;
export const MAX_SEARCH_TERMS = 20;
export const PARAMETERS_HEADER = 'Rumpus-Item-Parameters';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CONTROL = /\p{Cc}/u;
/** Characters that are invisible or turn the direction of text: two names that look the same could differ by one. */
const UNSEEN = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/;
const STORABLE = 'text without a null character or half of a character';
const TAG = `1 to ${MAX_TAG_BYTES} bytes without a comma, a leading - or invisible characters, and not __proto__`;
const WELL_FORMED = (text: string): boolean => text.isWellFormed();

export function isItemId(text: string): boolean {
  return UUID.test(text);
}

/** 1 to 64 bytes without comma, control character or leading `-`. */
export function isTag(tag: string): boolean {
  const fits = tag !== '' && new TextEncoder().encode(tag).length <= MAX_TAG_BYTES;
  if (!fits || !WELL_FORMED(tag) || tag.startsWith('-') || tag.includes(',') || CONTROL.test(tag) || UNSEEN.test(tag))
    return false;
  return tag.trim() === tag && tag.split(':')[0] !== '__proto__' && tag !== '__proto__';
}

/** PostgreSQL takes no null character and no lone surrogate. */
export const plainText = (longest: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(longest),
    z.refine((value) => WELL_FORMED(value) && !value.includes('\0'), STORABLE),
  );

/** Names and tags that read the same are the same in NFC. */
export const normalized = (text: string): string => text.normalize('NFC');

export const ItemName = plainText(128).check(
  z.overwrite(normalized),
  z.refine(
    (name) => !isItemId(name) && !/[,\p{Cc}]/u.test(name) && !UNSEEN.test(name) && name.trim() === name,
    'text without a comma or invisible characters, and no UUID',
  ),
);
export const UserId = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, 'the id of a user'));
export const Tag = z.string().check(z.overwrite(normalized), z.refine(isTag, TAG));
export const Tags = z.array(Tag).check(z.maxLength(MAX_TAGS));
export const Collaborators = z.array(UserId).check(z.minLength(1), z.maxLength(MAX_COLLABORATORS));
const MapKey = plainText(64);
const MapValue = z.union(
  [
    z.string().check(
      z.maxLength(4096),
      z.refine((value) => WELL_FORMED(value) && !value.includes('\0'), STORABLE),
    ),
    z.number(),
    z.boolean(),
    z.null(),
  ],
  `${STORABLE} of at most 4096 characters, a number, true, false or null`,
);
const ItemMap = z.record(MapKey, MapValue);
export const When = z.pipe(
  z.union([z.string(), z.number()], 'a date'),
  z.transform((value: string | number, context) => {
    const date = new Date(value);
    const year = date.getUTCFullYear();
    if (year >= 1 && year <= 9999) return date;
    context.issues.push({ code: 'custom', message: 'a date', input: value });
    return z.NEVER;
  }),
);

export const ItemParameters = z.object({
  name: z.optional(z.nullable(ItemName)),
  tags: z.optional(Tags),
  collaborators: z.optional(Collaborators),
  map: z.optional(ItemMap),
  note: z.optional(z.nullable(plainText(2000))),
  createdAt: z.optional(When),
});
export type ItemParameters = z.output<typeof ItemParameters>;

/** A merge patch (RFC 7396): null removes a value. */
export const MetadataPatch = z.strictObject({
  name: z.optional(z.nullable(ItemName)),
  tags: z.optional(z.nullable(Tags)),
  collaborators: z.optional(Collaborators),
  map: z.optional(z.nullable(ItemMap)),
  note: z.optional(z.nullable(plainText(2000))),
});
export type MetadataPatch = z.output<typeof MetadataPatch>;

const Stamp = z.iso.datetime();
const Seconds = z.number().check(z.int());

export const RecordHolder = z.object({ userId: z.string(), value: z.number(), createdAt: Stamp });

export const Item = z.object({
  _id: z.uuid(),
  itemId: z.uuid(),
  crateId: z.string(),
  name: z.nullable(z.string()),
  userId: z.string(),
  collaborators: z.array(z.string()),
  tags: z.array(z.string()),
  map: ItemMap,
  note: z.nullable(z.string()),
  etag: z.string(),
  bytes: z.number().check(z.int()),
  mimetype: z.string(),
  createdAt: Stamp,
  updatedAt: Stamp,
  createdAgo: Seconds,
  updatedAgo: Seconds,
  stats: z.record(z.string(), z.number()),
  records: z.record(z.string(), z.array(RecordHolder)),
});
export type Item = z.output<typeof Item>;

/** Specification §3. */
export function writeParameters(item: Item): string {
  const { name, tags, collaborators, createdAt, updatedAt, map, note } = item;
  return encodeURIComponent(JSON.stringify({ tags, collaborators, name, createdAt, updatedAt, map, note }));
}
