import { parseJson } from '#lib/parse-json.ts';

import { isRole, mayMasquerade } from '../role.ts';
import type { Role } from '../role.ts';
import type { SessionUser, UserType } from './session-user.ts';

export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionUserStore {
  read: () => SessionUser | undefined;
  /** A user without both ids clears the store (specification §4, LOG_IN). */
  save: (user: SessionUser) => void;
  clear: () => void;
}

export function createSessionUserStore(storage: KeyedStorage, key = 'user'): SessionUserStore {
  return {
    read: () => userIn(storage.getItem(key)),
    save: (user) => (isLoggedIn(user) ? storage.setItem(key, JSON.stringify(user)) : storage.removeItem(key)),
    clear: () => storage.removeItem(key),
  };
}

/** Only if it is strictly below the user's own. */
export function storedMasquerade(user: SessionUser | undefined): Role | undefined {
  if (user?.masquerade === undefined) return undefined;
  return mayMasquerade(user.usertype, user.masquerade) ? user.masquerade : undefined;
}

export function effectiveRole(user: SessionUser | undefined): Role {
  return storedMasquerade(user) ?? user?.usertype ?? 'public';
}

/** Local storage may hold anything: an invalid user counts as none. */
function userIn(text: string | null): SessionUser | undefined {
  const value = parseJson(text ?? 'null');
  if (typeof value !== 'object' || value === null) return undefined;
  const { userId, loginId, alias, usertype, masquerade } = value as Record<string, unknown>;
  if (!isLoggedIn({ userId, loginId }) || !isUserType(usertype)) return undefined;
  return {
    userId: String(userId),
    loginId: String(loginId),
    usertype,
    bsidx: null,
    alias: typeof alias === 'string' ? alias : null,
    ...(isUserType(masquerade) && { masquerade }),
  };
}

function isLoggedIn(user: { userId: unknown; loginId: unknown }): boolean {
  return [user.userId, user.loginId].every((id) => typeof id === 'string' && id !== '');
}

function isUserType(value: unknown): value is UserType {
  return isRole(value) && value !== 'public';
}
