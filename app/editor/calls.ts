import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { noCrate, noItem } from '#app/storage/problems.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import { Finding } from './finding.ts';
import { MAX_DRAFT_BYTES, OwnDraftFields } from './own-draft.ts';
import { eventsOnly, tooManyStreams } from './problems.ts';

const params = z.object({ crateId: z.string(), itemId: z.string() });

export const saveOwnDraft = call({
  id: 'editor.saveOwnDraft',
  method: 'PUT',
  path: '/api/editor/drafts/{crateId}/{itemId}',
  least: 'staff',
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
  least: 'staff',
  summary: 'Throws away what the caller has typed and not saved.',
  params,
  success: [{ status: 204, description: 'There is none any more.' }],
  problems: [badCredentials, notAllowed],
});

export const renderPreview = call({
  id: 'editor.renderPreview',
  method: 'POST',
  path: '/api/editor/preview',
  least: 'staff',
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

export const joinDocument = call({
  id: 'editor.joinDocument',
  method: 'POST',
  path: '/api/editor/presence/{crateId}/{itemId}',
  least: 'staff',
  summary: 'The caller is among those who have a document open, as long as the events are read. Each is all of them.',
  params,
  success: [
    { status: 200, description: 'Events with a list of people, until nobody reads them.', bytes: EVENT_STREAM },
  ],
  problems: [badCredentials, notAllowed, noCrate, noItem, eventsOnly, tooManyStreams],
});

export const countPreviewUse = call({
  id: 'editor.countPreviewUse',
  method: 'POST',
  path: '/api/editor/preview-uses',
  least: 'public',
  isInternal: true,
  summary: 'A browser has shown what a link to a preview leads to. Says nothing of whether it leads anywhere.',
  body: { json: z.object({ token: z.string().check(z.maxLength(128)) }) },
  success: [{ status: 204, description: 'It is counted, if there is such a link and the caller is not of staff.' }],
  problems: [],
});
