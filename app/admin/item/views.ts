import { hasKey } from '#lib/has-key.ts';

/** The parts of the page, each with an address. */
export const VIEWS = {
  item: 'admin.item.view.item',
  people: 'admin.item.view.people',
  stats: 'admin.item.view.stats',
  versions: 'admin.item.view.versions',
  access: 'admin.item.view.access',
  history: 'admin.item.view.history',
} as const;
export type ItemTab = keyof typeof VIEWS;

export function readView(name: string | null): ItemTab {
  return name !== null && hasKey(VIEWS, name) ? name : 'item';
}
