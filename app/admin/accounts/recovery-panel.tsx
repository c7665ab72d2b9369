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

interface RecoveryPanelProps {
  readonly viewer: AccountViewer;
  readonly account: ActionTarget;
  readonly form: PageForm;
}

/** What may be done for somebody who has lost every way in, and the last of it. */
export function RecoveryPanel({ viewer, account, form }: RecoveryPanelProps) {
  const { text } = useText();
  const refused = actionRefusal('recover', viewer, account);
  const refusal = form.findRefusal(RECOVER);
  return (
    <Panel id="recovery" title={text('admin.recovery.title')}>
      <Details open={refusal !== undefined} summary={text('admin.recovery.what')}>
        <ol className="list-decimal space-y-1 ps-6">
          <li>{text('admin.recovery.ways')}</li>
          <li>{text('admin.recovery.sessions')}</li>
          <li>{text('admin.recovery.proof')}</li>
          <li>{text(viewer.needsSecond ? 'admin.recovery.addressByTwo' : 'admin.recovery.address')}</li>
          <li>{text('admin.recovery.never')}</li>
        </ol>
        {refused === undefined ? (
          <ActionForm form={form} fields={RECOVER} className="space-y-3">
            <Field
              label={text('admin.recovery.email')}
              hint={text('admin.recovery.emailHint')}
              {...fieldFor(refusal, 'email')}
              type="email"
              required
              maxLength={254}
              autoComplete="off"
            />
            <ReasonField refusal={refusal} hint={text('admin.recovery.reasonHint')} />
            <Submit kind="danger">{text(viewer.needsSecond ? 'admin.recovery.ask' : 'admin.recovery.submit')}</Submit>
          </ActionForm>
        ) : (
          <DisabledAction refusal={refused}>{text('admin.recovery.submit')}</DisabledAction>
        )}
      </Details>
    </Panel>
  );
}

const RECOVER = { intent: 'recover' };
