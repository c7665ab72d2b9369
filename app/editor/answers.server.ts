import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import * as calls from './calls.ts';
import type { Finding } from './finding.ts';
import { OWN_WORDS, deleteOwnDraft, saveOwnDraft } from './own-drafts.server.ts';
import { openPresence } from './presence/presence-stream.server.ts';
import { countPreviewUse } from './previews/previews.server.ts';
import { eventsOnly } from './problems.ts';

interface PreviewInput {
  readonly text: string;
  readonly locale: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
}

interface TextPreview {
  readonly html: string;
  readonly words: number;
  readonly findings: readonly Finding[];
}

export type PreviewText = (current: Current, typed: PreviewInput) => Promise<TextPreview>;

/** @param previewText asks for the permission @param previewCrates in which links to previews lead somewhere */
export const editorAnswers = (previewText: PreviewText, previewCrates: readonly string[]): SiteAnswer[] => [
  answer(
    calls.saveOwnDraft,
    async (current: Current, { params, body }) => {
      await saveOwnDraft(current, params, body);
      return { status: 204 };
    },
    {
      unaudited: OWN_WORDS,
      params: { crateId: 'posts', itemId: 'new' },
      body: { etag: '', fields: { title: 'A word' } },
    },
  ),
  answer(
    calls.deleteOwnDraft,
    async (current: Current, { params }) => {
      await deleteOwnDraft(current, params);
      return { status: 204 };
    },
    { unaudited: OWN_WORDS, params: { crateId: 'posts', itemId: 'new' } },
  ),
  answer(
    calls.renderPreview,
    async (current: Current, { body: { text, locale, fields } }) => {
      const { html, words, findings } = await previewText(current, { text, locale, fields });
      return { data: { html, words, findings: [...findings] } };
    },
    { unaudited: 'Changes nothing.', body: { text: 'Hello **there**.', locale: 'en-US' } },
  ),
  answer(
    calls.joinDocument,
    async (current: Current, { params, request }) => {
      const body = await openPresence(current, params);
      if (!acceptsEvents(request.headers.get('accept'))) throw new Problem(eventsOnly);
      return { body, headers: EVENT_HEADERS };
    },
    {
      unaudited: 'Who reads it now is shown while they do, and stored nowhere.',
      params: { crateId: 'posts' },
      headers: { Accept: 'text/event-stream' },
    },
  ),
  answer(calls.countPreviewUse, async (current: Current, { body: { token } }) => {
    await countPreviewUse(current, previewCrates, token);
    return { status: 204 };
  }),
];
