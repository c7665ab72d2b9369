import { redirect } from 'react-router';

import { maskEmail } from '#app/accounts/emails/email.ts';
import { findPrimaryEmail } from '#app/accounts/emails/emails.server.ts';
import { listIdentities } from '#app/accounts/identities/identities.server.ts';
import { listPasskeys } from '#app/accounts/passkeys/passkeys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { PROOF_MINUTES, hasProof } from '#app/current/permission.ts';
import { ownPath } from '#app/current/return-route.ts';
import picture from '#content/art/login-confirm.svg';
import { studio } from '#content/studio.ts';
import { Button } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import type { OfferedProvider } from '../providers/provider.ts';
import { findWantedService, offeredProviders, provingProviders } from '../providers/providers.server.ts';
import { SignInOptions } from '../providers/sign-in-options.tsx';
import { SignInForm } from '../sign-ins/sign-in-form.tsx';
import { SIGN_IN_INTENTS } from '../sign-ins/sign-in-forms.server.ts';
import type { Route } from './+types/login';

export const loader = withCurrent(async (current, { url: { searchParams: query }, params }: Route.LoaderArgs) => {
  const returnTo = ownPath(query.get('returnTo'));
  const proof = query.has('prove') ? await findProof(current) : undefined;
  if (proof === undefined && current.actor.userId !== undefined)
    throw redirect(returnTo === '/' ? inLocale(params, '/') : returnTo);
  const text = await getText(current.locale);
  const title = text(proof === undefined ? 'login.form.title' : 'login.prove.title');
  return {
    returnTo: returnTo === '/' ? inLocale(params, '/login/success') : returnTo,
    providers: offeredProviders(current.config),
    service: findWantedService(current.config, returnTo),
    proof,
    head: {
      title: title,
      description: text('login.form.description'),
      noindex: true,
    },
  };
});

async function findProof(current: Current) {
  const { userId } = current.actor;
  if (userId === undefined) return undefined;
  const email = await findPrimaryEmail(current, userId);
  const identities = await listIdentities(current, userId);
  const providers = provingProviders(current.config).filter((one) =>
    identities.some(({ platform }) => platform === one.platform),
  );
  const hasPasskeys = (await listPasskeys(current)).length > 0;
  return { email: email && maskEmail(email), providers, hasPasskeys, isEnough: hasProof(current) };
}

export const action = withCurrent(async (current, { request }: Route.ActionArgs) => {
  return answerForm(current, await request.formData(), SIGN_IN_INTENTS, { intent: 'ask' });
});

export const headers = formHeaders;

export default function Login({
  loaderData: { returnTo, providers, service, proof },
  actionData,
}: Route.ComponentProps) {
  const { text, richText } = useText();
  if (proof !== undefined) return <ProofPage {...proof} returnTo={returnTo} answered={actionData} />;
  return (
    <LoginPage picture={picture} title={text('login.panel.title', { studio: studio.name })}>
      <p>{service === undefined ? text('login.panel.text') : text('login.panel.connect', { service })}</p>
      <SignInOptions providers={providers} returnTo={returnTo} />
      <PasskeySignIn returnTo={returnTo} />
      <SignInForm returnTo={returnTo} answered={actionData} />
      <p className="text-sm">
        {richText('login.panel.terms', {
          terms: (chunks) => (
            <SiteLink to="/terms" className="text-link underline">
              {chunks}
            </SiteLink>
          ),
        })}
      </p>
      <p className="text-sm">
        <SiteLink to="/login/recovery" className="text-link underline">
          {text('recovery.signIn.link')}
        </SiteLink>
      </p>
      <p className="text-sm">
        {richText('login.panel.unlicensed', {
          link: (chunks) => (
            <SiteLink to="/login/unlicensed" className="text-link underline">
              {chunks}
            </SiteLink>
          ),
        })}
      </p>
    </LoginPage>
  );
}

interface ProofPageProps {
  email: string | undefined;
  providers: readonly OfferedProvider[];
  hasPasskeys: boolean;
  isEnough: boolean;
  returnTo: string;
  answered: Route.ComponentProps['actionData'];
}

function ProofPage({ email, providers, hasPasskeys, isEnough, returnTo, answered }: ProofPageProps) {
  const { text } = useText();
  const form = useForm(answered);
  return (
    <LoginPage picture={picture} title={text('login.prove.title')}>
      <p>{text('login.prove.text', { minutes: PROOF_MINUTES })}</p>
      {isEnough && (
        <p>
          <SiteLink to={returnTo} className="font-bold text-link underline">
            {text('login.prove.enough')}
          </SiteLink>
        </p>
      )}
      {hasPasskeys && <PasskeySignIn returnTo={returnTo} isProof />}
      <SignInOptions providers={providers} returnTo={returnTo} aim="prove" />
      {!hasPasskeys && providers.length === 0 && email === undefined && (
        // No sign-in method can prove this session anew: they sign in from the beginning.
        <form action="/api/auth/logout">
          <Button type="submit" kind="loud">
            {text('login.session.end')}
          </Button>
        </form>
      )}
      {form.state === undefined && email !== undefined && (
        <ActionForm form={form} fields={{ intent: 'prove', returnTo }}>
          <Submit kind="loud">{text('login.prove.mail', { email })}</Submit>
        </ActionForm>
      )}
      {form.state !== undefined && <SignInForm returnTo={returnTo} answered={form.state} />}
    </LoginPage>
  );
}
