import { useEffect } from 'react';
import type { ReactNode } from 'react';

import { suggestAlias } from '#app/aliases/naming/random-names.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, atField, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-confirm.svg';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';

import { LoginPage } from '../login-page.tsx';
import { noAgreement } from '../problems.ts';
import { findRegistration, register } from '../sessions/registration.server.ts';
import { redirectAfterSignIn } from '../sign-ins/sign-in-forms.server.ts';
import type { Route } from './+types/confirmation-required';

/** A first sign-in waits here until its owner agrees to an account. */
export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  const registration = await findRegistration(current);
  return {
    registration: registration && { email: registration.email, alias: await suggestAlias(current) },
    head: {
      title: text('login.confirmation.title'),
      description: text('login.confirmation.text', { studio: studio.name }),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), INTENTS, { intent: 'register' }),
);

const INTENTS: FormIntents = {
  register: {
    least: 'public',
    run: async (current, fields) => {
      if (fields.raw('agreed') !== 'yes') throw new Problem(noAgreement);
      const isOfAlias = ({ code }: Problem) => code.startsWith('aliases.');
      return redirectAfterSignIn(await atField('alias', register(current, fields.text('alias')), isOfAlias));
    },
  },
};

export const headers = formHeaders;

export default function ConfirmationRequired({ loaderData: { registration }, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  // Whoever comes from the panel of a page has been anywhere on it: this also scrolls to where they read on.
  useEffect(() => document.getElementById(HEADING)?.focus(), []);
  const terms = (words: ReactNode) => (
    <SiteLink to="/terms" className="text-link underline">
      {words}
    </SiteLink>
  );
  const privacy = (words: ReactNode) => (
    <SiteLink to="/privacy" className="text-link underline">
      {words}
    </SiteLink>
  );
  return (
    <LoginPage picture={picture} title={text('login.confirmation.title')} headingId={HEADING}>
      <p className="text-lg">{text('login.confirmation.text', { studio: studio.name })}</p>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('login.confirmation.address')}</li>
        <li>{richText('login.confirmation.agree', { terms, privacy })}</li>
        <li>{text('login.confirmation.age')}</li>
      </ul>
      {registration !== undefined && (
        <AgreementForm {...registration} answered={actionData} links={{ terms, privacy }} />
      )}
      <p className="text-muted">{text('login.confirmation.stop')}</p>
      <p>
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}

const HEADING = 'registration-title';

interface AgreementFormProps {
  email?: string | undefined;
  alias: string;
  answered: FormState | undefined;
  links: Record<'terms' | 'privacy', (words: ReactNode) => ReactNode>;
}

function AgreementForm({ email, alias, answered, links }: AgreementFormProps) {
  const { text, richText } = useText();
  const form = useForm(answered);
  const refusal = form.findRefusal({});
  return (
    <ActionForm form={form} className="space-y-4">
      {email !== undefined && <p className="font-bold wrap-anywhere">{text('login.confirmation.for', { email })}</p>}
      <FormNotice form={form} />
      <Field
        label={text('login.confirmation.alias')}
        hint={text('login.confirmation.aliasHint')}
        error={refusal?.problem.fields?.['alias']}
        name="alias"
        defaultValue={refusal?.values['alias'] ?? alias}
        required
        maxLength={64}
        autoComplete="nickname"
      />
      <CheckboxField
        label={richText('login.confirmation.yes', links)}
        name="agreed"
        value="yes"
        defaultChecked={refusal?.values['agreed'] === 'yes'}
        required
      />
      <Submit kind="loud">{text('login.confirmation.submit')}</Submit>
    </ActionForm>
  );
}
