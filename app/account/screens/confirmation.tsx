import type { ConfirmationDescription } from '#app/confirmations/confirmation-kind.server.ts';
import { findByToken } from '#app/confirmations/confirmations.server.ts';
import { linkOver, noConfirmation } from '#app/confirmations/problems.ts';
import type { Current } from '#app/current/current.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofLink } from '#app/current/page/proof-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LoginPage } from '#app/login/login-page.tsx';
import { SignInForm } from '#app/login/sign-ins/sign-in-form.tsx';
import { redirectAfterSignIn } from '#app/login/sign-ins/sign-in-forms.server.ts';
import picture from '#content/art/login-confirm.svg';
import type { Text } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { confirmationKinds } from '../confirmations.server.ts';
import type { Route } from './+types/confirmation';

/** The one page for every link that confirms something. A GET has no effect, so that mail scanners confirm nothing. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { confirmation, kind } = await getConfirmation(current, params.confirmationId);
  const text = await getText(current.locale);
  const described = confirmation.state === 'open' ? said(text, await kind.describe(current, confirmation)) : undefined;
  const { renewal } = kind;
  const isRenewable = confirmation.state === 'over' && renewal?.isOffered(current, confirmation) === true;
  return {
    state: confirmation.state,
    described,
    isRenewable,
    hasCode: renewal?.hasCode ?? false,
    head: {
      title: described?.title ?? text('confirmation.page.title'),
      description: text('confirmation.page.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  const token = params.confirmationId;
  const { confirmation, kind } = await getConfirmation(current, token);
  const confirm: FormIntent = {
    least: 'public',
    run: async (current) => {
      const confirmed = await kind.confirm(current, token);
      if (confirmed === undefined) throw new Problem(linkOver);
      return 'done' in confirmed ? { text: confirmed.done } : redirectAfterSignIn(confirmed);
    },
  };
  const again: FormIntent = {
    least: 'public',
    run: async (current) => {
      const { renewal } = kind;
      if (confirmation.state !== 'over' || !renewal?.isOffered(current, confirmation)) throw new Problem(linkOver);
      const cookie = await renewal.renew(current, confirmation);
      return {
        text: 'login.form.sent',
        result: '',
        ...(cookie !== undefined && { headers: { 'set-cookie': cookie } }),
      };
    },
  };
  return answerForm(current, await request.formData(), { confirm, again }, { intent: 'confirm' });
});

export const headers = formHeaders;

/** Translated on the server: the browser has only the texts that its own code names. */
function said(text: Text<TextKey>, { title, texts, submit, values }: ConfirmationDescription) {
  return { title: text(title, values), texts: texts.map((key) => text(key, values)), submit: text(submit, values) };
}

async function getConfirmation(current: Current, token: string) {
  const confirmation = await findByToken(current, token);
  const kind = confirmationKinds.find((one) => one.kind === confirmation?.kind);
  if (confirmation === undefined || kind === undefined) throw new Problem(noConfirmation);
  return { confirmation, kind };
}

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { state, described, isRenewable, hasCode } = loaderData;
  const form = useForm(actionData, { fallbackFocus: DONE });
  if (form.state?.done && form.state.intent === 'again' && hasCode) return <NewCode state={form.state} />;
  if (form.state?.done) return <ConfirmationMessage title={form.state.text ?? ''} headingId={DONE} />;
  if (isRenewable) return <ExpiredLink form={form} />;
  if (described === undefined) {
    const isDone = state === 'done';
    return (
      <ConfirmationMessage title={text(isDone ? 'confirmation.page.done' : 'confirmation.page.over')}>
        {text(isDone ? 'confirmation.page.doneText' : 'confirmation.page.overText')}
      </ConfirmationMessage>
    );
  }
  const { title, texts, submit } = described;
  return (
    <LoginPage picture={picture} title={title}>
      {texts.map((said) => (
        <p key={said} className="wrap-anywhere">
          {said}
        </p>
      ))}
      <FormNotice form={form} />
      <ActionForm form={form}>
        <Submit kind="loud">{submit}</Submit>
      </ActionForm>
      <p className="text-sm text-muted">{text('confirmation.page.description')}</p>
    </LoginPage>
  );
}

/** Does not say where the mail goes: whoever finds an old link would learn the address. */
function ExpiredLink({ form }: { form: PageForm }) {
  const { text } = useText();
  const proof = (
    <ProofLink returnTo="/account#emails" className={buttonClass('loud')}>
      {text('account.page.prove')}
    </ProofLink>
  );
  // A link that expired while its page was open is not also an error.
  const isResendAnswer = form.state?.intent === 'again';
  return (
    <LoginPage picture={picture} title={text('confirmation.page.over')}>
      <p>{text('confirmation.page.overAgain')}</p>
      {isResendAnswer && <FormNotice form={form} proof={proof} />}
      <ActionForm form={form} fields={{ intent: 'again' }}>
        <Submit kind="loud">{text('login.form.again')}</Submit>
      </ActionForm>
    </LoginPage>
  );
}

function NewCode({ state }: { state: FormState }) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={text('login.form.title')}>
      <SignInForm returnTo="/" answered={state} />
    </LoginPage>
  );
}

const DONE = 'confirmation-done';

interface ConfirmationMessageProps {
  title: string;
  headingId?: string;
  children?: string;
}

function ConfirmationMessage({ title, headingId, children }: ConfirmationMessageProps) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={title} headingId={headingId}>
      {children !== undefined && <p>{children}</p>}
      <SiteLink to="/" className={buttonClass('plain')}>
        {text('confirmation.page.home')}
      </SiteLink>
    </LoginPage>
  );
}
