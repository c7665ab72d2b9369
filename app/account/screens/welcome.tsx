import { redirect } from 'react-router';

import { WELCOME_PAGE } from '#app/accounts/account.ts';
import { isWelcomeOpen } from '#app/accounts/welcome.server.ts';
import { AliasForm } from '#app/aliases/alias-form.tsx';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findFormerAlias, getOwnAlias } from '#app/aliases/naming/changes.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { ownPath } from '#app/current/return-route.ts';
import { LoginPage } from '#app/login/login-page.tsx';
import { JoinForm } from '#app/telegrams/join-form.tsx';
import { DEFAULT_SUBSCRIPTION } from '#app/telegrams/newsletter.ts';
import { getPreferences } from '#app/telegrams/preferences.server.ts';
import picture from '#content/art/login-success.svg';
import { studio } from '#content/studio.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { welcomeIntents } from '../welcome-forms.server.ts';
import type { Route } from './+types/welcome';
import '../account.css';

const STEPS = 3;

/** After joining, once: three steps that may all be skipped, then on to where the sign-in was meant to lead. */
export const loader = withCurrent(async (current, { url: { searchParams: query } }: Route.LoaderArgs) => {
  requireUser(current);
  const returnTo = ownPath(query.get('returnTo'));
  if (!(await isWelcomeOpen(current))) throw redirect(returnTo);
  const [text, own, former, preferences] = await Promise.all([
    getText(current.locale),
    getOwnAlias(current, DEFAULT_CONTEXT, '@me'),
    findFormerAlias(current, DEFAULT_CONTEXT),
    getPreferences(current, undefined),
  ]);
  return {
    step: readStep(query.get('step')),
    returnTo,
    own,
    former,
    subscriptions: preferences.subscriptions,
    head: {
      title: text('welcome.page.title', { studio: studio.name }),
      description: text('welcome.page.about'),
      noindex: true,
    },
  };
});

function readStep(typed: string | null): number {
  const step = Number(typed);
  return Number.isInteger(step) && step >= 1 && step <= STEPS ? step : 1;
}

export const action = withCurrent(async (current, { request, url }: Route.ActionArgs) => {
  requireUser(current);
  return answerForm(current, await request.formData(), welcomeIntents(ownPath(url.searchParams.get('returnTo'))));
});

export const headers = formHeaders;

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { step, returnTo } = loaderData;
  const page = (at: number) => withQuery(WELCOME_PAGE, { step: at, returnTo });
  const end = useForm(actionData, { of: 'welcome.', action: useSitePath(page(step)) });
  return (
    <LoginPage picture={picture} title={text('welcome.page.title', { studio: studio.name })}>
      {step === 1 && <p className="text-lg">{text('welcome.page.about')}</p>}
      <p className="text-muted">{text('welcome.page.step', { step, steps: STEPS })}</p>
      <WelcomeStep {...loaderData} page={page(step)} answered={actionData} />
      <div className="flex flex-wrap items-center gap-3">
        {step < STEPS && (
          <SiteLink to={page(step + 1)} className={buttonClass('loud')}>
            {text('welcome.page.next')}
          </SiteLink>
        )}
        <ActionForm form={end} fields={{ intent: 'welcome.end' }}>
          <Submit kind={step < STEPS ? 'quiet' : 'loud'}>
            {text(step < STEPS ? 'welcome.page.skip' : 'welcome.page.done')}
          </Submit>
        </ActionForm>
      </div>
    </LoginPage>
  );
}

interface WelcomeStepProps extends Pick<
  Route.ComponentProps['loaderData'],
  'step' | 'own' | 'former' | 'subscriptions'
> {
  page: string;
  answered: Route.ComponentProps['actionData'];
}

function WelcomeStep({ step, own, former, subscriptions, page, answered }: WelcomeStepProps) {
  const { text } = useText();
  const joining = useForm(answered, { of: 'signUp', action: useSitePath(page) });
  if (step === 1) {
    return (
      <>
        <h2 className="text-2xl">{text('welcome.alias.title', { alias: own.alias ?? '' })}</h2>
        <AliasForm own={own} former={former} answered={answered} page={page} />
      </>
    );
  }
  if (step === 2) {
    return (
      <>
        <h2 className="text-2xl">{text('welcome.news.title')}</h2>
        <FormNotice form={joining} />
        <JoinForm
          form={joining}
          subscription={DEFAULT_SUBSCRIPTION}
          email=""
          isSignedIn
          returnTo={undefined}
          own={subscriptions}
        />
        <p>
          <span>{text('welcome.news.follow')}</span>{' '}
          <SiteLink to="/games" className="font-bold underline">
            {text('welcome.news.toGames')}
          </SiteLink>
        </p>
      </>
    );
  }
  return (
    <>
      <h2 className="text-2xl">{text('welcome.around.title')}</h2>
      <ul className="account-rows">
        {AROUND.map(([to, key]) => (
          <li key={to} className="account-row">
            <SiteLink to={to} className="font-bold underline">
              {text(key)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </>
  );
}

const AROUND = [
  ['/feedbag', 'welcome.around.feedback'],
  ['/games', 'welcome.around.games'],
  ['/podcast', 'welcome.around.podcast'],
  ['/account/settings', 'welcome.around.settings'],
] as const;
