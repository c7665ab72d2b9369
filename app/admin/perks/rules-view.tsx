import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { Perk, PerkRule } from '#app/perks/perk.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { TimeField, useField } from './perk-fields.tsx';
import { Count } from './perks-table.tsx';

interface OfferedRule {
  readonly name: string;
  readonly title: string;
  /** Whether it is of one thing. */
  readonly needsAbout: boolean;
}

interface RulesViewProps {
  readonly perk: Perk;
  readonly mayChange: boolean;
  /** The refusals as their texts. */
  readonly rules: { readonly rows: readonly PerkRule[]; readonly offered: readonly OfferedRule[] };
  readonly form: PageForm;
}

const STATES = {
  waiting: 'admin.perks.ruleWaiting',
  running: 'admin.perks.ruleRunning',
  done: 'admin.perks.ruleDone',
  stopped: 'admin.perks.ruleStopped',
} as const;

/** By what people have done they are given a perk. */
export function RulesView({ perk, mayChange, rules: { rows, offered }, form }: RulesViewProps) {
  const { text } = useText();
  const names = new Map(offered.map(({ name, title }) => [name, title]));
  return (
    <>
      {mayChange && !perk.isArchived && <AddForm offered={offered} form={form} />}
      <Table
        caption={text('admin.perks.viewRules')}
        rows={rows}
        toKey={({ ruleId }) => ruleId}
        empty={text('admin.perks.noRules')}
        columns={[
          { id: 'rule', header: text('admin.perks.rule'), cell: ({ rule }) => names.get(rule) ?? rule },
          { id: 'of', header: text('admin.perks.ruleAbout'), cell: ({ about }) => <code lang="zxx">{about}</code> },
          { id: 'before', header: text('admin.perks.before'), cell: ({ before }) => <LocalTime at={before} /> },
          {
            id: 'given',
            header: text('admin.perks.given'),
            cell: ({ given }) => <Count value={given} />,
            isNumber: true,
          },
          {
            id: 'state',
            header: text('admin.perks.state'),
            cell: (rule) => <RuleState rule={rule} mayChange={mayChange} form={form} />,
          },
        ]}
      />
    </>
  );
}

function RuleState({
  rule: { ruleId, state, refusal },
  mayChange,
  form,
}: {
  readonly rule: PerkRule;
  readonly mayChange: boolean;
  readonly form: PageForm;
}) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={state === 'running' ? 'loud' : 'plain'}>{text(STATES[state])}</Badge>
      {refusal !== null && <span>{refusal}</span>}
      {mayChange && (state === 'running' || state === 'waiting') && (
        <ActionForm form={form} fields={{ intent: 'perks.stopRule', ruleId }}>
          <Submit kind="quiet">{text('admin.perks.stopRule')}</Submit>
        </ActionForm>
      )}
    </div>
  );
}

const ADD = { intent: 'perks.addRule' };

function AddForm({ offered, form }: { readonly offered: readonly OfferedRule[]; readonly form: PageForm }) {
  const { text } = useText();
  const at = useField(form.findRefusal(ADD));
  return (
    <ActionForm form={form} fields={ADD} className="flex flex-wrap items-start gap-4">
      <SelectField label={text('admin.perks.rule')} {...at('rule')} className="min-w-0 grow basis-60">
        {offered.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <Field
        label={text('admin.perks.ruleAbout')}
        hint={text('admin.perks.ruleAboutHint')}
        {...at('about')}
        maxLength={64}
        autoComplete="off"
        className="min-w-0 grow basis-60"
      />
      <TimeField label={text('admin.perks.before')} {...at('before')} />
      <Submit kind="loud" className="sm:mt-8">
        {text('admin.perks.addRule')}
      </Submit>
    </ActionForm>
  );
}
