import { Form } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { Decision } from '../moderation/moderation.ts';

/** What has just been decided, and the way back. */
export function DoneNotice({ outcome }: { outcome: FormOutcome | undefined }) {
  const { text } = useText();
  if (outcome?.intent === 'aliases.undo') return <UndoNotice outcome={outcome} />;
  const decided = Decision.safeParse(outcome?.result);
  if (!decided.success) return null;
  const { decisionId, decision, alias, newAlias } = decided.data;
  return (
    <Notice kind="success" live>
      <Form method="post" className="flex flex-wrap items-center gap-4">
        <input type="hidden" name="decisionId" value={decisionId} />
        <input type="hidden" name="alias" value={alias} />
        <span className="wrap-anywhere">{text(DONE[decision], { alias, newAlias: newAlias ?? '' })}</span>
        <Button type="submit" name="intent" value="aliases.undo" aria-keyshortcuts="U">
          {text('admin.moderation.undo')}
          <kbd aria-hidden="true">U</kbd>
        </Button>
      </Form>
    </Notice>
  );
}

const DONE = {
  approve: 'admin.moderation.doneApprove',
  deny: 'admin.moderation.doneDeny',
  replace: 'admin.moderation.doneReplace',
  whitelist: 'admin.moderation.doneWhitelist',
} as const;

function UndoNotice({ outcome: { problem } }: { outcome: FormOutcome }) {
  const { text } = useText();
  return (
    <Notice kind={problem === undefined ? 'success' : 'error'} live>
      <p>{problem === undefined ? text('admin.moderation.doneUndo') : <span lang="en">{problem.message}</span>}</p>
    </Notice>
  );
}
