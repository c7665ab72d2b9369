import { followAnswers } from './answers.server.ts';
import type { SubjectKind } from './subject-kind.server.ts';

export const following = (subjects: readonly SubjectKind[]) => ({
  name: 'following',
  answers: followAnswers(subjects),
  userIds: { follows: ['user_id'], followers: ['user_id'], follow_counts: ['user_id'] },
});
