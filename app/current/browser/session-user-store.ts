import { isRole, mayMasquerade } from '../role.ts';
import type { Role } from '../role.ts';

/** Who is signed in, as the browser keeps it (specification §3). */
export interface SessionUser {
  userId: string;
  loginId: string;
  alias?: string;
  usertype: Exclude<Role, 'public'>;
  bsidx?: string;
  masquerade?: Role;
}

export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionUserStore {
  read: () => SessionUser | undefined;
  save: (user: SessionUser) => void;
  clear: () => void;
}

/** Keeps the user under one key, such as in local storage, where every tab of the site sees it. */
export function createSessionUserStore(storage: KeyedStorage, key = 'user'): SessionUserStore {
  return {
    read: () => userIn(storage.getItem(key)),
    save: (user) => storage.setItem(key, JSON.stringify(user)),
    clear: () => storage.removeItem(key),
  };
}

/** The role to pass as, when the user has chosen one that is strictly below their own. */
export function keptMasquerade(user: SessionUser | undefined): Role | undefined {
  if (user?.masquerade === undefined) return undefined;
  return mayMasquerade(user.usertype, user.masquerade) ? user.masquerade : undefined;
}

/** What the user counts as: the masquerade's role, when there is one. */
export function effectiveRole(user: SessionUser | undefined): Role {
  return keptMasquerade(user) ?? user?.usertype ?? 'public';
}

/** Anyone can write anything into their own storage; what is no user counts as none. */
function userIn(text: string | null): SessionUser | undefined {
  const value = parsed(text ?? 'null');
  if (typeof value !== 'object' || value === null) return undefined;
  const { userId, loginId, alias, usertype, bsidx, masquerade } = value as Record<string, unknown>;
  if (typeof userId !== 'string' || typeof loginId !== 'string' || !isRole(usertype) || usertype === 'public') {
    return undefined;
  }
  return {
    userId,
    loginId,
    usertype,
    ...(typeof alias === 'string' && { alias }),
    ...(typeof bsidx === 'string' && { bsidx }),
    ...(isRole(masquerade) && { masquerade }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
