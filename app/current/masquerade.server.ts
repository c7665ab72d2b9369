import { Problem } from '#lib/problem.ts';

import { invalidMasquerade } from './problems.ts';
import { isRole, mayMasquerade } from './role.ts';
import type { Role } from './role.ts';

export const MASQUERADE_COOKIE = 'masquerade';

export interface Masquerade {
  as: Role | undefined;
  /** What the request asked for itself, so that pages can keep it; undefined when it asked for nothing. */
  asked: Role | undefined;
}

/**
 * The role to pass as: what the query asks, else what the cookie kept. One's own role ends it.
 * @param query the parameter of a GET  @param kept the cookie, which is ignored when it no longer fits
 * @throws Problem 400 'Invalid masquerade' for a role that is not strictly below one's own
 */
export function masqueradeOf(own: Role, query: string | null, kept: string | undefined): Masquerade {
  if (query !== null && query !== '') {
    if (query === own) return { as: undefined, asked: own };
    if (!isRole(query) || !mayMasquerade(own, query)) throw new Problem(invalidMasquerade);
    return { as: query, asked: query };
  }
  return { as: isRole(kept) && mayMasquerade(own, kept) ? kept : undefined, asked: undefined };
}
