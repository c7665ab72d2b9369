import { describeObject } from '#lib/calls/meanings.server.ts';
import type { FieldMeaning, Meanings } from '#lib/calls/meanings.server.ts';

import { ShortlinkVisits } from './calls.ts';
import { ShortlinkRecord, ShortlinkRule, VisitCount, LinkVisitSums } from './shortlink.ts';

const AT = '2026-11-20T08:00:00.000Z';
const TARGET = 'https://store.example.com/game';
const SETTINGS = {
  target: { about: 'Where it leads: a whole address of http or https.', sample: TARGET },
  title: { about: 'What the team calls it; chats show it.', sample: 'The trailer' },
  tags: { about: 'Words by which links are kept together.', sample: ['launch'] },
  rules: { about: 'Where it leads some: the first rule that somebody meets decides.', sample: [] },
  utm: { about: 'The campaign, which is added to the query of every target.', sample: { source: 'poster' } },
  expiresAt: { about: 'When it ends; null for never.', sample: null },
  maxVisits: { about: 'How many people may open it; null for all.', unit: 'visits', sample: null },
} satisfies Record<string, FieldMeaning>;
const about = ({ about }: FieldMeaning) => about;

export const shortlinkMeanings: Meanings = {
  parameters: {
    'shortlinks slug': 'The last part of the short address.',
    'shortlinks list': 'Those that work, that have ended, whose target is broken, or that are deleted.',
    'shortlinks text': 'Words of the slug, the title, the tags or the target.',
    'shortlinks tag': 'Only those with this tag.',
    'shortlinks span': 'Of 24 hours by hours, 30 days by days, or 12 months.',
    'shortlinks target': about(SETTINGS.target),
    'shortlinks title': about(SETTINGS.title),
    'shortlinks tags': about(SETTINGS.tags),
    'shortlinks rules': about(SETTINGS.rules),
    'shortlinks utm': about(SETTINGS.utm),
    'shortlinks expiresAt': about(SETTINGS.expiresAt),
    'shortlinks maxVisits': about(SETTINGS.maxVisits),
    'shortlinks password': 'What whoever opens it is asked for; null for nothing.',
  },
  objects: [
    describeObject('ShortlinkRule', 'Leads elsewhere whoever meets all of its conditions.', ShortlinkRule, {
      target: SETTINGS.target,
      devices: { about: 'Kinds of devices; empty for all.', sample: ['ios'] },
      locales: { about: 'Locales of the site, as the browser asks for them; empty for all.', sample: ['de-DE'] },
      countries: { about: 'Two capital letters each; empty for all.', sample: ['DE'] },
      from: { about: 'When it begins; null for always.', sample: null },
      until: { about: 'When it ends; null for never.', sample: null },
      share: {
        about: 'Of those who meet the rest, how many; the same person always gets the same. Null for all.',
        unit: 'percent',
        sample: 50,
      },
    }),
    describeObject('Shortlink', 'A short address that leads elsewhere.', ShortlinkRecord, {
      ...SETTINGS,
      shortlinkId: { about: 'Its id, which stays.', sample: '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60' },
      slug: { about: 'The last part of the short address.', sample: 'trailer' },
      url: { about: 'The short address.', sample: 'https://www.example.com/go/trailer' },
      hasPassword: { about: 'Whether whoever opens it is asked for a password.', sample: false },
      usedVisits: { about: 'How many of the most visits are used up.', unit: 'visits', sample: 0 },
      visits: { about: 'How often people opened it.', unit: 'visits', sample: 128 },
      visitedAt: { about: 'When somebody last did; null for never.', sample: AT },
      health: { about: 'How its target answered.', sample: 'fine' },
      healthDetail: { about: 'The status, or why there is none.', sample: '200' },
      checkedAt: { about: 'When the target was last asked.', sample: AT },
      rev: { about: 'Counts its changes.', unit: 'changes', sample: 1 },
      createdBy: { about: 'The Lookup Code of who made it.', sample: 'st4ff' },
      createdAt: { about: 'When it was made.', sample: AT },
      changedAt: { about: 'When it was last changed.', sample: AT },
      deletedAt: { about: 'When it was deleted; null while it is there.', sample: null },
    }),
    describeObject('LinkVisitSums', 'The visits of an hour, a day or a month, in UTC.', LinkVisitSums, {
      at: { about: 'When it begins.', sample: AT },
      visits: { about: 'How often people opened it.', unit: 'visits', sample: 12 },
      visitors: { about: 'How many people, each once a day.', unit: 'people', sample: 9 },
      bots: { about: 'How often programs did.', unit: 'visits', sample: 3 },
      unfurls: { about: 'How often chats drew a preview.', unit: 'previews', sample: 2 },
    }),
    describeObject('VisitCount', 'How often people came by one value of a field.', VisitCount, {
      field: { about: 'What is counted by.', sample: 'device' },
      value: { about: 'The value; 0 is the own target, else the place of a rule.', sample: 'ios' },
      visits: { about: 'How often.', unit: 'visits', sample: 7 },
    }),
    describeObject('ShortlinkVisits', 'The visits of a shortlink.', ShortlinkVisits, {
      sums: { about: 'Over time, the earliest first.' },
      counts: { about: 'By field, the ten most frequent values of each.' },
    }),
  ],
};
