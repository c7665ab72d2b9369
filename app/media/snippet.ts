import * as z from 'zod/mini';

import { SNIPPET_NAME } from './snippet-name.ts';

export const MAX_UPLOAD_BYTES = 16 * 1024 * 1024;

export const SnippetName = z.string().check(z.regex(SNIPPET_NAME, '1 to 100 lowercase letters, digits and hyphens'));

/** What a picture is to whoever shows it: a drawing is as large as it has to be, an upload has its pixels. */
export type PictureFacts =
  | 'drawing'
  | 'unreadable'
  /** What moves is shown as it was uploaded, and only where it is read, not on cards. */
  | { readonly width: number; readonly height: number; readonly isGif: boolean };

/** A picture uploaded by staff. It is stored without metadata, so that its digest differs from the upload's. */
export const Snippet = z.object({
  name: z.string(),
  type: z.string(),
  /** In pixels. */
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** In hexadecimal digits. */
  sha256: z.string(),
  etag: z.string(),
  uploadedBy: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Snippet = z.output<typeof Snippet>;
