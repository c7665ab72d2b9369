import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, isLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { LocaleTabs } from '#app/current/page/locale-tabs.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_NAME_LENGTH } from '../campaigns/campaign.ts';
import { IssueFields } from '../issues/issue-fields.tsx';
import { Preview } from '../issues/issue-preview.tsx';
import { findPreview } from '../issues/preview.server.ts';
import { POST_SLOTS } from '../issues/slots.ts';
import { DEFAULT_SUBSCRIPTION } from '../newsletter.ts';
import { templateIntents } from '../templates/template-forms.server.ts';
import { getTemplate } from '../templates/templates.server.ts';
import type { Route } from './+types/admin-template';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const template = await getTemplate(current, params.templateId);
  const wanted = url.searchParams.get('locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  const preview = await findPreview(
    current,
    { versions: template.versions, subscription: DEFAULT_SUBSCRIPTION },
    locale,
  );
  return {
    template,
    locale,
    preview,
    crumb: template.name,
    head: { title: template.name, description: template.name, noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), templateIntents(params.templateId)),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 400_000 };

export default function AdminTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatList } = useText();
  const { template, locale, preview } = loaderData;
  const { templateId, name, versions, rev, isDefault } = template;
  const form = useForm(actionData);
  const path = `/admin/telegrams/templates/${templateId}`;
  const refusal = form.findRefusal({ intent: 'templates.save', locale });
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl wrap-anywhere">{name}</h1>
      <FormNotice form={form} />
      <LocaleTabs label={text('campaigns.field.locale')} path={path} texts={versions} chosen={locale} />
      <ActionForm
        key={locale}
        form={form}
        fields={{ intent: 'templates.save', locale, rev: String(rev) }}
        className="block-card space-y-5 p-5"
      >
        <FormDraft
          name={`${STORAGE_KEYS.editor}template/${templateId}/${locale}`}
          form={form}
          intent="templates.save"
        />
        <p>{text('campaigns.templates.slots', { slots: formatList(POST_SLOTS.map((slot) => `{{${slot}}}`)) })}</p>
        <Field label={text('campaigns.field.name')} {...fieldFor(refusal, 'name', name)} maxLength={MAX_NAME_LENGTH} />
        <IssueFields version={versions[locale]} refusal={refusal} hasTrial={false} />
        <Submit kind="loud">{text('campaigns.field.save')}</Submit>
      </ActionForm>
      <ActionForm form={form} fields={{ intent: 'templates.default', isDefault: isDefault ? 'no' : 'yes' }}>
        <Submit>{text(isDefault ? 'campaigns.templates.dropDefault' : 'campaigns.templates.chooseDefault')}</Submit>
      </ActionForm>
      <Preview of={`templates/${templateId}`} form={form} preview={preview} locale={locale} test="templates.test" />
      <Removal
        form={form}
        fields={{ intent: 'templates.delete' }}
        label={text('campaigns.templates.delete')}
        question={text('campaigns.templates.deleteText')}
        submit={text('campaigns.templates.deleteYes')}
      />
    </div>
  );
}
