import * as z from 'zod/mini';

import { ROLES } from '#app/current/role.ts';

import { ACTIONS } from '../crates/policy.ts';
import type { Action } from '../crates/policy.ts';

const Verdict = z.object({ allowed: z.boolean(), rule: z.string() });

/** What someone may do to an item, with the rule of the crate's policy that says so, such as `read[0]` or `hide.secret`. */
export const Explanation = z.object({
  as: z.object({ userId: z.nullable(z.string()), role: z.enum(ROLES), app: z.boolean() }),
  /** `list` is about searches that do not name the item; `create` about an item of one's own with the same tags. */
  actions: z.object(Object.fromEntries(ACTIONS.map((action) => [action, Verdict])) as Record<Action, typeof Verdict>),
  /** Whether one may write the stats and submit the records that have rules of their own. */
  stats: z.record(z.string(), Verdict),
  records: z.record(z.string(), Verdict),
  /** For each rule about protected tags, whether it lets one put them on and take them off. */
  protect: z.record(z.string(), Verdict),
});
export type Explanation = z.output<typeof Explanation>;
