import type { Noun } from '#app/noun/noun.server.ts';

import { confirmationErasure } from './erasure.server.ts';

export const confirmations: Noun = {
  name: 'confirmations',
  userIds: { confirmations: ['user_id'] },
  addresses: { confirmations: ['subject', 'owner_key'] },
  withheld: {
    'confirmations.user_id': 'passing',
    'confirmations.subject': 'passing',
    'confirmations.owner_key': 'passing',
  },
  ...confirmationErasure,
};
