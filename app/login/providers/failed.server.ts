import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { ownPath } from '../return-route.ts';
import type { Failure } from './provider-failure.tsx';
import { AIMS } from './provider.ts';
import { getProvider, serviceOf } from './providers.server.ts';

/** A refusal as the page that ends a way to a provider tells it. @throws whatever is no refusal, or has no such page */
export function failed(current: Current, platform: string, thrown: unknown): Failure & { status: number } {
  if (!(thrown instanceof Problem) || thrown.status === 404) throw thrown;
  const service = serviceOf(getProvider(current.config, platform));
  const { returnTo = '/', aim } = thrown.details.members ?? {};
  return {
    ...{ provider: { platform, service }, code: thrown.code, message: thrown.message, status: thrown.status },
    returnTo: ownPath(String(returnTo)),
    aim: AIMS.find((one) => one === aim) ?? 'signIn',
    isSignedIn: current.actor.userId !== undefined,
  };
}
