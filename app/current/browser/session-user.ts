import type { Role } from '../role.ts';

export type UserType = Exclude<Role, 'public'>;

/** Specification §3. */
export interface SessionUser {
  userId: string;
  alias: string | null;
  /** Null for another account. */
  loginId: string | null;
  usertype: UserType;
  /** The id in a legacy system; there is none. */
  bsidx: null;
  masquerade?: UserType | undefined;
}
