import * as z from 'zod/mini';

import { LOCALES } from '#app/current/locale.ts';
import { calendarDay } from '#lib/calls/day.ts';

const Day = calendarDay('a day such as 2026-11-28');

export const SEGMENT_ROLES = ['authenticated', 'staff', 'admin', 'super'] as const;

/** Whom of a newsletter's readers a campaign is for; what is left out asks for nothing. Nobody knows what readers open. */
export const Segment = z.object({
  locales: z.optional(z.array(z.enum(LOCALES)).check(z.minLength(1))),
  /** Days in UTC: confirmed then or later, and before then. */
  joinedFrom: z.optional(Day),
  joinedBefore: z.optional(Day),
  account: z.optional(z.enum(['yes', 'no'])),
  /** With an account of that role. */
  role: z.optional(z.enum(SEGMENT_ROLES)),
  /** With an account that follows the game of that slug. */
  game: z.optional(z.string().check(z.maxLength(64), z.regex(/^[a-z0-9-]+$/))),
});
/** Of its fields, those with one value. */
export const SEGMENT_CHOICES = ['joinedFrom', 'joinedBefore', 'account', 'role', 'game'] as const;
export type Segment = z.infer<typeof Segment>;
