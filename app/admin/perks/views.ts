import type { TextKey } from '#app/current/locale.ts';

export const PERK_VIEW_NAMES = {
  overview: 'admin.perks.viewOverview',
  codes: 'admin.perks.viewCodes',
  people: 'admin.perks.viewPeople',
  keys: 'admin.perks.viewKeys',
  rules: 'admin.perks.viewRules',
} as const satisfies Record<string, TextKey>;
type PerkView = keyof typeof PERK_VIEW_NAMES;
export const PERK_VIEWS = Object.keys(PERK_VIEW_NAMES) as PerkView[];
