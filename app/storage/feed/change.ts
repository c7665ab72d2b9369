import * as z from 'zod/mini';

import { Item } from '../item.ts';

export const CHANGES_HEADER = 'rumpus-changes-since';
export const MAX_CHANGES = 128;
export const DEFAULT_CHANGES = 64;

/**
 * What a follower does to keep a replica: `create` and `update` put the item in as it is now, whatever was there, `delete`
 * takes it out, whether it is gone or may no longer be seen.
 */
export const Change = z.object({
  itemId: z.uuid(),
  kind: z.enum(['create', 'update', 'delete']),
  /** These three are left out of what may no longer be seen. */
  etag: z.optional(z.string()),
  at: z.optional(z.iso.datetime()),
  item: z.optional(Item),
});
export type Change = z.output<typeof Change>;
