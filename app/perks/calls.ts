import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { HeldPerk, PerkId, Purchase } from './perk.ts';
import {
  allGiven,
  alreadyYours,
  brokenItem,
  noKeysLeft,
  noPerk,
  noPurchase,
  perkArchived,
  purchaseTaken,
  unknownPerson,
  wasRefunded,
} from './problems.ts';

const UserId = z.string().check(z.minLength(1), z.maxLength(64));
const params = z.object({
  perkId: z.string(),
  purchaseId: z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/)),
});

export const findHeldPerks = call({
  id: 'perks.findHeldPerks',
  method: 'GET',
  path: '/api/perks/players/{userId}',
  least: 'staff',
  summary: 'What a player has of the perks of the game, and of all games: whether something is unlocked, by its id.',
  params: z.object({ userId: UserId }),
  query: z.object({ perkId: z.optional(PerkId) }),
  success: [
    { status: 200, description: 'By their ids; a player whom nobody knows has none.', data: z.array(HeldPerk) },
  ],
  problems: [badCredentials, notAllowed],
  byApp: 'perks:read',
});

export const tellPurchase = call({
  id: 'perks.tellPurchase',
  method: 'PUT',
  path: '/api/perks/{perkId}/purchases/{purchaseId}',
  least: 'staff',
  summary: 'A player has bought a perk in a game: they get it. To tell it again changes nothing.',
  params,
  body: { json: z.object({ userId: UserId }) },
  success: [
    { status: 201, description: 'They have it now.', data: Purchase },
    { status: 200, description: 'It was told before.', data: Purchase },
  ],
  problems: [
    badCredentials,
    notAllowed,
    noPerk,
    unknownPerson,
    purchaseTaken,
    wasRefunded,
    alreadyYours,
    allGiven,
    noKeysLeft,
    perkArchived,
    brokenItem,
  ],
  byApp: 'perks:write',
});

export const tellRefund = call({
  id: 'perks.tellRefund',
  method: 'DELETE',
  path: '/api/perks/{perkId}/purchases/{purchaseId}',
  least: 'staff',
  summary: 'A purchase was refunded: the perk is taken back. To tell it again changes nothing.',
  params,
  success: [{ status: 200, description: 'The purchase, with when it was refunded.', data: Purchase }],
  problems: [badCredentials, notAllowed, noPerk, noPurchase],
  byApp: 'perks:write',
});
