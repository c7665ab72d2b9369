import type { Current } from '#app/current/current.server.ts';
import { problemText } from '#app/current/forms/problem-text.server.ts';
import { ownPath } from '#app/current/return-route.ts';
import { Problem } from '#lib/problem.ts';

import type { ProviderFailureProps } from './provider-failure.tsx';
import { SIGN_IN_PURPOSES } from './provider.ts';
import { getProvider, serviceFor } from './providers.server.ts';

/** @throws anything that is no refusal, a 404, and one with a page of its own */
export async function toProviderFailure(
  current: Current,
  platform: string,
  thrown: unknown,
): Promise<ProviderFailureProps & { status: number }> {
  if (!(thrown instanceof Problem) || thrown.status === 404 || thrown.details.page !== undefined) throw thrown;
  const service = serviceFor(getProvider(current.config, platform));
  const { returnTo = '/', aim } = thrown.details.members ?? {};
  return {
    provider: { platform, service },
    status: thrown.status,
    problem: await problemText(current.locale, thrown, { service }),
    returnTo: ownPath(String(returnTo)),
    aim: SIGN_IN_PURPOSES.find((one) => one === aim) ?? 'signIn',
    isSignedIn: current.actor.userId !== undefined,
  };
}
