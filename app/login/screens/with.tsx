import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { badCredentials, proofRequired } from '#app/current/problems.ts';
import { ownPath } from '#app/current/return-route.ts';
import picture from '#content/art/login-confirm.svg';
import { Problem } from '#lib/problem.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';
import { ProviderButton } from '../providers/provider-button.tsx';
import { toProviderFailure } from '../providers/provider-failure.server.ts';
import { ProviderFailure } from '../providers/provider-failure.tsx';
import { SIGN_IN_PURPOSES, CONNECTIONS } from '../providers/provider.ts';
import { getProvider, serviceFor } from '../providers/providers.server.ts';
import { beginSignIn } from '../providers/sign-in.server.ts';
import type { ProviderSignInOptions } from '../providers/sign-in.server.ts';
import type { Route } from './+types/with';

export const loader = withCurrent(async (current, { params, request }: Route.LoaderArgs) => {
  const { platform } = params;
  const service = serviceFor(getProvider(current.config, platform));
  const text = await getText(current.locale);
  return {
    provider: { platform, service },
    returnTo: ownPath(new URL(request.url).searchParams.get('returnTo')),
    head: {
      title: text('login.panel.service', { service }),
      description: text('login.with.text', { service }),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  const form = await request.formData();
  const [returnTo, wanted] = [form.get('returnTo'), form.get('aim')];
  const aim = SIGN_IN_PURPOSES.find((one) => one === wanted) ?? 'signIn';
  return begin(current, params.platform, { returnTo: ownPath(typeof returnTo === 'string' ? returnTo : null), aim });
});

async function begin(current: Current, platform: string, options: ProviderSignInOptions) {
  try {
    const { to, cookies } = await beginSignIn(current, platform, options);
    const headers = new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]));
    return data({ to, failure: undefined }, { headers });
  } catch (thrown) {
    const code = thrown instanceof Problem ? thrown.code : undefined;
    const back = new URLSearchParams({
      returnTo: options.aim === 'connect' ? CONNECTIONS : options.returnTo,
    }).toString();
    if (code === proofRequired.code) throw redirect(`/login?prove&${back}`);
    if (code === badCredentials.code) throw redirect(`/login?${back}`);
    const { status, ...failure } = await toProviderFailure(current, platform, thrown);
    return data({ to: undefined, failure: { ...failure, ...options } }, { status });
  }
}

export default function With({ loaderData: { provider, returnTo }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { service } = provider;
  if (actionData?.failure) return <ProviderFailure {...actionData.failure} />;
  if (actionData?.to) return <Leaving service={service} to={actionData.to} />;
  const title = text('login.panel.service', { service });
  return (
    <LoginPage picture={picture} title={title}>
      <p>{text('login.with.text', { service })}</p>
      <ProviderButton provider={provider} returnTo={returnTo} aim="signIn" label={title} kind="loud" />
    </LoginPage>
  );
}

/** Forms may lead to our own pages only, also by a redirect, so this page leads on instead. */
function Leaving({ service, to }: { service: string; to: string }) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={text('login.with.leaving', { service })}>
      <meta httpEquiv="refresh" content={`0;url=${to}`} />
      <p>{text('login.with.leavingText')}</p>
      <p>
        <a href={to} className={buttonClass('plain')}>
          {text('login.with.leave', { service })}
        </a>
      </p>
    </LoginPage>
  );
}
