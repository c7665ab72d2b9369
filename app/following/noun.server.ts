import { followAnswers } from './answers.server.ts';
import { followErasure } from './erasure.server.ts';
import { followRows } from './personal-rows.server.ts';
import type { SubjectKind } from './subject-kind.server.ts';

export const following = (subjects: readonly SubjectKind[]) => ({
  name: 'following',
  answers: followAnswers(subjects),
  meanings: {
    parameters: {
      'following after': 'The subject that the page follows.',
      'following subject':
        'What is followed, such as posts.feed:news, posts.topic:design, posts.game:levelhead or posts.author:abc123.',
    },
  },
  userIds: { follows: ['user_id'], followers: ['user_id'], follow_counts: ['user_id'] },
  ...followRows,
  ...followErasure,
});
