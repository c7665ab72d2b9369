import type { ShortlinkRule } from '#app/shortlinks/shortlink.ts';

/** The name of a field of a rule, by its place. */
export const ruleField = (at: number, name: keyof ShortlinkRule): string => `rules.${at}.${name}`;

/** As a field of a day and time has it, of UTC. */
export const toFieldTime = (at: string | null): string => at?.slice(0, 16) ?? '';

/** @returns null for an empty field, and for one that is none the words themselves, which no schema takes */
export function fromFieldTime(typed: string): string | null {
  if (typed === '') return null;
  const at = new Date(`${typed}Z`);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

export const splitList = (typed: string): string[] => typed.split(/[\s,]+/).filter((one) => one !== '');

/** A number, or for anything else what no schema takes. */
export const fromFieldNumber = (typed: string): number | null => (typed === '' ? null : Number(typed));
