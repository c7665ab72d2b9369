import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, atField, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-confirm.svg';
import { isProblem } from '#lib/problem.ts';
import { MAX_TYPED } from '#lib/token/readable-code.ts';
import { Field } from '#lib/ui/field.tsx';

import { LoginPage } from '../login-page.tsx';
import { wrongRecoveryCode } from '../problems.ts';
import { signInByRecoveryCode } from '../recovery/recovery-sign-in.server.ts';
import { redirectAfterSignIn } from '../sign-ins/sign-in-forms.server.ts';
import type { Route } from './+types/recovery';

/** For whoever has lost their mailbox and their passkeys, and has one of ten codes on paper. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  if (current.actor.userId !== undefined) throw redirect(`${inLocale(params, '/account')}#passkeys`);
  const text = await getText(current.locale);
  return { head: { title: text('recovery.signIn.title'), description: text('recovery.signIn.about'), noindex: true } };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), recoveryIntents(`${inLocale(params, '/account')}#emails`), {
    intent: 'recovery.signIn',
  }),
);

function recoveryIntents(returnTo: string): FormIntents {
  return {
    'recovery.signIn': {
      least: 'public',
      run: async (current, fields) => {
        const typed = { who: fields.raw('who'), code: fields.raw('code'), returnTo };
        const signedIn = signInByRecoveryCode(current, typed);
        return redirectAfterSignIn(await atField('code', signedIn, (refusal) => isProblem(refusal, wrongRecoveryCode)));
      },
    },
  };
}

export const headers = formHeaders;

const SIGN_IN = { intent: 'recovery.signIn' };

export default function Recovery({ actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'recovery.', action: useSitePath('/login/recovery') });
  const refusal = form.findRefusal(SIGN_IN);
  return (
    <LoginPage picture={picture} title={text('recovery.signIn.title')}>
      <p>{text('recovery.signIn.about')}</p>
      <FormNotice form={form} />
      <ActionForm form={form} fields={SIGN_IN} className="space-y-5">
        <Field
          label={text('login.panel.field')}
          {...fieldFor(refusal, 'who')}
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Field
          label={text('recovery.signIn.code')}
          hint={text('recovery.signIn.hint')}
          {...fieldFor(refusal, 'code')}
          required
          maxLength={MAX_TYPED}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="[&_input]:font-mono [&_input]:uppercase"
        />
        <Submit kind="loud">{text('recovery.signIn.submit')}</Submit>
      </ActionForm>
      <p className="text-sm">
        <span>{text('recovery.signIn.none')}</span>{' '}
        <SiteLink to="/contact" className="text-link underline">
          {text('recovery.signIn.contact')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}
