import type { Current } from '#app/current/current.server.ts';
import type { SeedPeople } from '#app/noun/noun.server.ts';

import { NewRelease } from './release.ts';
import { createRelease } from './releases.server.ts';

const CHANGELOGS = import.meta.glob<ChangelogSeed>('../../database/seeds/changelogs/*.json', { import: 'default' });

interface ChangelogSeed {
  readonly app: string;
  readonly authors: readonly string[];
  readonly releases: readonly unknown[];
}

export async function seedReleases(current: Current, { toUserId }: SeedPeople): Promise<void> {
  for (const load of Object.values(CHANGELOGS)) {
    const { app, authors, releases } = await load();
    for (const release of releases) await createRelease(current, app, NewRelease.parse(release), authors.map(toUserId));
  }
}
