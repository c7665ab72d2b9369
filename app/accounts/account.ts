import * as z from 'zod/mini';

import type { SessionUser as SessionUserType } from '#app/current/browser/session-user.ts';
import { ROLES } from '#app/current/role.ts';

export const UserType = z.enum(ROLES.filter((role) => role !== 'public'));

/** The session user that the browser keeps (specification §3). */
export const SessionUser = z.object({
  userId: z.string(),
  alias: z.nullable(z.string()),
  loginId: z.nullable(z.string()),
  usertype: UserType,
  bsidx: z.null(),
  masquerade: z.optional(UserType),
}) satisfies z.ZodMiniType<SessionUserType>;

/** What somebody sees once, after joining. */
export const WELCOME_PAGE = '/welcome';
