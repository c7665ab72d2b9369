import { describeObject } from '#lib/calls/meanings.server.ts';
import type { FieldMeaning, Meanings } from '#lib/calls/meanings.server.ts';

import { KeyOption } from './calls.ts';
import { OwnKey } from './key.ts';

const PASS_ID = '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60';
const passId: FieldMeaning = { about: 'The key, by its id, which is no secret.', sample: PASS_ID };

export const delegationMeanings: Meanings = {
  parameters: {
    'delegation passId': 'The key, by its id.',
    'delegation name': 'What the key is for.',
    'delegation permissions': 'What the key may do.',
    'delegation days': 'How many days it is valid; null until it is revoked.',
  },
  objects: [
    describeObject('OwnKey', 'The key that asks.', OwnKey, {
      passId,
      _id: { about: 'The same as passId.', sample: PASS_ID },
      userId: { about: 'The Lookup Code of its owner.', sample: 'pl4yer' },
      name: { about: 'What its owner calls it.', sample: 'My tool' },
      permissions: { about: 'The ids of what it may do.', sample: ['rce-lh-read', 'rce-lh-manage-bookmarks'] },
      expiresAt: { about: 'When it ends; null until its owner revokes it.', sample: '2027-02-18T08:00:00.000Z' },
    }),
    describeObject('KeyOption', 'What a key may be allowed.', KeyOption, {
      id: { about: 'As it stands in a key, and in the link to the form.', sample: 'rce-lh-read' },
      name: { about: 'As the form shows it, in the language of the asker.', sample: 'Read Levelhead' },
      description: {
        about: 'What it lets a key do, in the language of the asker.',
        sample: 'See your own and others’ Levelhead data.',
      },
    }),
  ],
};
