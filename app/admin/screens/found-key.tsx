import { appKeyPattern } from '#app/apps/app-keys.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Field } from '#lib/ui/field.tsx';

import { adminHead } from '../admin-head.server.ts';
import { foundKeyIntents } from '../apps/key-intents.server.ts';
import type { Route } from './+types/found-key';

export const loader = withCurrent(async (current) => {
  const head = await adminHead(current, 'admin.foundKey.title', 'admin.foundKey.about');
  return { pattern: appKeyPattern(current), crumb: head.title, head };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), foundKeyIntents(params)),
);

export const headers = formHeaders;

export default function FoundKey({ loaderData: { pattern }, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const form = useForm(actionData, { of: 'apps.', action: useSitePath('/admin/apps/found-key') });
  return (
    <div className="space-y-2">
      <h1 className="squiggle text-3xl">{text('admin.foundKey.title')}</h1>
      <p>{text('admin.foundKey.about')}</p>
      <FormNotice form={form} />
      <Panel title={text('admin.foundKey.which')}>
        <ActionForm form={form} fields={FIND} className="flex flex-wrap items-start gap-3">
          <Field
            label={text('admin.foundKey.key')}
            hint={text('admin.foundKey.keyHint')}
            error={form.findRefusal(FIND)?.problem.fields?.['code']}
            name="code"
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="min-w-0 grow basis-72 [&_input]:font-mono"
          />
          <Submit kind="loud" className="sm:mt-8">
            {text('admin.foundKey.find')}
          </Submit>
        </ActionForm>
      </Panel>
      <Panel title={text('admin.foundKey.what')}>
        <ol className="list-decimal space-y-2 ps-6">
          {STEPS.map((step) => (
            <li key={step}>{text(step)}</li>
          ))}
        </ol>
      </Panel>
      <Panel title={text('admin.foundKey.format')}>
        <p>
          {richText('admin.foundKey.formatAbout', {
            pattern: (
              <code lang="zxx" className="wrap-anywhere">
                {pattern}
              </code>
            ),
          })}
        </p>
        <p className="text-muted">{text('admin.foundKey.olderKeys')}</p>
      </Panel>
    </div>
  );
}

const FIND = { intent: 'apps.findKey' };
const STEPS = [
  'admin.foundKey.step.revoke',
  'admin.foundKey.step.replace',
  'admin.foundKey.step.look',
  'admin.foundKey.step.remove',
  'admin.foundKey.step.tell',
] as const;
