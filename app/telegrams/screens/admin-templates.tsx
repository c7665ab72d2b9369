import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { LOCALE_NAMES, getText, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { ListCard } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_NAME_LENGTH } from '../campaigns/campaign.ts';
import { TEMPLATE_INTENTS } from '../templates/template-forms.server.ts';
import { listTemplates } from '../templates/templates.server.ts';
import type { Route } from './+types/admin-templates';

export const loader = withCurrent(async (current) => {
  const templates = await listTemplates(current);
  const text = await getText(current.locale);
  return {
    templates,
    head: {
      title: text('campaigns.templates.name'),
      description: text('campaigns.templates.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), TEMPLATE_INTENTS),
);

export const headers = formHeaders;

export default function AdminTemplates({ loaderData: { templates }, actionData }: Route.ComponentProps) {
  const { text, formatDate } = useText();
  const form = useForm(actionData);
  const refusal = form.findRefusal({ intent: 'templates.create' });
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('campaigns.templates.name')}</h1>
      <p>{text('campaigns.templates.about')}</p>
      <FormNotice form={form} />
      <ActionForm form={form} fields={{ intent: 'templates.create' }} className="flex flex-wrap items-end gap-4">
        <Field
          label={text('campaigns.field.name')}
          {...fieldFor(refusal, 'name')}
          required
          maxLength={MAX_NAME_LENGTH}
          className="min-w-0 grow basis-64"
        />
        <Submit kind="loud">{text('campaigns.templates.create')}</Submit>
      </ActionForm>
      {templates.length === 0 ? (
        <p className="text-muted">{text('campaigns.templates.none')}</p>
      ) : (
        <ul className="space-y-3">
          {templates.map(({ templateId, name, versions, updatedAt, isDefault }) => (
            <ListCard
              key={templateId}
              to={`/admin/telegrams/templates/${templateId}`}
              title={name}
              badges={isDefault && <Badge>{text('campaigns.templates.default')}</Badge>}
            >
              {[...Object.keys(versions).map((id) => LOCALE_NAMES[id as Locale]), formatDate(updatedAt)].join(' · ')}
            </ListCard>
          ))}
        </ul>
      )}
    </div>
  );
}
