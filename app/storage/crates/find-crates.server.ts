import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import { listOpenCrates, mayRuleCrates } from './crate-list.server.ts';

const LOOKED_THROUGH = 500;

/** By the beginnings of words in their ids. Admins are led to a crate, and other staff to the items of those that they may see. */
export async function findCrates(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  if (!isStaff(current.actor.role)) return [];
  const page = mayRuleCrates(current) ? '' : '/items';
  return (await listOpenCrates(current, LOOKED_THROUGH))
    .filter((crateId) => matchesEveryWord(crateId.replaceAll('-', ' '), text) || crateId.startsWith(text.toLowerCase()))
    .slice(0, limit)
    .map((crateId) => ({
      kind: 'crate',
      id: crateId,
      name: crateId,
      about: '',
      to: `/admin/crates/${crateId}${page}`,
    }));
}
