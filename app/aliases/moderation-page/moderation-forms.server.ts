import { shareRights } from '#app/current/answer.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { readIfMatch } from '#lib/http/conditions.ts';

import { decide, undo } from '../moderation/answers.server.ts';
import { decideAlias } from '../moderation/decisions.server.ts';
import { MAX_REASON } from '../moderation/moderation.ts';
import type { DecisionKind } from '../moderation/moderation.ts';
import { undoDecision } from '../moderation/undo.server.ts';

export const MODERATION_INTENTS: FormIntents = {
  'aliases.approve': decideBy('approve', 'admin.moderation.doneApprove'),
  'aliases.deny': decideBy('deny', 'admin.moderation.doneDeny'),
  'aliases.replace': decideBy('replace', 'admin.moderation.doneReplace'),
  'aliases.whitelist': decideBy('whitelist', 'admin.moderation.doneWhitelist'),
  'aliases.undo': {
    ...shareRights(undo),
    text: 'admin.moderation.doneUndo',
    run: (current, fields) => undoDecision(current, fields.text('decisionId')),
  },
};

/** Own words win over a picked reason. */
function decideBy(decision: DecisionKind, text: TextKey): FormIntent {
  const needsReason = decision === 'deny' || decision === 'replace';
  return {
    least: decide.least,
    audit: `alias.${decision}`,
    run: async (current, fields) => {
      const reason = fields.text('reason') || (needsReason ? fields.text('template') : '');
      const wanted = { decision, reason: reason.slice(0, MAX_REASON), alias: fields.text('alias') };
      const etag = readIfMatch(fields.text('etag'));
      const decided = await decideAlias(current, fields.text('context'), fields.text('userId'), wanted, etag);
      const { decisionId, alias, newAlias } = decided;
      return {
        text,
        values: { alias, newAlias: newAlias ?? '' },
        undo: { intent: 'aliases.undo', fields: { decisionId } },
      };
    },
  };
}
