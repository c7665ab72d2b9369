import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import type { Finding } from './finding.ts';
import { deleteOwnDraft, saveOwnDraft } from './own-drafts.server.ts';

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

type PreviewText = (current: Current, typed: PreviewInput) => Promise<TextPreview>;

/** @param previewText as the pages of the site show it; asks for the permission */
export const editorAnswers = (previewText: PreviewText): Answer<Current>[] => [
  answer(calls.saveOwnDraft, async (current: Current, { params, body }) => {
    await saveOwnDraft(current, params, body);
    return { status: 204 };
  }),
  answer(calls.deleteOwnDraft, async (current: Current, { params }) => {
    await deleteOwnDraft(current, params);
    return { status: 204 };
  }),
  answer(calls.renderPreview, async (current: Current, { body: { text, locale, fields } }) => {
    const { html, words, findings } = await previewText(current, { text, locale, fields });
    return { data: { html, words, findings: [...findings] } };
  }),
];
