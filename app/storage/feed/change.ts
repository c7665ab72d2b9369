import * as z from 'zod/mini';

import { Item } from '../item.ts';

export const CHANGES_HEADER = 'rumpus-changes-since';
export const MAX_CHANGES = 128;
export const DEFAULT_CHANGES = 64;

/** `create` and `update` replace an item in a replica, `delete` removes it: it is gone or may no longer be seen. */
export const Change = z.object({
  itemId: z.uuid(),
  kind: z.enum(['create', 'update', 'delete']),
  /** `etag`, `at` and `item` are left out of what may no longer be seen. */
  etag: z.optional(z.string()),
  at: z.optional(z.iso.datetime()),
  item: z.optional(Item),
});
export type Change = z.output<typeof Change>;
