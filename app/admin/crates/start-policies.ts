import type { Policy } from '#app/storage/crates/policy.ts';

export const STARTS = ['closed', 'shown', 'players'] as const;
type Start = (typeof STARTS)[number];

/** What a new crate begins with; all of it can be changed. */
export const START_POLICIES: Readonly<Record<Start, Policy>> = {
  closed: {},
  shown: {
    list: ['public'],
    read: ['public'],
    create: ['staff'],
    update: ['staff'],
    delete: ['staff'],
    tag: ['staff'],
  },
  players: {
    list: ['public'],
    read: ['public'],
    create: ['authenticated'],
    update: ['owner', 'collaborator', 'staff'],
    delete: ['owner', 'staff'],
    tag: ['owner', 'collaborator', 'staff'],
    collaborate: ['owner', 'staff'],
    hide: { hidden: 'staff' },
    protect: { hidden: 'staff' },
    quotas: { user: { items: 100 } },
  },
};

export function isStart(name: string): name is Start {
  return STARTS.some((start) => start === name);
}
