import type { ReactNode } from 'react';
import { Form, data } from 'react-router';

import { suggestAlias } from '#app/aliases/naming/random-names.server.ts';
import { aliasRefusal } from '#app/aliases/refusal-text.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import picture from '#content/art/login-confirm.svg';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LoginPage } from '../login-page.tsx';
import { noAgreement } from '../problems.ts';
import { refusalText } from '../refusal-text.ts';
import { findRegistration, register } from '../sessions/registration.server.ts';
import { redirectAfterSignIn } from '../sign-ins/sign-in-forms.server.ts';

import type { Route } from './+types/confirmation-required';

/** Where a first sign-in stops until its owner has said yes to an account. */
export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  const registration = await findRegistration(current);
  return {
    registration: registration && { email: registration.email, alias: await suggestAlias(current) },
    head: {
      title: await titleOf(current.locale, text('login.confirmation.title')),
      description: text('login.confirmation.text', { studio: studio.name }),
      noindex: true,
    },
  };
});

interface RegistrationRefusal {
  alias: string;
  refusal: { code: string; message: string };
}

export const action = withCurrent(async (current, { request }: Route.ActionArgs) => {
  const form = await request.formData();
  const written = form.get('alias');
  const alias = typeof written === 'string' ? written.trim() : '';
  try {
    if (form.get('agreed') !== 'yes') throw new Problem(noAgreement);
    return redirectAfterSignIn(await register(current, alias));
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused;
    const { status, code, message } = refused;
    return data<RegistrationRefusal>({ alias, refusal: { code, message } }, { status });
  }
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function ConfirmationRequired({ loaderData: { registration }, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
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
    <LoginPage picture={picture} title={text('login.confirmation.title')}>
      <p className="text-lg">{text('login.confirmation.text', { studio: studio.name })}</p>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('login.confirmation.address')}</li>
        <li>{richText('login.confirmation.agree', { terms, privacy })}</li>
        <li>{text('login.confirmation.age')}</li>
      </ul>
      {registration !== undefined && <AgreementForm {...registration} {...actionData} links={{ terms, privacy }} />}
      <p className="text-muted">{text('login.confirmation.stop')}</p>
      <p>
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}

interface AgreementFormProps {
  email?: string | undefined;
  alias: string;
  refusal?: RegistrationRefusal['refusal'];
  links: Record<'terms' | 'privacy', (words: ReactNode) => ReactNode>;
}

function AgreementForm({ email, alias, refusal, links }: AgreementFormProps) {
  const { text, richText } = useText();
  const isOfAlias = refusal?.code.startsWith('aliases.') === true;
  return (
    <Form method="post" className="space-y-4">
      {email !== undefined && <p className="font-bold wrap-anywhere">{text('login.confirmation.for', { email })}</p>}
      {refusal !== undefined && !isOfAlias && (
        <Notice kind="error" live>
          {refusalText(text, refusal)}
        </Notice>
      )}
      <Field
        label={text('login.confirmation.alias')}
        hint={text('login.confirmation.aliasHint')}
        error={isOfAlias && aliasRefusal(text, refusal)}
        name="alias"
        defaultValue={alias}
        required
        maxLength={64}
        autoComplete="nickname"
      />
      <CheckboxField label={richText('login.confirmation.yes', links)} name="agreed" value="yes" required />
      <Button type="submit" kind="loud">
        {text('login.confirmation.submit')}
      </Button>
    </Form>
  );
}
