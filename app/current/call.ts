import { call as declareCall } from '#lib/calls/call.ts';
import type { Call } from '#lib/calls/call.ts';

import type { Role } from './role.ts';

/** The lowest role that is answered; `policy` where that of a crate decides. */
export type CallAudience = Role | 'policy';

/** A contract of this site. The table in `test/site/call-rights.test.ts` is held against what it says of roles. */
export const call: <Path = undefined, Query = undefined, Headers = undefined, Body = undefined>(
  contract: Call<Path, Query, Headers, Body> & { readonly least: CallAudience },
) => Call<Path, Query, Headers, Body> = declareCall;
