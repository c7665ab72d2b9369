import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import { deleteOwnDraft, saveOwnDraft } from './own-drafts.server.ts';

type RenderText = (current: Current, text: string, locale: Locale) => Promise<{ html: string; words: number }>;

/** @param renderText as the pages of the site show it; asks for the permission */
export const editorAnswers = (renderText: RenderText): Answer<Current>[] => [
  answer(calls.saveOwnDraft, async (current: Current, { params, body }) => {
    await saveOwnDraft(current, params, body);
    return { status: 204 };
  }),
  answer(calls.deleteOwnDraft, async (current: Current, { params }) => {
    await deleteOwnDraft(current, params);
    return { status: 204 };
  }),
  answer(calls.renderPreview, async (current: Current, { body: { text, locale } }) => {
    const { html, words } = await renderText(current, text, localeOrDefault(locale));
    return { data: { html, words } };
  }),
];
