import { Problem } from '#lib/problem.ts';

import { invalidMasquerade } from './problems.ts';
import { isRole, mayMasquerade } from './role.ts';
import type { Role } from './role.ts';

export const MASQUERADE_COOKIE = 'masquerade';

export interface Masquerade {
  as: Role | undefined;
  /** In the request's query, so that pages can store it. */
  requested: Role | undefined;
}

/** @param query of a GET @param cookie ignored unless below `own` @throws Problem 400 for a role not below it */
export function readMasquerade(own: Role, query: string | null, cookie: string | undefined): Masquerade {
  if (query !== null && query !== '') {
    if (query === own) return { as: undefined, requested: own };
    if (!isRole(query) || !mayMasquerade(own, query)) throw new Problem(invalidMasquerade);
    return { as: query, requested: query };
  }
  return { as: isRole(cookie) && mayMasquerade(own, cookie) ? cookie : undefined, requested: undefined };
}
