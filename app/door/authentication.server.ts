import { findActiveRole } from '#app/accounts/accounts.server.ts';
import type { Actor } from '#app/current/current.server.ts';
import { MASQUERADE_COOKIE, masqueradeOf } from '#app/current/masquerade.server.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import type { Role } from '#app/current/role.ts';
import { sessionCookieName } from '#app/login/cookies.server.ts';
import type { MatchedCall } from '#lib/calls/route.server.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import type { SiteParts } from './parts.server.ts';
import { actorOfKey, hasKey, findValidKey, requireKey } from './keys.server.ts';
import type { RequestKey } from './keys.server.ts';
import { isWrite } from './request-limits.server.ts';

export interface Authentication {
  readonly session: Session | undefined;
  readonly own: Role;
  readonly masquerade: Masquerade;
  /** What came in place of a session. */
  readonly key: RequestKey | undefined;
}

export const ANONYMOUS: Authentication = {
  session: undefined,
  own: 'public',
  masquerade: { as: undefined, asked: undefined },
  key: undefined,
};

interface AuthenticationRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/**
 * The session of the request and the role of its account, or the key that it brings.
 * @throws Problem 401 or 403 for a key that is none
 */
export async function authenticate(
  parts: SiteParts,
  { request, path, cookies }: AuthenticationRequest,
): Promise<Authentication> {
  if (hasKey(request, path)) return { ...ANONYMOUS, key: await requireKey(parts, request) };
  const { sessions, db, rowCache, now, config } = parts;
  const token = cookies[sessionCookieName(config)];
  if (token === undefined) return ANONYMOUS;
  const time = now();
  const session = await sessions.find(token, time);
  const own = session && (await findActiveRole(db, rowCache, session.userId, time));
  return own === undefined ? ANONYMOUS : { ...ANONYMOUS, session, own };
}

/** Whether the request would still find its asker: the session in the same role, or the key. */
export async function isStillAuthenticated(
  parts: SiteParts,
  asked: AuthenticationRequest,
  { session, own, key }: Authentication,
): Promise<boolean> {
  if (key !== undefined) return (await findValidKey(parts, asked.request)) !== undefined;
  const again = await authenticate(parts, asked);
  return again.session?.loginId === session?.loginId && again.own === own;
}

/** The asker in the role that a read asks for, or that pages have kept. @throws Problem 400 'Invalid masquerade' */
export function applyMasquerade(
  { request, search, cookies }: AuthenticationRequest,
  who: Authentication,
): Authentication {
  if (who.key !== undefined) return who;
  const asks = !isWrite(request) && search.includes('masquerade=');
  const query = asks ? new URLSearchParams(search).get('masquerade') : null;
  return { ...who, masquerade: masqueradeOf(who.own, query, cookies[MASQUERADE_COOKIE]) };
}

/** @param meant the call, which says how much a key is worth  @throws Problem 403 for a change that a key is not for */
export function actorOf({ session, own, masquerade, key }: Authentication, meant?: MatchedCall): Actor {
  if (key !== undefined && meant !== undefined) return actorOfKey(key, meant);
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
