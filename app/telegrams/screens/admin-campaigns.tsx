import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { NEW_CAMPAIGN_INTENTS } from '../campaigns/campaign-forms.server.ts';
import { CAMPAIGNS } from '../campaigns/campaign-row.tsx';
import { CAMPAIGN_KIND_NAMES, NewsletterField } from '../campaigns/campaign-view.tsx';
import { CAMPAIGN_KINDS, MAX_NAME_LENGTH } from '../campaigns/campaign.ts';
import { listCampaigns } from '../campaigns/campaigns.server.ts';
import { DEFAULT_SUBSCRIPTION } from '../newsletter.ts';
import type { IssueTemplate } from '../templates/template.ts';
import { listTemplates } from '../templates/templates.server.ts';
import type { Route } from './+types/admin-campaigns';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const page = await listCampaigns(current, url.searchParams.get('before') ?? undefined);
  const text = await getText(current.locale);
  return {
    ...page,
    templates: await listTemplates(current),
    head: {
      title: text('campaigns.list.name'),
      description: text('campaigns.list.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), NEW_CAMPAIGN_INTENTS),
);

export const headers = formHeaders;

export default function AdminCampaigns({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { campaigns, next, templates } = loaderData;
  const form = useForm(actionData);
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('campaigns.list.name')}</h1>
      <FormNotice form={form} />
      <NewCampaign form={form} templates={templates} />
      <List of={CAMPAIGNS} rows={campaigns} address="/admin/telegrams/campaigns" next={next} />
    </div>
  );
}

/** By hand, of a template, of a post, or of a template that a post fills. */
function NewCampaign({ form, templates }: { form: PageForm; templates: readonly IssueTemplate[] }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'campaigns.create' });
  const typed = refusal?.values ?? {};
  return (
    <ActionForm form={form} fields={{ intent: 'campaigns.create' }} className="block-card space-y-5 p-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={text('campaigns.field.name')}
          {...fieldFor(refusal, 'name')}
          required
          maxLength={MAX_NAME_LENGTH}
        />
        <NewsletterField subscription={typed['subscription'] ?? DEFAULT_SUBSCRIPTION} />
        <SelectField label={text('campaigns.field.kind')} name="kind" defaultValue={typed['kind'] ?? 'issue'}>
          {CAMPAIGN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {text(CAMPAIGN_KIND_NAMES[kind])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('campaigns.field.template')}
          {...fieldFor(refusal, 'template', templates.find(({ isDefault }) => isDefault)?.templateId)}
        >
          <option value="">{text('campaigns.field.noTemplate')}</option>
          {templates.map(({ templateId, name }) => (
            <option key={templateId} value={templateId}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label={text('campaigns.field.post')}
          hint={text('campaigns.field.postHint')}
          {...fieldFor(refusal, 'post')}
          maxLength={128}
        />
      </div>
      <Submit kind="loud">{text('campaigns.list.create')}</Submit>
    </ActionForm>
  );
}
