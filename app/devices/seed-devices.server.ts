import { ensureApp } from '#app/apps/apps.server.ts';
import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { allowDeviceClient, findDeviceClient } from './clients/clients.server.ts';

const GAME = 'levelhead';

/** A game of the demo signs players in by a code. */
export async function seedDevices(current: Current, adminId: string): Promise<void> {
  const now = current.now();
  const person = asPerson(current, { userId: adminId, role: 'super' }, now);
  const admin = { ...person, actor: { ...person.actor, provedAt: now } };
  if ((await findDeviceClient(admin, GAME)) !== undefined) return;
  await ensureApp(admin, GAME);
  await allowDeviceClient(admin, GAME, ['rumpus-account-read', 'rumpus-items-read', 'rumpus-items-write']);
}
