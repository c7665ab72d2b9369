import { findActiveRole, isBanned, isLeaving } from '#app/accounts/accounts.server.ts';
import { roleByProof } from '#app/accounts/recovery/passkey-rule.server.ts';
import { findRequestSettings } from '#app/accounts/settings/settings.server.ts';
import { TESTER_HEADER } from '#app/admin/api/tester-role.ts';
import { readTesterToken } from '#app/admin/api/tester-tokens.server.ts';
import type { Actor } from '#app/current/current.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { MASQUERADE_COOKIE, readMasquerade } from '#app/current/masquerade.server.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import { badCredentials } from '#app/current/problems.ts';
import { isStaff, mayMasquerade } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import { sessionCookieName } from '#app/login/cookies.server.ts';
import type { MatchedCall } from '#lib/calls/route.server.ts';
import { Problem } from '#lib/problem.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import { isCallPath } from './call-path.ts';
import { actorOfKey, hasKey, findValidKey, requireKey } from './keys.server.ts';
import type { RequestKey } from './keys.server.ts';
import type { SiteParts } from './parts.server.ts';

export interface Authentication {
  readonly session: Session | undefined;
  readonly own: Role;
  readonly masquerade: Masquerade;
  readonly key: RequestKey | undefined;
  /** The cookie is of a session that has ended. */
  readonly hasEnded: boolean;
  /** By a token of the API tester, which no other page can send: its role is decided. */
  readonly isTester?: boolean;
  /** Which the account has chosen for all its devices. */
  readonly locale?: Locale | undefined;
  readonly bannedId?: string;
  readonly leavingId?: string;
}

export const ANONYMOUS: Authentication = {
  session: undefined,
  own: 'public',
  masquerade: { as: undefined, requested: undefined },
  key: undefined,
  hasEnded: false,
};

interface AuthenticationRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** @throws Problem 401 or 403 for an invalid key */
export async function authenticate(
  parts: SiteParts,
  { request, path, cookies }: AuthenticationRequest,
): Promise<Authentication> {
  if (hasTesterToken(request, path)) return authenticateTester(parts, request);
  if (hasKey(request, path)) return { ...ANONYMOUS, key: await requireKey(parts, request) };
  const { sessions, db, rowCache, now, config } = parts;
  const token = cookies[sessionCookieName(config)];
  if (token === undefined) return ANONYMOUS;
  const time = now();
  const found = await sessions.findEvenEnded(token, time);
  if (found === undefined) return { ...ANONYMOUS, hasEnded: true };
  const { session, isEnded } = found;
  const { userId } = session;
  const role = isEnded ? undefined : await findActiveRole(db, rowCache, userId, time);
  if (role !== undefined) {
    const { locale } = await findRequestSettings(db, rowCache, userId);
    return { ...ANONYMOUS, session, locale, own: roleByProof(config, role, session.isByPasskey) };
  }
  if (!isEnded && (await isLeaving(db, rowCache, userId, time))) return { ...ANONYMOUS, leavingId: userId };
  const bannedId = (await isBanned(db, rowCache, userId, time)) ? userId : undefined;
  return { ...ANONYMOUS, hasEnded: true, ...(bannedId !== undefined && { bannedId }) };
}

/** Cookies are ignored beside it, as beside a key. */
export function hasTesterToken({ headers }: Request, path: string): boolean {
  return isCallPath(path) && headers.has(TESTER_HEADER);
}

/** @throws Problem 401 for a token that has ended or whose role is not below that of its owner any more, and on production */
async function authenticateTester(parts: SiteParts, request: Request): Promise<Authentication> {
  const { sessions, db, rowCache, now, config, secret } = parts;
  const token = readTesterToken(request.headers.get(TESTER_HEADER) ?? '', secret);
  if (token === undefined || isProduction(config.stage) || hasKey(request, '/api/')) throw new Problem(badCredentials);
  const session = await sessions.find(token.session, now());
  const role = session && (await findActiveRole(db, rowCache, session.userId, now()));
  const own = role && roleByProof(config, role, session.isByPasskey);
  if (own === undefined || !isStaff(own) || !mayMasquerade(own, token.role)) throw new Problem(badCredentials);
  return { ...ANONYMOUS, session, own, masquerade: { as: token.role, requested: undefined }, isTester: true };
}

export async function isStillAuthenticated(
  parts: SiteParts,
  request: AuthenticationRequest,
  { session, own, key }: Authentication,
): Promise<boolean> {
  if (key !== undefined) return (await findValidKey(parts, request.request)) !== undefined;
  const again = await authenticate(parts, request);
  return again.session?.loginId === session?.loginId && again.own === own;
}

/** Of the query, or of the cookie. @throws Problem 400 'Invalid masquerade', 401 in a call of a session that has ended */
export function applyMasquerade(
  { path, search, cookies }: AuthenticationRequest,
  authentication: Authentication,
): Authentication {
  if (authentication.key !== undefined || authentication.isTester) return authentication;
  const query = search.includes('masquerade=') ? new URLSearchParams(search).get('masquerade') : null;
  if (authentication.hasEnded && query) {
    if (isCallPath(path)) throw new Problem(badCredentials);
    // A page is that of a visitor, and says that the session has ended.
    return authentication;
  }
  return { ...authentication, masquerade: readMasquerade(authentication.own, query, cookies[MASQUERADE_COOKIE]) };
}

/** @param call decides whether a key permits it  @throws Problem 403 for a change that the key does not permit */
export function toActor(
  { session, own, masquerade, key, bannedId, leavingId }: Authentication,
  call?: MatchedCall,
): Actor {
  if (key !== undefined && call !== undefined) return actorOfKey(key, call);
  return {
    userId: session?.userId,
    role: masquerade.as ?? own,
    ownRole: own,
    masquerade: masquerade.as,
    loginId: session?.loginId,
    provedAt: session?.provedAt,
    isByPasskey: session?.isByPasskey ?? false,
    app: undefined,
    bannedId,
    leavingId,
  };
}
