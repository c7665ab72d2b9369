import * as z from 'zod/mini';

import { ROLES } from '#app/current/role.ts';

import { ACTIONS } from '../crates/policy.ts';
import type { Action, Alternative } from '../crates/policy.ts';

const Verdict = z.object({ allowed: z.boolean(), rule: z.string() });

/** `rule` is a path in the crate's policy, such as `read[0]` or `hide.secret`. */
export const Explanation = z.object({
  as: z.object({ userId: z.nullable(z.string()), role: z.enum(ROLES), app: z.boolean() }),
  /** `list` is for searches that do not name the item; `create` for an item of one's own with the same tags. */
  actions: z.object(Object.fromEntries(ACTIONS.map((action) => [action, Verdict])) as Record<Action, typeof Verdict>),
  stats: z.record(z.string(), Verdict),
  records: z.record(z.string(), Verdict),
  protect: z.record(z.string(), Verdict),
});
export type Explanation = z.output<typeof Explanation>;

type DeedAnswer = 'yes' | 'no' | 'sometimes';

/** What somebody may do in a crate, and the rule that decides. */
export interface DeedExplanation {
  readonly as: Explanation['as'];
  readonly answer: DeedAnswer;
  readonly rule: string;
  /** For which items, where it depends on the item. */
  readonly alternatives: readonly Alternative[];
  /** Items of these tags are not for them. */
  readonly hiddenTags: readonly string[];
}
