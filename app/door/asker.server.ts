import { findActiveRole } from '#app/accounts/accounts.server.ts';
import type { Actor } from '#app/current/current.server.ts';
import { MASQUERADE_COOKIE, masqueradeOf } from '#app/current/masquerade.server.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import type { Role } from '#app/current/role.ts';
import { sessionCookieName } from '#app/login/cookies.server.ts';
import type { Meant } from '#lib/calls/route.server.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import type { SiteParts } from './parts.server.ts';
import { actorByKey, bringsKey, findWorkingKey, requireKey } from './keys.server.ts';
import type { Key } from './keys.server.ts';
import { isWrite } from './request-limits.server.ts';

export interface Asker {
  readonly session: Session | undefined;
  readonly own: Role;
  readonly masquerade: Masquerade;
  /** What came in place of a session. */
  readonly key: Key | undefined;
}

export const NOBODY: Asker = {
  session: undefined,
  own: 'public',
  masquerade: { as: undefined, asked: undefined },
  key: undefined,
};

interface Asked {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/**
 * The session of the request and the role of its account, or the key that it brings.
 * @throws Problem 401 or 403 for a key that is none
 */
export async function findAsker(parts: SiteParts, { request, path, cookies }: Asked): Promise<Asker> {
  if (bringsKey(request, path)) return { ...NOBODY, key: await requireKey(parts, request) };
  const { sessions, db, memory, now, config } = parts;
  const token = cookies[sessionCookieName(config)];
  if (token === undefined) return NOBODY;
  const time = now();
  const session = await sessions.find(token, time);
  const own = session && (await findActiveRole(db, memory, session.userId, time));
  return own === undefined ? NOBODY : { ...NOBODY, session, own };
}

/** Whether the request would still find its asker: the session in the same role, or the key. */
export async function isSameAsker(parts: SiteParts, asked: Asked, { session, own, key }: Asker): Promise<boolean> {
  if (key !== undefined) return (await findWorkingKey(parts, asked.request)) !== undefined;
  const again = await findAsker(parts, asked);
  return again.session?.loginId === session?.loginId && again.own === own;
}

/** The asker in the role that a read asks for, or that pages have kept. @throws Problem 400 'Invalid masquerade' */
export function masked({ request, search, cookies }: Asked, who: Asker): Asker {
  if (who.key !== undefined) return who;
  const asks = !isWrite(request) && search.includes('masquerade=');
  const query = asks ? new URLSearchParams(search).get('masquerade') : null;
  return { ...who, masquerade: masqueradeOf(who.own, query, cookies[MASQUERADE_COOKIE]) };
}

/** @param meant the call, which says how much a key is worth  @throws Problem 403 for a change that a key is not for */
export function actorOf({ session, own, masquerade, key }: Asker, meant?: Meant): Actor {
  if (key !== undefined && meant !== undefined) return actorByKey(key, meant);
  return {
    userId: session?.userId,
    role: masquerade.as ?? own,
    ownRole: own,
    masquerade: masquerade.as,
    loginId: session?.loginId,
    provedAt: session?.provedAt,
    app: undefined,
  };
}
