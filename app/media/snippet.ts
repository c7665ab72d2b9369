import * as z from 'zod/mini';

import { SNIPPET_NAME } from './snippet-name.ts';

/** An upload may have so many bytes. */
export const MAX_UPLOAD_BYTES = 16 * 1024 * 1024;

/** The name of a picture of the site, such as `box-levelhead`. */
export const SnippetName = z.string().check(z.regex(SNIPPET_NAME, '1 to 100 lowercase letters, digits and hyphens'));

/** A picture that staff has uploaded. It is stored without its metadata, so that its digest is not the upload's. */
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
