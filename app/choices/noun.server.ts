import { choiceErasure } from './erasure.server.ts';
import { choiceRows } from './personal-rows.server.ts';
import { zone } from './zone.server.ts';

export const choices = {
  name: 'choices',
  choices: [zone],
  userIds: { account_choices: ['user_id'] },
  ...choiceRows,
  ...choiceErasure,
};
