import type { Noun } from '#app/noun/noun.server.ts';

import { dummyAnswers } from './dummy/answers.server.ts';
import { dummyMeanings } from './meanings.server.ts';

export const dev: Noun = {
  name: 'dev',
  answers: dummyAnswers,
  meanings: dummyMeanings,
};
