import { findActiveRole } from '#app/accounts/accounts.server.ts';
import { roleByProof } from '#app/accounts/recovery/passkey-rule.server.ts';
import { APP_KEY_HEADER, neededScope } from '#app/apps/app-key.ts';
import { findAppKey } from '#app/apps/find-app-key.server.ts';
import type { AppKey } from '#app/apps/find-app-key.server.ts';
import { VISITOR } from '#app/current/current.server.ts';
import type { Actor } from '#app/current/current.server.ts';
import { badCredentials, keyMayNot } from '#app/current/problems.ts';
import type { Role } from '#app/current/role.ts';
import { findKey } from '#app/delegation/find-key.server.ts';
import type { DelegationKey } from '#app/delegation/find-key.server.ts';
import { KEY_HEADER, missingKeyFor } from '#app/delegation/key.ts';
import { isForStaff, isForTools } from '#app/delegation/permissions.ts';
import { invalidKey, malformedKey } from '#app/delegation/problems.ts';
import type { Call } from '#lib/calls/call.ts';
import type { MatchedCall } from '#lib/calls/route.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { isCallPath } from './call-path.ts';
import type { SiteParts } from './parts.server.ts';

export type RequestKey =
  | { readonly of: 'user'; readonly caller: string; readonly key: DelegationKey; readonly role: Role }
  | { readonly of: 'app'; readonly caller: string; readonly key: AppKey };

type KeyOfUser = Extract<RequestKey, { of: 'user' }>;

/** Keys are for calls; pages ignore them. */
export function hasKey({ headers }: Request, path: string): boolean {
  return isCallPath(path) && (headers.has(KEY_HEADER) || headers.has(APP_KEY_HEADER));
}

/** @throws Problem 403 for a malformed key, 401 for one that is invalid or whose owner is banned */
export async function requireKey(parts: SiteParts, request: Request): Promise<RequestKey> {
  const { headers } = request;
  const sent = [headers.get(KEY_HEADER), headers.get(APP_KEY_HEADER)].filter((token) => token !== null);
  if (sent.length !== 1 || !sent.every((token) => /^[\x21-\x7e]+$/.test(token))) throw new Problem(malformedKey);
  const key = await findValidKey(parts, request);
  if (key === undefined) throw new Problem(invalidKey);
  return key;
}

/** Undefined also when its owner is banned. */
export async function findValidKey(
  { db, rowCache, now, config }: SiteParts,
  { headers }: Request,
): Promise<RequestKey | undefined> {
  const token = headers.get(KEY_HEADER);
  if (token === null) {
    const key = await findAppKey(db, rowCache, headers.get(APP_KEY_HEADER) ?? '', now());
    return key && { of: 'app', caller: `app:${key.appId}`, key };
  }
  const key = await findKey(db, rowCache, token, now());
  const role = key && (await findActiveRole(db, rowCache, key.userId, now()));
  return key && role && { of: 'user', caller: `key:${key.passId}`, key, role: roleByProof(config, role, false) };
}

/** Without the permission a read is answered as for a visitor. @throws Problem 403 for a change without it */
export function actorOfKey(key: RequestKey, { call, params }: MatchedCall): Actor {
  const actor = key.of === 'user' ? actorOfUser(key, call.byKey) : actorOfApp(key.key, call, params);
  const isActing = actor.userId !== undefined || actor.app !== undefined;
  if (!isActing && call.method !== 'GET') throw new Problem(keyMayNot);
  return actor;
}

function actorOfUser({ key: { userId, ...key }, role }: KeyOfUser, needed: string | true | undefined): Actor {
  const acts = isForStaff(needed) ? role : 'authenticated';
  const isPermitted = needed === true || (needed !== undefined && key.permissions.includes(needed));
  return isPermitted ? { ...VISITOR, userId, role: acts, ownRole: acts, key } : { ...VISITOR, key };
}

function actorOfApp(
  { keyId, appId, name, scopes, expiresAt }: AppKey,
  call: MatchedCall['call'],
  params: MatchedCall['params'],
): Actor {
  const needed = neededScope(call, params.crateId);
  const own = scopes.filter(({ crateId }) => crateId === '*' || crateId === needed.crateId);
  const rights = own.flatMap(({ may }) => may);
  const isPermitted = needed.crateId !== undefined && rights.some((right) => needed.rights.includes(right));
  const key = { passId: keyId, name, permissions: rights, expiresAt };
  return isPermitted ? { ...VISITOR, app: appId, key } : { ...VISITOR, key };
}

/**
 * A refusal that a key would change tells of what key: its header, and the permission that the call needs.
 * @param isTool neither a key nor a session was sent, also none that has ended, and it is no page of ours that asks
 */
export function nameNeededKey(refusal: Problem, call: Call | undefined, isTool: boolean): Problem {
  const permission = call?.byKey;
  const isMissing = isTool && isProblem(refusal, badCredentials);
  if (permission === undefined || !(isMissing || isProblem(refusal, keyMayNot))) return refusal;
  const members = { header: KEY_HEADER, ...(permission !== true && { permission }) };
  const kind = isMissing && isForTools(permission) ? missingKeyFor(permission) : refusal;
  return new Problem(kind, { ...refusal.details, members: { ...refusal.details.members, ...members } });
}
