import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MAX_REASON } from '../moderation/moderation.ts';
import type { QueueEntry } from '../moderation/moderation.ts';
import { MAX_LENGTH } from '../rules/rules.ts';

interface DecisionFormProps {
  entry: QueueEntry;
  form: PageForm;
}

export function DecisionForm({ entry, form }: DecisionFormProps) {
  const { context, userId, etag, state, whitelisted } = entry;
  const refusal = form.findRefusal({ context, userId });
  return (
    <ActionForm form={form} fields={{ context, userId, etag }} className="space-y-4">
      <Reasons entry={entry} refusal={refusal} />
      <div className="flex flex-wrap gap-3">
        {state !== 'approved' && <DecisionButton intent="approve" letter="A" kind="loud" />}
        {state !== 'denied' && <DecisionButton intent="deny" letter="D" kind="danger" />}
        {!whitelisted && <DecisionButton intent="whitelist" kind="quiet" />}
      </div>
    </ActionForm>
  );
}

function Reasons({ entry, refusal }: { entry: QueueEntry; refusal: FormRefusal | undefined }) {
  const { text } = useText();
  const { problem, values: typed = {} } = refusal ?? {};
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
      {/* Its button is the first of the form, which Enter in this field presses. */}
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
          <DecisionButton intent="replace" letter="R" />
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

const LIKELY = { lookalike: 0, mixedScripts: 1, rareScript: 1, rude: 2 } as const;

function likelyReason({ flags, reportedFor }: QueueEntry): number {
  if (flags[0] !== undefined) return LIKELY[flags[0].kind];
  return reportedFor[0]?.reason === 'personal' ? 3 : 2;
}

interface DecisionButtonProps {
  intent: 'approve' | 'deny' | 'replace' | 'whitelist';
  letter?: string;
  kind?: 'loud' | 'danger' | 'quiet' | 'plain';
}

const DECISION_BUTTON_NAMES = {
  approve: 'admin.moderation.approve',
  deny: 'admin.moderation.deny',
  replace: 'admin.moderation.replace',
  whitelist: 'admin.moderation.whitelist',
} as const;

function DecisionButton({ intent, letter, kind = 'plain' }: DecisionButtonProps) {
  const { text } = useText();
  return (
    <Submit kind={kind} name="intent" value={`aliases.${intent}`} aria-keyshortcuts={letter}>
      <span>{text(DECISION_BUTTON_NAMES[intent])}</span>
      {letter !== undefined && <kbd aria-hidden="true">{letter}</kbd>}
    </Submit>
  );
}
