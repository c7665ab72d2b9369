import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';

import * as calls from '../calls.ts';
import { addBookmarks } from '../own-lists.server.ts';
import { SAVED_SEARCH_INTENTS } from '../saved-searches/search-forms.server.ts';

/** As many as one page shows. */
const MAX_AT_ONCE = 24;

const INTENTS: FormIntents = {
  ...SAVED_SEARCH_INTENTS,
  'hall.bookmarkAll': {
    least: calls.addBookmarks.least,
    text: 'arcade.search.bookmarkAllDone',
    run: async (current, fields) => {
      const levelIds = fields.raw('levelIds').split(',').slice(0, MAX_AT_ONCE);
      await addBookmarks(current, levelIds);
    },
  },
};

export async function answerHallForm(current: Current, request: Request) {
  return answerForm(current, await request.formData(), INTENTS);
}
