import { describeObject } from '#lib/calls/meanings.server.ts';
import type { FieldMeaning, Meanings } from '#lib/calls/meanings.server.ts';

import { Alias, FormerAlias, OwnAlias } from './alias.ts';

const userId: FieldMeaning = { about: 'The Lookup Code of the player.', sample: 'pl4yer' };

export const aliasMeanings: Meanings = {
  parameters: {
    'aliases.changeAlias alias': 'The new name.',
    'aliases.decideAlias alias': 'The name that takes its place.',
    'aliases.decideAlias decision': 'What is decided.',
    'aliases.findQueue state': 'Names that wait, or those that were denied.',
    'aliases.undoDecision decisionId': 'The decision, by its id.',
  },
  objects: [
    describeObject('Alias', 'What somebody is called in a context.', Alias, {
      userId,
      alias: {
        about: 'Their name, or the safe one in its place; absent for who is unknown or has left.',
        sample: 'Espurrator',
      },
      context: {
        about: 'Where it is shown; with -safe at its end the name is one that the site made.',
        sample: 'rumpus',
      },
      anonymous: { about: 'true for who is unknown or has left; else absent.', sample: false },
      reports: { about: 'How often the name was reported; for staff.', unit: 'reports', sample: 0 },
      whitelisted: { about: 'Whether a moderator has allowed it whatever is reported; for staff.', sample: false },
    }),
    describeObject('FormerAlias', 'A name that somebody had.', FormerAlias, {
      alias: { about: 'The name.', sample: 'Night Badger' },
      since: { about: 'When they took it.', sample: '2026-03-01T12:00:00.000Z' },
      until: { about: 'When it ended.', sample: '2026-09-14T18:30:00.000Z' },
      endedBy: { about: 'Who ended it: its owner, staff, or the site itself.', sample: 'owner' },
    }),
    describeObject('OwnAlias', 'Somebody’s name in a context, and what became of it.', OwnAlias, {
      userId,
      context: { about: 'Where it is shown.', sample: 'rumpus' },
      alias: { about: 'The name; null while they have none there.', sample: 'Espurrator' },
      safeAlias: { about: 'What others see while the name is not approved; null for none.', sample: 'Player 4711' },
      state: {
        about: 'Whether it is approved, waits for a moderator, or was denied; null without a name.',
        sample: 'approved',
      },
      reason: { about: 'Why a moderator denied or replaced it; null when none did.', sample: null },
      since: { about: 'When they took it; null without a name.', sample: '2026-09-14T18:30:00.000Z' },
      changeableAt: { about: 'When they may change it again; null for at once.', sample: '2026-09-28T18:30:00.000Z' },
      history: { about: 'The names before it, the latest first.' },
    }),
  ],
};
