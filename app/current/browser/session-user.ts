import type { Role } from '../role.ts';

/** The role of an account. */
export type UserType = Exclude<Role, 'public'>;

/** The signed-in user (specification §3). */
export interface SessionUser {
  userId: string;
  /** Null without one. */
  alias: string | null;
  /** Of their session; null for another account. */
  loginId: string | null;
  usertype: UserType;
  /** The id in a legacy system; there is none. */
  bsidx: null;
  masquerade?: UserType | undefined;
}
