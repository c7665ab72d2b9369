import type { Role } from '../role.ts';

/** The role of somebody who has signed in. */
export type UserType = Exclude<Role, 'public'>;

/** Who is signed in (specification §3). */
export interface SessionUser {
  userId: string;
  /** What everyone calls them; null for who has no name. */
  alias: string | null;
  /** Of their session; null where somebody else's account is told of. */
  loginId: string | null;
  usertype: UserType;
  /** The id in a legacy system; there is none. */
  bsidx: null;
  masquerade?: UserType | undefined;
}
