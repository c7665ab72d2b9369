import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { ListedIssue } from '#app/telemetry/issues/issue.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import type { NamedPerson } from '../person-link.tsx';

interface IssueActionsProps {
  readonly issue: ListedIssue;
  readonly form: PageForm;
  readonly staff: readonly NamedPerson[];
  readonly versions: { readonly running: string; readonly next: string };
}

const [RESOLVE, IGNORE, REOPEN] = [
  { intent: 'issues.resolve' },
  { intent: 'issues.ignore' },
  { intent: 'issues.reopen' },
];
const [ASSIGN, MERGE] = [{ intent: 'issues.assign' }, { intent: 'issues.merge' }];

/** What is done with the whole of it. */
export function IssueActions({ issue, form, staff, versions }: IssueActionsProps) {
  const { text } = useText();
  const { state, assigneeId } = issue;
  return (
    <Panel title={text('admin.errors.actions')}>
      {state === 'open' && <ResolveForm form={form} versions={versions} />}
      <div className="flex flex-wrap gap-2">
        {state !== 'ignored' && (
          <ActionForm form={form} fields={IGNORE}>
            <Submit>{text('admin.errors.ignore')}</Submit>
          </ActionForm>
        )}
        {state !== 'open' && (
          <ActionForm form={form} fields={REOPEN}>
            <Submit>{text('admin.errors.reopen')}</Submit>
          </ActionForm>
        )}
      </div>
      <ActionForm form={form} fields={ASSIGN} className="flex flex-wrap items-end gap-4">
        <SelectField
          key={assigneeId}
          label={text('admin.errors.assignee')}
          name="userId"
          defaultValue={assigneeId ?? ''}
          className="min-w-0 grow basis-40"
        >
          <option value="">{text('admin.errors.nobody')}</option>
          {staff.map(({ userId, name, isYou }) => (
            <option key={userId} value={userId}>
              {isYou ? text('admin.errors.you') : name}
            </option>
          ))}
        </SelectField>
        <Submit>{text('admin.errors.assign')}</Submit>
      </ActionForm>
      <MergeForm form={form} />
    </Panel>
  );
}

function ResolveForm({ form, versions }: Pick<IssueActionsProps, 'form' | 'versions'>) {
  const { text } = useText();
  const refusal = form.findRefusal(RESOLVE);
  const field = fieldFor(refusal, 'version', versions.next);
  return (
    <ActionForm form={form} fields={RESOLVE} className="flex flex-wrap items-start gap-4">
      <Field
        label={text('admin.errors.resolveIn')}
        hint={text('admin.errors.resolveHint', { version: versions.running })}
        {...field}
        error={field.error && text('admin.errors.versionWrong')}
        required
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 grow basis-40"
      />
      <Submit kind="loud" className="sm:mt-8">
        {text('admin.errors.resolve')}
      </Submit>
    </ActionForm>
  );
}

function MergeForm({ form }: Pick<IssueActionsProps, 'form'>) {
  const { text } = useText();
  const refusal = form.findRefusal(MERGE);
  return (
    <Details open={refusal !== undefined} summary={text('admin.errors.merge')}>
      <ActionForm form={form} fields={MERGE} className="space-y-3">
        <p>{text('admin.errors.mergeHow')}</p>
        <Field
          label={text('admin.errors.mergeInto')}
          hint={text('admin.errors.mergeHint')}
          {...fieldFor(refusal, 'into')}
          required
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
        />
        <Submit>{text('admin.errors.mergeYes')}</Submit>
      </ActionForm>
    </Details>
  );
}
