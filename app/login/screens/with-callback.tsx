import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { toProviderFailure } from '../providers/provider-failure.server.ts';
import { ProviderFailure } from '../providers/provider-failure.tsx';
import { callbackPath } from '../providers/provider.ts';
import { getProvider } from '../providers/providers.server.ts';
import { endSignIn } from '../providers/sign-in.server.ts';
import { redirectAfterSignIn } from '../sign-ins/sign-in-forms.server.ts';
import type { Route } from './+types/with-callback';

export const loader = withCurrent(async (current, { params, request }: Route.LoaderArgs) => {
  const { status, ...failure } = await end(current, params.platform, new URL(request.url).searchParams);
  const text = await getText(current.locale);
  const title = text('login.with.failed', { service: failure.provider.service });
  const head = { title: title, description: title, noindex: true };
  return data({ failure, head }, { status });
});

async function end(current: Current, platform: string, answer: URLSearchParams) {
  let result;
  try {
    result = await endSignIn(current, platform, answer);
  } catch (thrown) {
    return toProviderFailure(current, platform, thrown);
  }
  throw redirectAfterSignIn(result);
}

/** Other parameters of a provider are dropped. */
const ANSWER = ['code', 'state', 'iss', 'error'];

/** A post from the provider's site comes without our cookies: the browser sends the same answer again, with them. */
export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  getProvider(current.config, params.platform);
  const form = await request.formData();
  const answer = ANSWER.flatMap((name) =>
    form.getAll(name).flatMap((value) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return redirect(`${callbackPath(params.platform)}?${new URLSearchParams(answer).toString()}`, 303);
});

export default function WithCallback({ loaderData }: Route.ComponentProps) {
  return loaderData === undefined ? null : <ProviderFailure {...loaderData.failure} />;
}
