import type { Current } from '#app/current/current.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';
import type { PeopleRule } from '#app/noun/people-rule.server.ts';

import { perkAnswers } from './answers.server.ts';
import { perkAudit } from './audit-kinds.server.ts';
import { perkErasure } from './erasure.server.ts';
import { givenPerk, lowStock, staffSubject } from './event-kinds.server.ts';
import { boughtRule, followRules } from './giving/rules.server.ts';
import { countQuarantinedKeys } from './keys.server.ts';
import { perkMeanings } from './meanings.server.ts';
import { showsBadges } from './own/shown-badges.server.ts';
import { findPerks } from './perks.server.ts';
import { perkRows } from './personal-rows.server.ts';
import { seedPerks } from './seed-perks.server.ts';

/** @param rules of all nouns, once all have said theirs */
export const perks = (rules: () => readonly PeopleRule[]): Noun => ({
  name: 'perks',
  answers: perkAnswers,
  meanings: perkMeanings,
  jobs: (current: () => Current) => [
    { name: 'perks:followRules', cron: '* * * * *', run: () => followRules(current(), rules()) },
  ],
  events: [givenPerk, lowStock],
  subjects: [staffSubject],
  audit: [perkAudit],
  choices: [showsBadges],
  peopleRules: [boughtRule],
  adminPlaces: [{ to: '/admin/perks', name: 'admin.perks.title', about: 'admin.perks.about', least: 'staff' }],
  findThings: findPerks,
  pendingCounts: [
    {
      door: 'console',
      to: '/admin/perks',
      name: 'admin.waiting.keys',
      count: async (current) => (await countQuarantinedKeys(current)).values().reduce((sum, one) => sum + one, 0),
    },
  ],
  seed: (current, { toUserId }) => seedPerks(current, toUserId),
  userIds: {
    perks: ['created_by'],
    perk_batches: ['created_by'],
    perk_grants: ['user_id', 'granted_by', 'revoked_by'],
    perk_keys: ['user_id', 'added_by'],
    perk_purchases: ['user_id'],
    perk_rules: ['created_by'],
  },
  ...perkRows,
  ...perkErasure,
});
