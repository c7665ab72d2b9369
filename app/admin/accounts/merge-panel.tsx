import { Form } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MergePlan } from '#app/merges/merge-plan.tsx';
import type { MergePreview } from '#app/merges/merge.ts';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { DisabledAction, ReasonField } from './account-action-form.tsx';
import { actionRefusal } from './account-actions.ts';
import type { AccountViewer, ActionTarget } from './account-actions.ts';

/** Into which account, as it was typed, and what that would do, unless it is nobody. */
interface WantedMerge {
  readonly into: string;
  readonly plan: MergePreview | undefined;
}

interface MergePanelProps {
  readonly viewer: AccountViewer;
  readonly account: ActionTarget;
  readonly wanted: WantedMerge | undefined;
  readonly form: PageForm;
}

/** This account becomes a part of another one of the same person, once it has been read what that does. */
export function MergePanel({ viewer, account, wanted, form }: MergePanelProps) {
  const { text } = useText();
  const refused = actionRefusal('merge', viewer, account);
  return (
    <Panel id="merge" title={text('admin.merge.title')}>
      <Details open={wanted !== undefined} summary={text('admin.merge.what')}>
        <p>{text('admin.merge.text')}</p>
        {wanted?.plan !== undefined && <MergePlan plan={wanted.plan} isForStaff />}
        {refused !== undefined ? (
          <DisabledAction refusal={refused}>{text('admin.merge.submit')}</DisabledAction>
        ) : wanted?.plan === undefined ? (
          <Form method="get" action="#merge" className="space-y-3">
            <Field
              label={text('admin.merge.into')}
              hint={text('admin.merge.intoHint')}
              name="into"
              defaultValue={wanted?.into}
              error={wanted && text('admin.merge.nobody')}
              required
              maxLength={33}
              autoComplete="off"
            />
            <Button type="submit">{text('admin.merge.look')}</Button>
          </Form>
        ) : (
          <PlannedMerge plan={wanted.plan} viewer={viewer} form={form} />
        )}
      </Details>
    </Panel>
  );
}

interface PlannedMergeProps {
  readonly plan: MergePreview;
  readonly viewer: AccountViewer;
  readonly form: PageForm;
}

function PlannedMerge({ plan: { goneId, keptId }, viewer, form }: PlannedMergeProps) {
  const { text } = useText();
  const fields = { intent: 'merge', into: keptId };
  return (
    <>
      <ActionForm form={form} fields={fields} className="space-y-3">
        <ReasonField refusal={form.findRefusal(fields)} hint={text('admin.merge.reasonHint')} />
        <Submit kind="danger">{text(viewer.needsSecond ? 'admin.recovery.ask' : 'admin.merge.submit')}</Submit>
      </ActionForm>
      <p>
        <SiteLink to={`/admin/accounts/${goneId}#merge`} className="text-link underline">
          {text('admin.merge.other')}
        </SiteLink>
      </p>
    </>
  );
}
