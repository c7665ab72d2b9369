import { Problem } from '#lib/problem.ts';

import type { Current } from './current.server.ts';
import { invalidMasquerade } from './problems.ts';
import { ownPath } from './return-route.ts';
import { isRole, isStaff, mayMasquerade } from './role.ts';
import type { Role } from './role.ts';

export const MASQUERADE_COOKIE = 'masquerade';
export const MASQUERADE_SECONDS = 86_400;

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
  const role = cookie?.split('.', 1)[0];
  return { as: isRole(role) && mayMasquerade(own, role) ? role : undefined, requested: undefined };
}

/** The page on which a masquerade began, and whose it is: whoever signs in next in this browser is not led there. */
export interface WayBack {
  readonly userId: string;
  /** Of this site, with the query. */
  readonly path: string;
}

/** @param role none once the masquerade has ended without a press on the way back, as by signing out */
export function writeMasquerade(role: Role | undefined, back: WayBack | undefined): string {
  if (back === undefined) return role ?? '';
  return `${role ?? ''}.${back.userId}.${encodeURIComponent(back.path)}`;
}

/** Whatever the cookie holds, it leads to no other site. */
export function readWayBack(cookie: string | undefined): WayBack | undefined {
  const [, userId, encoded] = /^[a-z]*\.([a-z0-9]{1,32})\.(%2F.*)$/.exec(cookie ?? '') ?? [];
  if (userId === undefined || encoded === undefined) return undefined;
  return { userId, path: ownPath(new URLSearchParams(`path=${encoded}`).get('path')) };
}

/** For the data of every page: of others than staff on their way back they are as they were. */
export function findWayBack({ actor, browser }: Pick<Current, 'actor' | 'browser'>): { readonly wayBack?: string } {
  const back = isStaff(actor.ownRole) ? readWayBack(browser.cookies[MASQUERADE_COOKIE]) : undefined;
  return back !== undefined && back.userId === actor.userId ? { wayBack: back.path } : {};
}
