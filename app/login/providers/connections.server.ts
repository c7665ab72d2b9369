import {
  linkIdentity,
  listIdentities,
  setIdentityPublic,
  unlinkIdentity,
} from '#app/accounts/identities/identities.server.ts';
import type { Identity, NewIdentity } from '#app/accounts/identities/identity.ts';
import { lockAccount, requireRemainingSignInMethod } from '#app/accounts/sign-in-methods.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';

import type { ProviderConnection } from './connection.ts';
import { offeredProviders } from './providers.server.ts';

/** Every provider that the user has connected or may connect. @throws Problem 401 */
export async function listConnections(current: Current): Promise<ProviderConnection[]> {
  const identities = await listIdentities(current, requireUser(current));
  const offered = offeredProviders(current.config);
  const others = identities.filter(({ platform }) => offered.every((one) => one.platform !== platform));
  return [
    ...offered.map((provider) => toConnection(provider, true, identities)),
    ...others.map(({ platform }) => toConnection({ platform, service: platform }, false, identities)),
  ];
}

/** `beginSignIn` has required a fresh sign-in. @throws Problem 401, 409 when either side has another connection */
export function connect(current: Current, identity: NewIdentity): Promise<void> {
  const userId = requireUser(current);
  return inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    await linkIdentity(current, userId, identity);
  });
}

/** @throws Problem 401, 403 without a fresh sign-in, 404 without one, 409 for the last sign-in method */
export async function disconnect(current: Current, platform: string): Promise<void> {
  const userId = requireUser(current);
  requireProof(current);
  const offered = offeredProviders(current.config).find((one) => one.platform === platform);
  const removed = { platform, service: offered?.service ?? platform };
  await requireRemainingSignInMethod(current, userId, (current) => unlinkIdentity(current, userId, removed));
}

export function showConnection(current: Current, platform: string, isPublic: boolean): Promise<void> {
  return setIdentityPublic(current, requireUser(current), platform, isPublic);
}

function toConnection(
  { platform, service }: Pick<ProviderConnection, 'platform' | 'service'>,
  isOffered: boolean,
  identities: readonly Identity[],
): ProviderConnection {
  const identity = identities.find((one) => one.platform === platform);
  if (identity === undefined) return { platform, service, isOffered };
  const { name = null, isPublic, linkedAt, lastUsedAt = null } = identity;
  return { platform, service, isOffered, identity: { name, isPublic, linkedAt, lastUsedAt } };
}
