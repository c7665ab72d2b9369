import type { Noun } from '#app/noun/noun.server.ts';

import { editorAnswers } from './answers.server.ts';
import type { PreviewText } from './answers.server.ts';
import { documentAudit, previewAudit, reviewAudit } from './audit-kinds.server.ts';
import { editorErasure } from './erasure.server.ts';
import { editorJobs } from './jobs.server.ts';
import { editorRows } from './personal-rows.server.ts';

/** @param previewText asks for the permission @param previewCrates in which links to previews lead somewhere */
export const editor = (previewText: PreviewText, previewCrates: readonly string[]): Noun => ({
  name: 'editor',
  answers: editorAnswers(previewText, previewCrates),
  meanings: {
    parameters: {
      'editor etag': 'The etag of the item that was edited.',
      'editor fields': 'What stands in the fields of the editor.',
      'editor itemId': 'The item, or new for one that is not there yet.',
      'editor locale': 'The locale of the text.',
      'editor token': 'The last part of the link of a preview.',
      'editor.renderPreview text': 'Markdown.',
    },
  },
  jobs: editorJobs,
  audit: [documentAudit, previewAudit, reviewAudit],
  userIds: {
    editor_drafts: ['user_id'],
    editor_presence: ['user_id'],
    editor_previews: ['created_by'],
    editor_reviews: ['user_id'],
    editor_schedules: ['user_id'],
  },
  ...editorRows,
  ...editorErasure,
});
