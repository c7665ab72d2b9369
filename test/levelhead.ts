import { systemCurrent } from '#app/door/parts.server.ts';
import { CRATE } from '#app/levelhead/level.ts';
import { seedWorld } from '#app/levelhead/world/seed-world.server.ts';
import type { World } from '#app/levelhead/world/world.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };

import { CAST } from './cast.ts';
import type { TestSite } from './site.ts';

/** Small, with the cast among its players; today is the day of the test. */
export async function seedSmallWorld(site: TestSite, levels = 60): Promise<World> {
  const current = systemCurrent(site.parts);
  await createCrate(current, NewCrate.parse(crates.find(({ crateId }) => crateId === CRATE)));
  const size = { seed: 18, players: 24, levels, playlists: 2, trials: 3 };
  return seedWorld(
    current,
    size,
    Object.values(CAST).map(({ userId }) => userId),
  );
}
