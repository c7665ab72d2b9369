import { Form, data, redirect } from 'react-router';

import { accountRefusal } from '#app/accounts/refusal-text.ts';
import type { ConfirmationDescription } from '#app/confirmations/confirmation-kind.server.ts';
import { findByToken } from '#app/confirmations/confirmations.server.ts';
import { noConfirmation } from '#app/confirmations/problems.ts';
import type { Current } from '#app/current/current.server.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { LoginPage } from '#app/login/login-page.tsx';
import { refusalText } from '#app/login/refusal-text.ts';
import picture from '#content/art/login-confirm.svg';
import type { Text } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { confirmationKinds } from '../confirmations.server.ts';

import type { Route } from './+types/confirmation';

/** The one landing of every link that confirms something. To look at it changes nothing, however often it is done. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { confirmation, kind } = await getConfirmation(current, params.confirmationId);
  const text = await getText(current.locale);
  const described = confirmation.state === 'open' ? said(text, await kind.describe(current, confirmation)) : undefined;
  return {
    state: confirmation.state,
    described,
    head: {
      title: await titleOf(current.locale, described?.title ?? text('confirmation.page.title')),
      description: text('confirmation.page.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params }: Route.ActionArgs) => {
  const { kind } = await getConfirmation(current, params.confirmationId);
  try {
    const confirmed = await kind.confirm(current, params.confirmationId);
    if (confirmed === undefined) return data<ConfirmationOutcome>({}, { status: 410 });
    if ('done' in confirmed)
      return data<ConfirmationOutcome>({ done: (await getText(current.locale))(confirmed.done) });
    const headers = new Headers();
    for (const cookie of confirmed.cookies) headers.append('set-cookie', cookie);
    return redirect(confirmed.to, { headers });
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    return data<ConfirmationOutcome>(
      { refused: { code: refusal.code, message: refusal.message } },
      { status: refusal.status },
    );
  }
});

interface ConfirmationRefusal {
  code: string;
  message: string;
}

/** What comes back to the page: a sentence of what is done, or why it is not; neither when the link is used or over. */
interface ConfirmationOutcome {
  done?: string;
  refused?: ConfirmationRefusal;
}

/** Said here: the browser has no texts but those that its own code names. */
function said(text: Text<TextKey>, { title, texts, submit, values }: ConfirmationDescription) {
  return { title: text(title, values), texts: texts.map((key) => text(key, values)), submit: text(submit, values) };
}

async function getConfirmation(current: Current, token: string) {
  const confirmation = await findByToken(current, token);
  const kind = confirmationKinds.find((one) => one.kind === confirmation?.kind);
  if (confirmation === undefined || kind === undefined) throw new Problem(noConfirmation);
  return { confirmation, kind };
}

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Confirmation({ loaderData: { state, described }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { done, refused } = actionData ?? {};
  if (done !== undefined) return <ConfirmationMessage title={done} />;
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
      {refused !== undefined && (
        <Notice kind="error" live>
          {accountRefusal(text, { ...refused, message: refusalText(text, refused) })}
        </Notice>
      )}
      <Form method="post">
        <Button type="submit" kind="loud">
          {submit}
        </Button>
      </Form>
      <p className="text-sm text-muted">{text('confirmation.page.description')}</p>
    </LoginPage>
  );
}

function ConfirmationMessage({ title, children }: { title: string; children?: string }) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={title}>
      {children !== undefined && <p>{children}</p>}
      <SiteLink to="/" className={buttonClass('plain')}>
        {text('confirmation.page.home')}
      </SiteLink>
    </LoginPage>
  );
}
