import type { Current } from '#app/current/current.server.ts';
import type { SeedPeople } from '#app/noun/noun.server.ts';

import { Collection } from './collection.server.ts';
import { ItemParameters } from './item.ts';
import { jsonBody } from './writes/bodies.server.ts';

const ITEMS = import.meta.glob<LibrarySeed>('../../database/seeds/public-library/*.json', { import: 'default' });

interface LibrarySeed {
  readonly name: string;
  readonly owner: string;
  readonly collaborators?: readonly string[];
  readonly tags: readonly string[];
  readonly map: Readonly<Record<string, string>>;
  readonly body: object;
}

export async function seedLibrary(current: Current, { toUserId }: SeedPeople): Promise<void> {
  for (const load of Object.values(ITEMS)) {
    const { name, owner, collaborators = [], tags, map, body } = await load();
    const parameters = ItemParameters.parse({
      name,
      tags,
      map,
      collaborators: [owner, ...collaborators].map(toUserId),
    });
    await new Collection('public-library').create(current, parameters, jsonBody(body));
  }
}
