import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { LinkedIssues } from '#app/telemetry/issues/linked-issues.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { DUPLICATE } from '../entry.ts';
import type { VoteState } from '../entry.ts';
import { STAFF_PART } from './entry-page.ts';
import type { EntryStaffPart } from './entry-page.ts';
import { HeldVotesForm } from './held-votes-form.tsx';

interface StaffPanelProps {
  readonly form: PageForm;
  readonly staff: EntryStaffPart;
  readonly subjectId: string;
  readonly status: string;
  readonly now: number;
}

export function StaffPanel({ form, staff, subjectId, status, now }: StaffPanelProps) {
  const { text } = useText();
  const { standing, source } = staff;
  const decisions = standing === 'shown' ? (['hide', 'block'] as const) : (['show', 'trust', 'hide', 'block'] as const);
  return (
    <aside id={STAFF_PART} aria-label={text('feedbag.staff.label')} className="min-w-0 scroll-mt-4 space-y-5">
      <div className="block-card space-y-4 p-5">
        <h2 className="text-lg">{text('feedbag.staff.label')}</h2>
        <p className="text-muted wrap-anywhere">{text('feedbag.staff.source', { source })}</p>
        <div className="flex flex-wrap gap-2">
          {decisions.map((decision) => (
            <ActionForm key={decision} form={form} fields={{ intent: 'feedbag.moderate', decision }}>
              <Submit>{text(DECISION_NAMES[decision])}</Submit>
            </ActionForm>
          ))}
        </div>
        {staff.heldVotes > 0 && <HeldVotesForm form={form} subjectId={subjectId} held={staff.heldVotes} />}
        {staff.splitFrom !== undefined && (
          <ActionForm form={form} fields={{ intent: 'feedbag.unsplit', from: subjectId }} className="space-y-2">
            <p className="text-muted">{text('feedbag.staff.wasComment')}</p>
            <Submit kind="quiet">{text('feedbag.staff.unsplit')}</Submit>
          </ActionForm>
        )}
        {status !== DUPLICATE && <StatusForm form={form} status={status} statuses={staff.statuses} />}
      </div>
      <Duplicates form={form} staff={staff} />
      <LinkedIssues issues={staff.errors} />
      <Voters form={form} staff={staff} now={now} />
    </aside>
  );
}

const DECISION_NAMES = {
  show: 'feedbag.staff.show',
  trust: 'feedbag.staff.trust',
  hide: 'feedbag.staff.hide',
  block: 'feedbag.staff.block',
} as const;

type StatusFormProps = Pick<StaffPanelProps, 'form' | 'status'> & Pick<EntryStaffPart, 'statuses'>;

function StatusForm({ form, status, statuses }: StatusFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.status' });
  return (
    <ActionForm key={status} form={form} fields={{ intent: 'feedbag.status' }} className="space-y-4">
      <SelectField
        name="status"
        label={text('feedbag.staff.status')}
        defaultValue={refusal?.values['status'] ?? status}
        error={refusal?.problem.text}
      >
        {statuses.map(({ statusId, name }) => (
          <option key={statusId} value={statusId}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextareaField
        name="words"
        label={text('feedbag.staff.words')}
        hint={text('feedbag.staff.wordsHint')}
        rows={3}
        defaultValue={refusal?.values['words'] ?? ''}
      />
      <Submit kind="loud">{text('feedbag.staff.set')}</Submit>
    </ActionForm>
  );
}

const ACTION_NAMES = {
  merge: 'feedbag.history.merge',
  unmerge: 'feedbag.history.unmerge',
  mergedIn: 'feedbag.history.mergedIn',
  unmergedFrom: 'feedbag.history.unmergedFrom',
  status: 'feedbag.history.status',
  moderate: 'feedbag.history.moderate',
  edit: 'feedbag.history.edit',
  split: 'feedbag.history.split',
  splitFrom: 'feedbag.history.splitFrom',
  unsplit: 'feedbag.history.unsplit',
  countVotes: 'feedbag.history.countVotes',
  voidVotes: 'feedbag.history.voidVotes',
  holdVotes: 'feedbag.history.holdVotes',
} as const;

/** What is like it can be read here, which is taken back whole. */
function Duplicates({ form, staff: { alike, merged } }: Pick<StaffPanelProps, 'form' | 'staff'>) {
  const { text } = useText();
  if (alike.length + merged.length === 0) return null;
  return (
    <div className="block-card space-y-4 p-5">
      <h2 className="text-lg">{text('feedbag.staff.duplicates')}</h2>
      <ul className="space-y-4">
        {alike.map(({ subjectId, title, isSameCrash }) => (
          <li key={subjectId} className="space-y-1">
            <p className="font-bold wrap-anywhere">{title}</p>
            {isSameCrash && <Badge tone="loud">{text('feedbag.staff.sameCrash')}</Badge>}
            <ActionForm form={form} fields={{ intent: 'feedbag.merge', from: subjectId }}>
              <Submit kind="quiet">{text('feedbag.staff.merge')}</Submit>
            </ActionForm>
          </li>
        ))}
        {merged.map(({ subjectId, title }) => (
          <li key={subjectId} className="space-y-1">
            <p className="wrap-anywhere">{title}</p>
            <ActionForm form={form} fields={{ intent: 'feedbag.unmerge', from: subjectId }}>
              <Submit kind="quiet">{text('feedbag.staff.unmerge')}</Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    </div>
  );
}

const NOT_COUNTED = {
  young: 'feedbag.staff.isYoung',
  held: 'feedbag.staff.isHeld',
  void: 'feedbag.staff.isVoid',
} as const satisfies Readonly<Record<Exclude<VoteState, 'counted'>, string>>;

function Voters({ form, staff: { voters, history }, now }: Pick<StaffPanelProps, 'form' | 'staff' | 'now'>) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.behalf' });
  return (
    <Details summary={text('feedbag.staff.records')} open={refusal !== undefined}>
      <h3 className="font-label">{text('feedbag.staff.voters')}</h3>
      <ul className="list-disc ps-5">
        {voters.map(({ name, version, source, state, at }) => (
          <li key={name + at} className="wrap-anywhere">
            <span>
              {[name, version, source, state === 'counted' ? '' : text(NOT_COUNTED[state])]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>{' '}
            <RelativeTime at={at} now={now} />
          </li>
        ))}
      </ul>
      <ActionForm form={form} fields={{ intent: 'feedbag.behalf' }} className="mt-4 space-y-4">
        <Field
          name="who"
          label={text('feedbag.staff.who')}
          required
          maxLength={254}
          defaultValue={refusal?.values['who'] ?? ''}
          error={refusal?.problem.fields?.['who'] ?? refusal?.problem.text}
        />
        <Field name="source" label={text('feedbag.staff.where')} maxLength={200} />
        <Submit>{text('feedbag.staff.behalf')}</Submit>
      </ActionForm>
      <h3 className="mt-4 font-label">{text('feedbag.staff.history')}</h3>
      <ul className="list-disc ps-5">
        {history.map(({ at, name, action, what }) => (
          <li key={at + action + what} className="wrap-anywhere">
            <span>
              {action in ACTION_NAMES ? text(ACTION_NAMES[action as keyof typeof ACTION_NAMES], { name }) : name}
            </span>{' '}
            <span>{what}</span> <RelativeTime at={at} now={now} />
          </li>
        ))}
      </ul>
    </Details>
  );
}
