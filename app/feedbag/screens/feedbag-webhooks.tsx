import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Field } from '#lib/ui/field.tsx';

import { noProject } from '../problems.ts';
import { getProjectSettings } from '../projects.server.ts';
import { webhookIntents } from '../settings/settings-forms.server.ts';
import { WebhookItem } from '../webhooks/webhook-item.tsx';
import { MAX_WEBHOOK_URL, WEBHOOK_EVENTS } from '../webhooks/webhook.ts';
import { findWebhooks } from '../webhooks/webhooks.server.ts';
import type { Route } from './+types/feedbag-webhooks';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { projectId, name } = await getProjectSettings(current, params.projectId);
  const text = await getText(current.locale);
  return {
    projectId,
    name,
    webhooks: await findWebhooks(current, projectId),
    now: current.now().getTime(),
    head: {
      title: text('feedbag.webhooks.of', { name }),
      description: text('feedbag.webhooks.lead'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), webhookIntents(params.projectId), { errorPage: [noProject] }),
);

export const headers = formHeaders;

export default function FeedbagWebhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { projectId, name, webhooks, now } = loaderData;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'webhooks-title' });
  const made = form.state?.done === true ? (form.state.result as { readonly secret?: string } | undefined) : undefined;
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <header className="space-y-4">
        <SiteLink to={`/feedbag/${projectId}/settings`} className="inline-block py-1 font-bold underline">
          {text('feedbag.settings.of', { name })}
        </SiteLink>
        <h1 id="webhooks-title" tabIndex={-1} className="squiggle text-3xl wrap-anywhere sm:text-4xl">
          {text('feedbag.webhooks.of', { name })}
        </h1>
        <p className="text-lg">{text('feedbag.webhooks.lead')}</p>
      </header>
      <FormNotice form={form} />
      {made?.secret !== undefined && (
        <p className="block-card space-y-2 p-5">
          <span>{text('feedbag.webhooks.secret')}</span> <code className="font-bold wrap-anywhere">{made.secret}</code>
        </p>
      )}
      {webhooks.length > 0 && (
        <section className="space-y-4">
          <h2 className="text-xl">{text('feedbag.webhooks.list')}</h2>
          <ul className="space-y-4">
            {webhooks.map((webhook) => (
              <WebhookItem key={webhook.webhookId} form={form} webhook={webhook} now={now} />
            ))}
          </ul>
        </section>
      )}
      <NewWebhook key={webhooks.length} form={form} />
    </div>
  );
}

function NewWebhook({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.addWebhook' });
  const wrong = refusal?.problem.fields?.['events'];
  return (
    <section className="block-card space-y-4 p-5 sm:p-7">
      <h2 className="text-xl">{text('feedbag.webhooks.new')}</h2>
      <ActionForm form={form} fields={{ intent: 'feedbag.addWebhook' }} className="space-y-5">
        <Field
          type="url"
          name="url"
          label={text('feedbag.webhooks.url')}
          hint={text('feedbag.webhooks.urlHint')}
          required
          maxLength={MAX_WEBHOOK_URL}
          defaultValue={refusal?.values['url'] ?? ''}
          error={refusal?.problem.fields?.['url']}
        />
        <fieldset className="space-y-2" aria-describedby={wrong === undefined ? undefined : 'webhook-events'}>
          <legend className="field-label">{text('feedbag.webhooks.events')}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="choice">
              <input type="checkbox" className="checkbox" name="events" value={event} defaultChecked />
              <span>{text(EVENT_NAMES[event])}</span>
            </label>
          ))}
          {wrong !== undefined && (
            <p id="webhook-events" className="field-error">
              {wrong}
            </p>
          )}
        </fieldset>
        <Submit kind="loud">{text('feedbag.webhooks.add')}</Submit>
      </ActionForm>
    </section>
  );
}

const EVENT_NAMES = {
  'entry.added': 'feedbag.webhooks.entryAdded',
  'entry.status': 'feedbag.webhooks.entryStatus',
  'comment.added': 'feedbag.webhooks.commentAdded',
} as const;
