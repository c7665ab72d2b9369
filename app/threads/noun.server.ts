import type { Noun } from '#app/noun/noun.server.ts';

import { threadErasure } from './erasure.server.ts';
import { findThreadFiles } from './messages.server.ts';
import { threadRows } from './personal-rows.server.ts';

export const threads: Noun = {
  name: 'threads',
  findFiles: findThreadFiles,
  userIds: {
    thread_history: ['user_id'],
    thread_messages: ['user_id'],
    thread_participants: ['user_id'],
    thread_people: ['user_id', 'decided_by'],
    thread_reactions: ['user_id'],
    thread_reads: ['user_id'],
  },
  ...threadRows,
  ...threadErasure,
};
