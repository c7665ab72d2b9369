import * as z from 'zod/mini';

/** How many ids one look-up takes (specification §9). */
export const MAX_LOOKUP = 100;
export const DEFAULT_CONTEXT = 'rumpus';

export const AliasContext = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lowercase letters, digits and hyphens'));

/** Someone's name in a context; an unknown or deleted user has none and is anonymous. */
export const Alias = z.object({
  userId: z.string(),
  alias: z.optional(z.string()),
  context: z.string(),
  anonymous: z.optional(z.boolean()),
});
export type Alias = z.output<typeof Alias>;
