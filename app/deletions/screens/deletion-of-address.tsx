import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { LoginPage } from '#app/login/login-page.tsx';
import picture from '#content/art/login-confirm.svg';
import { Field } from '#lib/ui/field.tsx';

import { ADDRESS_INTENTS } from '../deletion-forms.server.ts';
import { DELETION_PATH } from '../deletion.ts';
import type { Route } from './+types/deletion-of-address';

/** For who has no account, and left an address in a letter, in a vote or for a newsletter. */
export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    head: { title: text('deletions.address.title'), description: text('deletions.address.description'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), ADDRESS_INTENTS),
);

export const headers = formHeaders;

export default function DeletionOfAddress({ actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const form = useForm(actionData, { of: 'deletions.', action: useSitePath(`${DELETION_PATH}/address`) });
  const fields = { intent: 'deletions.address' };
  const refusal = form.findRefusal(fields);
  return (
    <LoginPage picture={picture} title={text('deletions.address.title')}>
      <p className="text-lg">{text('deletions.address.lead')}</p>
      <FormNotice form={form} />
      <ActionForm form={form} fields={fields} className="space-y-5">
        <Field
          label={text('deletions.address.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={refusal?.values['email']}
          error={refusal?.problem.fields?.['email']}
        />
        <Submit kind="loud">{text('deletions.address.submit')}</Submit>
      </ActionForm>
      <p className="text-sm">
        {richText('deletions.address.account', {
          link: (chunks) => (
            <SiteLink to={DELETION_PATH} className="text-link underline">
              {chunks}
            </SiteLink>
          ),
        })}
      </p>
    </LoginPage>
  );
}
