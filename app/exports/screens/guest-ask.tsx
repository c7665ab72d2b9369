import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Field } from '#lib/ui/field.tsx';

import { guestIntents } from '../export-forms.server.ts';
import { EXPORT_PAGE } from '../export.ts';
import type { Route } from './+types/guest-ask';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return { head: { title: text('exports.guest.title'), description: text('exports.guest.about'), noindex: true } };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), guestIntents),
);

export const headers = formHeaders;

const ASK = { intent: 'exports.mailLink' };

export default function GuestAsk({ actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'exports.' });
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <h1 className="text-4xl">{text('exports.guest.title')}</h1>
      <p>{text('exports.guest.about')}</p>
      <FormNotice form={form} />
      <ActionForm form={form} fields={ASK} className="block-card space-y-5 p-5 sm:p-7">
        <Field
          label={text('exports.guest.email')}
          {...fieldFor(form.findRefusal(ASK), 'email')}
          type="email"
          required
          autoComplete="email"
        />
        <Submit kind="loud">{text('exports.guest.ask')}</Submit>
      </ActionForm>
      <p>
        <SiteLink to={EXPORT_PAGE} className="text-link underline">
          {text('exports.guest.account')}
        </SiteLink>
      </p>
    </div>
  );
}
