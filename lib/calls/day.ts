import * as z from 'zod/mini';

/** A day such as `2026-11-28`, of a year that PostgreSQL knows too: none is 0. */
export function calendarDay(words: string) {
  return z.iso.date(words).check(z.refine((day) => !day.startsWith('0000'), words));
}
