import * as z from 'zod/mini';

import type { Choice } from '#app/choices/choice.server.ts';
import type { ChoiceOption } from '#app/choices/choice.ts';
import type { Locale } from '#app/current/locale.ts';
import { formatDate } from '#lib/locale/intl.ts';

/** Hours of the clock in the zone of whoever chooses. */
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
/** From Monday, 1, on. */
const DAYS = ['1', '2', '3', '4', '5', '6', '7'];
/** A Monday, from which the names of days are taken. */
const MONDAY = Date.UTC(2026, 0, 5);

export const digestHour: Choice = {
  name: 'digestHour',
  schema: z.literal(HOURS),
  fallback: '9',
  pages: ['/alerts'],
  title: 'notify.alerts.digestHour',
  options: (_text, locale) => hourOptions(locale),
};

export const digestDay: Choice = {
  name: 'digestDay',
  schema: z.literal(DAYS),
  fallback: '1',
  pages: ['/alerts'],
  title: 'notify.alerts.digestDay',
  options: (_text, locale) =>
    DAYS.map((day) => ({
      value: day,
      label: formatDate(locale, MONDAY + (Number(day) - 1) * 86_400_000, { weekday: 'long' }),
    })),
};

/** It is quiet where both hours are chosen, and are two. */
const quietHour = {
  schema: z.literal(['', ...HOURS]),
  fallback: '',
  pages: ['/alerts'],
  options: (text, locale) => [{ value: '', label: text('notify.alerts.noQuiet') }, ...hourOptions(locale)],
} satisfies Partial<Choice>;

export const quietFrom: Choice = { ...quietHour, name: 'quietFrom', title: 'notify.alerts.quietFrom' };
export const quietUntil: Choice = { ...quietHour, name: 'quietUntil', title: 'notify.alerts.quietUntil' };

function hourOptions(locale: Locale): ChoiceOption[] {
  return HOURS.map((hour) => ({
    value: hour,
    label: formatDate(locale, MONDAY + Number(hour) * 3_600_000, { hour: 'numeric', minute: '2-digit' }),
  }));
}
