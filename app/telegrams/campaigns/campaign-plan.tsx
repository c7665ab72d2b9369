import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { NewsletterField } from './campaign-view.tsx';
import { MAX_NAME_LENGTH, MAX_WAIT_MINUTES, mayTransition } from './campaign.ts';
import type { Campaign, TrialResult } from './campaign.ts';
import { MAX_HEADERS_LENGTH, headerLines } from './own-headers.ts';

const NUMBER_NAMES = {
  perMinute: 'campaigns.field.perMinute',
  trialPercent: 'campaigns.field.trialPercent',
  waitMinutes: 'campaigns.field.waitMinutes',
} as const;

interface PlanFieldsProps {
  readonly campaign: Campaign;
  readonly refusal: FormRefusal | undefined;
}

export function PlanFields({ campaign, refusal }: PlanFieldsProps) {
  const { text } = useText();
  const typed = refusal?.values ?? {};
  const number = (name: keyof typeof NUMBER_NAMES, min: number, max: number, hint?: string) => (
    <Field
      type="number"
      label={text(NUMBER_NAMES[name])}
      hint={hint}
      {...fieldFor(refusal, name, campaign[name] ?? 0)}
      min={min}
      max={max}
    />
  );
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={text('campaigns.field.name')}
        {...fieldFor(refusal, 'name', campaign.name)}
        maxLength={MAX_NAME_LENGTH}
      />
      <NewsletterField subscription={typed['subscription'] ?? campaign.subscription} />
      {number('perMinute', 1, 60_000)}
      {campaign.kind === 'issue'
        ? number('trialPercent', 0, 100, text('campaigns.field.trialPercentHint'))
        : number('waitMinutes', 0, MAX_WAIT_MINUTES)}
      <TextareaField
        label={text('campaigns.field.headers')}
        hint={text('campaigns.field.headersHint')}
        {...fieldFor(refusal, 'headers', headerLines(campaign.headers))}
        rows={2}
        maxLength={MAX_HEADERS_LENGTH}
        className="sm:col-span-2"
      />
    </div>
  );
}

interface TrialViewProps {
  readonly form: PageForm;
  readonly campaign: Campaign;
  readonly results: readonly TrialResult[];
  /** Undefined for those who may not send. */
  readonly sender: string | undefined;
}

const SUBJECT_NAMES = { a: 'campaigns.trial.a', b: 'campaigns.trial.b' } as const;

export function TrialView({ form, campaign, results, sender }: TrialViewProps) {
  const { text } = useText();
  const { trialPercent, subjectChoice, versions } = campaign;
  if (trialPercent === undefined) return null;
  const { subject = '', otherSubject = subject } = versions[DEFAULT_LOCALE] ?? {};
  const isOpen = subjectChoice === undefined && mayTransition(campaign, 'choose');
  return (
    <section className="space-y-4">
      <Table
        caption={text('campaigns.trial.title')}
        columns={[
          {
            id: 'subject',
            header: text('campaigns.field.subject'),
            cell: ({ variant }) => (variant === 'a' ? subject : otherSubject),
          },
          { id: 'accepted', header: text('campaigns.end.accepted'), isNumber: true, cell: ({ accepted }) => accepted },
          { id: 'left', header: text('campaigns.trial.left'), isNumber: true, cell: ({ left }) => left },
        ]}
        rows={results}
        toKey={({ variant }) => variant}
      />
      {subjectChoice !== undefined && (
        <p>{text('campaigns.trial.chosen', { subject: subjectChoice === 'a' ? subject : otherSubject })}</p>
      )}
      {isOpen && <p>{text('campaigns.trial.waits')}</p>}
      {isOpen && sender !== undefined && (
        <div className="flex flex-wrap gap-3">
          {results.map(({ variant }) => (
            <ActionForm key={variant} form={form} fields={{ intent: 'campaigns.choose', choice: variant }}>
              <Submit>{text(SUBJECT_NAMES[variant])}</Submit>
            </ActionForm>
          ))}
        </div>
      )}
    </section>
  );
}

export function AfterForms({ form, campaign }: { form: PageForm; campaign: Campaign }) {
  const { text } = useText();
  const archive = form.findRefusal({ intent: 'campaigns.archive' });
  const copy = form.findRefusal({ intent: 'campaigns.duplicate' });
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {campaign.kind === 'issue' && (
        <ActionForm form={form} fields={{ intent: 'campaigns.archive' }} className="block-card space-y-4 p-5">
          <Field
            label={text('campaigns.archive.name')}
            hint={text('campaigns.archive.hint')}
            {...fieldFor(archive, 'archiveName', campaign.archiveName)}
            maxLength={80}
          />
          <Submit>{text('campaigns.archive.save')}</Submit>
          {campaign.archiveName !== undefined && campaign.state === 'finished' && (
            <p>
              <SiteLink to={`/telegrams/archive/${campaign.archiveName}`}>{text('campaigns.archive.open')}</SiteLink>
            </p>
          )}
        </ActionForm>
      )}
      <ActionForm form={form} fields={{ intent: 'campaigns.duplicate' }} className="block-card space-y-4 p-5">
        <Field
          label={text('campaigns.copy.name')}
          {...fieldFor(copy, 'name', `${campaign.name} 2`)}
          maxLength={MAX_NAME_LENGTH}
        />
        <Submit>{text('campaigns.copy.make')}</Submit>
      </ActionForm>
    </div>
  );
}
