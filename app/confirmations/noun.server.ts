import type { Noun } from '#app/noun/noun.server.ts';

export const confirmations: Noun = {
  name: 'confirmations',
  userIds: { confirmations: ['user_id'] },
};
