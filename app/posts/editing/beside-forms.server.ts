import { redirect } from 'react-router';

import { MAX_PREVIEW_LABEL, PREVIEW_DAYS, previewPath } from '#app/editor/previews/preview.ts';
import { createPreviewLink, revokePreviewLink } from '#app/editor/previews/previews.server.ts';
import { REVIEW_VERDICTS } from '#app/editor/reviews/review.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { getEditedPost } from './edited-posts.server.ts';
import { reviewPost, setPostsApproval } from './post-reviews.server.ts';
import { startTranslation } from './post-translations.server.ts';

/** What is done beside the words of a post or draft, and saves none of them. @param pathOf the address of its editor */
export function besideForms(name: string, pathOf: (item: Item, done: string) => string): FormIntents {
  return {
    'editor.createPreview': async (current, fields) => {
      const { item } = await getEditedPost(current, name);
      const label = fields.text('label');
      const days = PREVIEW_DAYS.find((one) => String(one) === fields.raw('days'));
      if (days === undefined || label.length > MAX_PREVIEW_LABEL || !label.isWellFormed())
        throw new Problem(unclearForm);
      const token = await createPreviewLink(current, item, { days, label });
      return { result: { previewUrl: `${current.config.publicUrl}${previewPath(token)}` } };
    },
    'editor.revokePreview': async (current, fields) => {
      const { item } = await getEditedPost(current, name);
      await revokePreviewLink(current, item, fields.raw('previewId'));
      return { text: 'editor.done.revoked' };
    },
    'editor.requestReview': reviewIntent(name, undefined),
    ...Object.fromEntries(REVIEW_VERDICTS.map((verdict) => [`editor.verdict.${verdict}`, reviewIntent(name, verdict)])),
    'editor.translate': async (current, fields) => {
      return redirect(pathOf(await startTranslation(current, name, fields.raw('locale')), 'translated'), 303);
    },
  };
}

function reviewIntent(name: string, verdict: string | undefined): FormIntent {
  return async (current, fields) => {
    await reviewPost(current, name, { etag: fields.raw('etag'), note: fields.text('note'), verdict });
    return { text: verdict === undefined ? 'editor.done.requested' : 'editor.done.reviewed' };
  };
}

/** Of the page of all drafts. */
export const deskForms: FormIntents = {
  'editor.setApprovalRule': async (current, fields) => {
    await setPostsApproval(current, fields.raw('isNeeded') === 'yes');
    return { text: 'editor.done.rule' };
  },
};
