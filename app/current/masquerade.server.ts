import { Problem } from '#lib/problem.ts';

import { invalidMasquerade } from './problems.ts';
import { isRole, mayMasquerade } from './role.ts';
import type { Role } from './role.ts';

export const MASQUERADE_COOKIE = 'masquerade';

export interface Masquerade {
  as: Role | undefined;
  /** The role in the request's own query, so that pages can store it; undefined without one. */
  requested: Role | undefined;
}

/**
 * The role of a masquerade: that of the query, else that of the cookie. One's own role ends it.
 * @param query the parameter of a GET  @param cookie ignored when the role is no longer below one's own
 * @throws Problem 400 'Invalid masquerade' for a role that is not strictly below one's own
 */
export function masqueradeOf(own: Role, query: string | null, cookie: string | undefined): Masquerade {
  if (query !== null && query !== '') {
    if (query === own) return { as: undefined, requested: own };
    if (!isRole(query) || !mayMasquerade(own, query)) throw new Problem(invalidMasquerade);
    return { as: query, requested: query };
  }
  return { as: isRole(cookie) && mayMasquerade(own, cookie) ? cookie : undefined, requested: undefined };
}
