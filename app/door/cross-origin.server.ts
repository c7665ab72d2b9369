import { APP_KEY_HEADER } from '#app/apps/app-key.ts';
import type { AppKey } from '#app/apps/find-app-key.server.ts';
import { findKnownApps } from '#app/apps/known-apps.server.ts';
import { originNotAllowed } from '#app/apps/problems.ts';
import { Problem } from '#lib/problem.ts';

import type { SiteParts } from './parts.server.ts';

const ASKED_HEADERS = 'access-control-request-headers';

/**
 * The origin of a preflight that asks for the header of app keys, where any app lists it: a preflight has no key, so that the
 * request after it is judged by its own. Undefined for any other.
 */
export async function findAppOrigin(
  { db, rowCache }: Pick<SiteParts, 'db' | 'rowCache'>,
  { headers }: Request,
): Promise<string | undefined> {
  const [origin, asked] = [headers.get('origin'), headers.get(ASKED_HEADERS)];
  if (origin === null || asked === null || !asksForKey(asked)) return undefined;
  return (await findKnownApps(db, rowCache)).origins.has(origin) ? origin : undefined;
}

/** @param asked the names of headers */
export function asksForKey(asked: string): boolean {
  return asked.split(',').some((name) => name.trim().toLowerCase() === APP_KEY_HEADER.toLowerCase());
}

/**
 * The answer is for the pages of one origin, or for none. @param headers of the answer
 * @returns a refusal of the pages of an origin that the key's app does not list
 */
export function judgeOrigin(
  { headers: asked }: Request,
  { origins }: AppKey,
  own: ReadonlySet<string>,
  headers: Record<string, string>,
): Problem | undefined {
  const origin = asked.get('origin');
  delete headers['access-control-allow-origin'];
  headers['vary'] = 'origin';
  if (origin === null) return undefined;
  if (!origins.includes(origin) && !own.has(origin)) return new Problem(originNotAllowed);
  headers['access-control-allow-origin'] = origin;
  return undefined;
}
