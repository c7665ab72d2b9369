import * as z from 'zod/mini';

import { plainText } from '#app/storage/item.ts';

export const MAX_DRAFT_BYTES = 2 * 1024 * 1024;
/** In the place of an item's id, for something new; of several kinds of new things each adds its own, `new:{kind}`. */
export const NEW_ITEM = 'new';
/** In the address of a page of the editor, in the place of a name. */
export const NEW_NAME = 'new';

const Typed = z.string().check(z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'text'));

export function isNewItem(itemId: string): boolean {
  return /^new(?::[a-z0-9-]{1,64})?$/.test(itemId);
}

export const OwnDraftFields = z.object({
  etag: z.string().check(z.maxLength(40)),
  fields: z
    .record(plainText(40), Typed)
    .check(z.refine((fields) => Object.keys(fields).length <= 40, 'at most 40 fields')),
});
export type OwnDraftFields = z.output<typeof OwnDraftFields>;

export interface OwnDraft extends OwnDraftFields {
  /** ISO 8601. */
  readonly savedAt: string;
}
