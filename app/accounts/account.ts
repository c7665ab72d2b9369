import * as z from 'zod/mini';

import { ROLES } from '#app/current/role.ts';
import type { SessionUser as User } from '#app/current/browser/session-user.ts';

export const UserType = z.enum(ROLES.filter((role) => role !== 'public'));
export type UserType = z.output<typeof UserType>;

/** The session user that the browser keeps (specification §3). */
export const SessionUser = z.object({
  userId: z.string(),
  alias: z.nullable(z.string()),
  loginId: z.nullable(z.string()),
  usertype: UserType,
  bsidx: z.null(),
  masquerade: z.optional(UserType),
}) satisfies z.ZodMiniType<User>;
export type SessionUser = User;
