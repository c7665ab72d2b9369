import * as z from 'zod/mini';

import { Item, UserId } from '../item.ts';

export const DEFAULT_KEEP = { versions: 64, days: 365 };
export const TRASH_DAYS = 30;
export const CHANGES_DAYS = 30;
export const SHOWN_ITEMS = 128;

const Stamp = z.iso.datetime();
const Revision = z.number().check(z.int());
const Sha256 = z.nullable(z.string());
const { itemId, crateId, name, userId, collaborators, tags, map, note, bytes, mimetype } = Item.shape;
const metadata = { itemId, crateId, name, userId, collaborators, tags, map, note, bytes, mimetype };
/** SHA-256 of the body in hexadecimal; null for large bodies stored without a digest. */
const state = { ...metadata, rev: Revision, sha256: Sha256, updatedAt: Stamp, updatedBy: z.nullable(z.string()) };

/** `endedAt` is when the next write replaced it; null for the current one. */
export const Version = z.object({ ...state, etag: z.string(), endedAt: z.nullable(Stamp) });
export type Version = z.output<typeof Version>;

/** After `purgedAt` the item is gone for good. */
export const TrashedItem = z.object({
  ...state,
  createdAt: Stamp,
  deletedAt: Stamp,
  deletedBy: z.nullable(z.string()),
  purgedAt: Stamp,
});
export type TrashedItem = z.output<typeof TrashedItem>;

const Exchange = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.object({ from: value, to: value }));
const ListChange = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });
export const FIELDS = ['name', 'tags', 'collaborators', 'map', 'note', 'body'] as const;

/** A field that is the same in both is left out. Lists may differ in their order alone. */
export const VersionChanges = z.object({
  from: Revision,
  to: Revision,
  fields: z.array(z.enum(FIELDS)),
  name: Exchange(z.nullable(z.string())),
  tags: z.optional(ListChange),
  collaborators: z.optional(z.extend(ListChange, { owner: Exchange(z.string()) })),
  map: z.optional(z.extend(ListChange, { changed: z.array(z.string()) })),
  note: Exchange(z.nullable(z.string())),
  body: Exchange(z.object({ sha256: Sha256, bytes, mimetype })),
});
export type VersionChanges = z.output<typeof VersionChanges>;

/** With `userId`, only items whose every later edit is that user's are reverted. */
export const RevertRequest = z.object({
  to: z.iso.datetime({ offset: true }),
  userId: z.optional(UserId),
  dryRun: z.boolean(),
});
export type RevertRequest = z.output<typeof RevertRequest>;

// The state of that time is pruned, others have edited the item since, another item has its name, it was changed while
// the revert ran, or a protected tag would come or go.
const CONFLICTS = ['notKept', 'editedByOthers', 'nameTaken', 'changedMeanwhile', 'tagProtected'] as const;
const RevertedItem = z.object({ itemId, name });
const some = <Member extends z.ZodMiniType>(member: Member) =>
  z.object({ count: z.number().check(z.int()), items: z.array(member).check(z.maxLength(SHOWN_ITEMS)) });

/** What a revert changes, or with `dryRun` would change. Conflicts are skipped. */
export const Revert = z.object({
  crateId,
  to: Stamp,
  userId: z.nullable(UserId),
  dryRun: z.boolean(),
  restored: some(z.extend(RevertedItem, { rev: Revision })),
  trashed: some(RevertedItem),
  undeleted: some(z.extend(RevertedItem, { rev: Revision })),
  conflicts: some(z.extend(RevertedItem, { reason: z.enum(CONFLICTS) })),
});
export type Revert = z.output<typeof Revert>;
