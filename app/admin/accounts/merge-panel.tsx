import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { DisabledAction, ReasonField } from './account-action-form.tsx';
import { actionRefusal } from './account-actions.ts';
import type { AccountViewer, ActionTarget } from './account-actions.ts';

interface MergePanelProps {
  readonly viewer: AccountViewer;
  readonly account: ActionTarget;
  readonly form: PageForm;
}

/** This account becomes a part of another one of the same person. */
export function MergePanel({ viewer, account, form }: MergePanelProps) {
  const { text } = useText();
  const refused = actionRefusal('merge', viewer, account);
  const refusal = form.findRefusal(MERGE);
  return (
    <Panel id="merge" title={text('admin.merge.title')}>
      <Details open={refusal !== undefined} summary={text('admin.merge.what')}>
        <p>{text('admin.merge.text')}</p>
        {refused === undefined ? (
          <ActionForm form={form} fields={MERGE} className="space-y-3">
            <Field
              label={text('admin.merge.into')}
              hint={text('admin.merge.intoHint')}
              {...fieldFor(refusal, 'into')}
              required
              maxLength={33}
              autoComplete="off"
            />
            <ReasonField refusal={refusal} hint={text('admin.merge.reasonHint')} />
            <Submit kind="danger">{text(viewer.needsSecond ? 'admin.recovery.ask' : 'admin.merge.submit')}</Submit>
          </ActionForm>
        ) : (
          <DisabledAction refusal={refused}>{text('admin.merge.submit')}</DisabledAction>
        )}
      </Details>
    </Panel>
  );
}

const MERGE = { intent: 'merge' };
