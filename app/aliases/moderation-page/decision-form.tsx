import { Form } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { MAX_LENGTH } from '../rules/rules.ts';
import { MAX_REASON } from '../moderation/moderation.ts';
import type { QueueEntry } from '../moderation/moderation.ts';

interface DecisionFormProps {
  entry: QueueEntry;
  /** What was refused about this name just now. */
  outcome: FormOutcome | undefined;
  isBusy: boolean;
}

/** What can be done with a name. Every button works without scripts; the letter on it is its key. */
export function DecisionForm({ entry, outcome, isBusy }: DecisionFormProps) {
  const { context, userId, etag, state, whitelisted } = entry;
  const problem = outcome?.problem;
  return (
    <Form method="post" preventScrollReset className="space-y-4">
      <input type="hidden" name="context" value={context} />
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="etag" value={etag} />
      {problem !== undefined && problem.fields === undefined && (
        <Notice kind="error" live>
          <p lang="en">{problem.message}</p>
        </Notice>
      )}
      <Reasons entry={entry} outcome={outcome} isBusy={isBusy} />
      <div className="flex flex-wrap gap-3">
        {state !== 'approved' && <DecisionButton intent="approve" letter="A" kind="loud" isBusy={isBusy} />}
        {state !== 'denied' && <DecisionButton intent="deny" letter="D" kind="danger" isBusy={isBusy} />}
        {!whitelisted && <DecisionButton intent="whitelist" kind="quiet" isBusy={isBusy} />}
      </div>
    </Form>
  );
}

/** Why, for the owner to read, and which name instead. */
function Reasons({ entry, outcome, isBusy }: DecisionFormProps) {
  const { text } = useText();
  const typed = outcome?.typed ?? {};
  const problem = outcome?.problem;
  const reasons = REASONS.map((key) => text(key));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={text('admin.moderation.template')}
        name="template"
        defaultValue={typed['template'] || reasons[likelyReason(entry)]}
      >
        {reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </SelectField>
      <TextareaField
        label={text('admin.moderation.ownWords')}
        error={problem?.fields?.['reason']}
        name="reason"
        rows={1}
        maxLength={MAX_REASON}
        defaultValue={typed['reason']}
      />
      {/* Its button is the first of the form: the one that Enter in this field presses. */}
      <div className="flex items-start gap-3 max-sm:flex-wrap sm:col-span-2">
        <Field
          label={text('admin.moderation.replacement')}
          hint={text('admin.moderation.replacementHint')}
          error={problem?.fields?.['alias']}
          name="alias"
          maxLength={4 * MAX_LENGTH}
          defaultValue={typed['alias']}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 grow"
        />
        <div className="sm:mt-[1.9rem]">
          <DecisionButton intent="replace" letter="R" isBusy={isBusy} />
        </div>
      </div>
    </div>
  );
}

const REASONS = [
  'admin.moderation.reasonLookalike',
  'admin.moderation.reasonUnreadable',
  'admin.moderation.reasonRude',
  'admin.moderation.reasonPersonal',
] as const;

/** The reason that most often fits what is odd about a name. */
function likelyReason({ flags, reportedFor }: QueueEntry): number {
  if (flags[0] !== undefined) return flags[0].kind === 'lookalike' ? 0 : 1;
  return reportedFor[0]?.reason === 'personal' ? 3 : 2;
}

interface DecisionButtonProps {
  intent: 'approve' | 'deny' | 'replace' | 'whitelist';
  letter?: string;
  kind?: 'loud' | 'danger' | 'quiet' | 'plain';
  isBusy: boolean;
}

const DECISION_BUTTON_NAMES = {
  approve: 'admin.moderation.approve',
  deny: 'admin.moderation.deny',
  replace: 'admin.moderation.replace',
  whitelist: 'admin.moderation.whitelist',
} as const;

function DecisionButton({ intent, letter, kind = 'plain', isBusy }: DecisionButtonProps) {
  const { text } = useText();
  return (
    <Button
      type="submit"
      kind={kind}
      name="intent"
      value={`aliases.${intent}`}
      busy={isBusy}
      aria-keyshortcuts={letter}
    >
      {text(DECISION_BUTTON_NAMES[intent])}
      {letter !== undefined && <kbd aria-hidden="true">{letter}</kbd>}
    </Button>
  );
}
