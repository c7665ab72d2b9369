import * as z from 'zod/mini';

export const PresentPerson = z.object({
  userId: z.string(),
  /** Of those who are there when a page is made; who comes later is looked up. */
  name: z.optional(z.string()),
  since: z.iso.datetime(),
  /** Since when they have typed something that is not saved; null when they have not. */
  writingSince: z.nullable(z.iso.datetime()),
});
export type PresentPerson = z.output<typeof PresentPerson>;
