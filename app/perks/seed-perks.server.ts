import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { makeCodes } from './codes/codes.server.ts';
import { giveToPeople } from './giving/holders.server.ts';
import type { NewPerk } from './perk.ts';
import { createPerk, listPerks } from './perks.server.ts';

const PLAIN = { appId: null, details: {}, perPerson: 1, most: null, startsAt: null, endsAt: null, lowAt: 0 };

const PERKS: readonly NewPerk[] = [
  {
    ...PLAIN,
    perkId: 'golden-hat',
    kind: 'entitlement',
    name: 'Golden hat',
    about: 'Shines on every character, in every game of ours.',
    perPerson: 5,
  },
  {
    ...PLAIN,
    perkId: 'first-duck',
    kind: 'badge',
    name: 'First duck',
    about: 'Was here before the other ducks.',
    details: { badge: 'duck' },
  },
  {
    ...PLAIN,
    perkId: 'soundtrack',
    kind: 'key',
    name: 'The whole soundtrack',
    about: 'A key for the soundtrack on Steam.',
    details: { store: 'Steam' },
    lowAt: 10,
  },
];

/** Perks of the demo, some of which the player has, and a code that everybody can try. */
export async function seedPerks(current: Current, toUserId: (castName: string) => string): Promise<void> {
  const admin = asPerson(current, { userId: toUserId('admin'), role: 'super' }, current.now());
  const { perks } = await listPerks(admin, { list: 'open', after: '', limit: PERKS.length });
  // Whoever has them has had the rest, too.
  if (perks.length > 0) return;
  for (const perk of PERKS) await createPerk(admin, perk);
  await makeCodes(admin, 'golden-hat', {
    name: 'On the studio’s door',
    code: 'HATS-FOR-ALL',
    codes: 1,
    maxUses: 1000,
    startsAt: null,
    endsAt: null,
  });
  await giveToPeople(admin, 'first-duck', toUserId('player'));
}
