import {
  linkIdentity,
  listIdentities,
  setIdentityPublic,
  unlinkIdentity,
} from '#app/accounts/identities/identities.server.ts';
import type { Identity, NewIdentity } from '#app/accounts/identities/identity.ts';
import { requireRemainingSignInMethod } from '#app/accounts/sign-in-methods.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';

import type { ProviderConnection } from './connection.ts';
import { offeredProviders } from './providers.server.ts';

/** Every service that the asker has connected or may connect. @throws Problem 401 who has not signed in */
export async function listConnections(current: Current): Promise<ProviderConnection[]> {
  const identities = await listIdentities(current, requireUser(current));
  const offered = offeredProviders(current.config);
  const gone = identities.filter(({ platform }) => offered.every((one) => one.platform !== platform));
  return [
    ...offered.map((provider) => connectionOf(provider, true, identities)),
    ...gone.map(({ platform }) => connectionOf({ platform, service: platform }, false, identities)),
  ];
}

/**
 * Connects what a provider has just vouched for to the asker's account. That their sign-in was fresh was asked when
 * they set out.
 * @throws Problem 401 who has not signed in, 409 when it is another account's or the account has another one there
 */
export function connect(current: Current, identity: NewIdentity): Promise<void> {
  return linkIdentity(current, requireUser(current), identity);
}

/**
 * Takes a connection away from the asker's account.
 * @throws Problem 401 who has not signed in, 403 whose sign-in is not fresh, 404 without one, 409 when it is the last
 * way into the account
 */
export async function disconnect(current: Current, platform: string): Promise<void> {
  const userId = requireUser(current);
  requireProof(current);
  const offered = offeredProviders(current.config).find((one) => one.platform === platform);
  const gone = { platform, service: offered?.service ?? platform };
  await requireRemainingSignInMethod(current, userId, (current) => unlinkIdentity(current, userId, gone));
}

/** Whether others may see a connection of the asker. @throws Problem 401 who has not signed in, 404 without one */
export function showConnection(current: Current, platform: string, isPublic: boolean): Promise<void> {
  return setIdentityPublic(current, requireUser(current), platform, isPublic);
}

function connectionOf(
  { platform, service }: Pick<ProviderConnection, 'platform' | 'service'>,
  isOffered: boolean,
  identities: readonly Identity[],
): ProviderConnection {
  const identity = identities.find((one) => one.platform === platform);
  if (identity === undefined) return { platform, service, isOffered };
  const { name = null, isPublic, linkedAt, lastUsedAt = null } = identity;
  return { platform, service, isOffered, identity: { name, isPublic, linkedAt, lastUsedAt } };
}
