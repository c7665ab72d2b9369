import { call as declareCall } from '#lib/calls/call.ts';
import type { ExactCall, Method } from '#lib/calls/call.ts';

import type { Role } from './role.ts';

/** The lowest role that is answered; `policy` where that of a crate decides. */
export type CallAudience = Role | 'policy';

/** A contract of this site. The table in `test/site/call-rights.test.ts` is held against what it says of roles. */
export const call: <
  Least extends CallAudience,
  Verb extends Method,
  Path = undefined,
  Query = undefined,
  Headers = undefined,
  Body = undefined,
>(
  contract: ExactCall<Path, Query, Headers, Body, Least, Verb>,
) => ExactCall<Path, Query, Headers, Body, Least, Verb> = declareCall;
