import * as z from 'zod/mini';

import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { noCrate, noItem } from '#app/storage/problems.ts';
import { call } from '#lib/calls/call.ts';

import { Finding } from './finding.ts';
import { MAX_DRAFT_BYTES, OwnDraftFields } from './own-draft.ts';

const params = z.object({ crateId: z.string(), itemId: z.string() });

export const saveOwnDraft = call({
  id: 'editor.saveOwnDraft',
  method: 'PUT',
  path: '/api/editor/drafts/{crateId}/{itemId}',
  summary: 'Keeps what the caller has typed and not saved, beside the item and for them alone; `new` for a new item.',
  params,
  body: { json: OwnDraftFields, maxBytes: MAX_DRAFT_BYTES },
  success: [{ status: 204, description: 'It is kept, in the place of an earlier one.' }],
  problems: [badCredentials, notAllowed, noCrate, noItem],
});

export const deleteOwnDraft = call({
  id: 'editor.deleteOwnDraft',
  method: 'DELETE',
  path: '/api/editor/drafts/{crateId}/{itemId}',
  summary: 'Throws away what the caller has typed and not saved.',
  params,
  success: [{ status: 204, description: 'There is none any more.' }],
  problems: [badCredentials, notAllowed],
});

export const renderPreview = call({
  id: 'editor.renderPreview',
  method: 'POST',
  path: '/api/editor/preview',
  summary: 'A text as the site shows it, and what is to be put right in it and in the fields beside it.',
  body: {
    json: z.object({
      text: z.string().check(z.maxLength(600_000)),
      locale: z.optional(z.string()),
      fields: z.optional(z.record(z.string(), z.string())),
    }),
    maxBytes: MAX_DRAFT_BYTES,
  },
  success: [
    {
      status: 200,
      description: 'Safe HTML, how many words it has, and what was found.',
      data: z.object({ html: z.string(), words: z.number(), findings: z.array(Finding) }),
    },
  ],
  problems: [badCredentials, notAllowed],
});
