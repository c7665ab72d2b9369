import * as z from 'zod/mini';

import { ROLES } from '#app/current/role.ts';

export const UserType = z.enum(ROLES.filter((role) => role !== 'public'));

/** The session user that the browser keeps (specification §3). */
export const SessionUser = z.object({
  userId: z.string(),
  alias: z.nullable(z.string()),
  loginId: z.nullable(z.string()),
  usertype: UserType,
  /** The id in a legacy system; there is none. */
  bsidx: z.null(),
  masquerade: z.optional(UserType),
});
export type SessionUser = z.output<typeof SessionUser>;
