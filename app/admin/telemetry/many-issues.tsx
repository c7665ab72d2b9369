import { Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { IssueList } from '#app/telemetry/issues/issue.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { BulkBar } from '../bulk/selectable-list.tsx';

interface ManyIssuesProps {
  readonly id: string;
  readonly list: IssueList;
  /** How many the page has. */
  readonly shown: number;
  readonly form: PageForm;
  readonly nextVersion: string;
}

const RESOLVE_MANY = { intent: 'issues.resolveMany' };

/** What to do with the chosen issues of a page. */
export function ManyIssues({ id, list, shown, form, nextVersion }: ManyIssuesProps) {
  const { text } = useText();
  const refusal = form.findRefusal(RESOLVE_MANY);
  const field = fieldFor(refusal, 'version', nextVersion);
  const isDone = list === 'resolved' || list === 'ignored';
  const act = (verb: string) => ({ name: 'intent', value: `issues.${verb}` });
  return (
    <Details open={refusal !== undefined} summary={text('admin.bulk.name')} className="text-sm [&>summary]:py-1">
      <BulkBar id={id} form={form} fields={{}} shown={shown} isPageOnly>
        <div className="flex flex-wrap items-start gap-3">
          {isDone ? (
            <Submit {...act('reopenMany')}>{text('admin.errors.reopen')}</Submit>
          ) : (
            <>
              <Field
                label={text('admin.errors.resolveIn')}
                {...field}
                error={field.error && text('admin.errors.versionWrong')}
                maxLength={256}
                autoComplete="off"
                spellCheck={false}
                className="field-inline min-w-0"
              />
              <Submit {...act('resolveMany')}>{text('admin.errors.resolve')}</Submit>
              <Submit {...act('ignoreMany')}>{text('admin.errors.ignore')}</Submit>
            </>
          )}
        </div>
      </BulkBar>
    </Details>
  );
}
