import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import { listCrates } from './crates.server.ts';

const LOOKED_THROUGH = 500;

/** By the beginnings of words in their ids; for admins, who alone may open them. */
export async function findCrates(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  if (!isAdmin(current.actor.role)) return [];
  const crates = await listCrates(current, LOOKED_THROUGH, '');
  return crates
    .filter(
      ({ crateId }) => matchesEveryWord(crateId.replaceAll('-', ' '), text) || crateId.startsWith(text.toLowerCase()),
    )
    .slice(0, limit)
    .map(({ crateId }) => ({ kind: 'crate', id: crateId, name: crateId, about: '', to: `/admin/crates/${crateId}` }));
}
