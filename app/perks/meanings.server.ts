import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { HeldPerk, Purchase } from './perk.ts';

export const perkMeanings: Meanings = {
  parameters: {
    'perks perkId': 'The perk, by its id.',
    'perks userId': 'The Lookup Code of the player.',
    'perks purchaseId': 'The purchase, by the id that it has in the game: of up to 128 letters, digits and signs.',
  },
  objects: [
    describeObject('HeldPerk', 'A perk that a player has.', HeldPerk, {
      perkId: { about: 'The perk, by its id.', sample: 'golden-hat' },
      kind: { about: 'What it is: entitlement, key, item or badge.', sample: 'entitlement' },
      name: { about: 'What players see it called.', sample: 'Golden hat' },
      count: { about: 'How many of it they have.', unit: 'perks', sample: 1 },
      since: { about: 'When they got the first of them.', sample: '2026-11-28T12:00:00.000Z' },
    }),
    describeObject('Purchase', 'Of a perk in a game.', Purchase, {
      purchaseId: { about: 'Its id in the game.', sample: 'order-4711' },
      perkId: { about: 'The perk, by its id.', sample: 'golden-hat' },
      userId: { about: 'The Lookup Code of the player.', sample: 'pl4yer' },
      boughtAt: { about: 'When it was told first.', sample: '2026-11-28T12:00:00.000Z' },
      refundedAt: { about: 'When its refund was told; null without one.', sample: '2026-11-29T12:00:00.000Z' },
    }),
  ],
};
