import type { Noun } from '#app/noun/noun.server.ts';

import { loginAnswers } from './answers.server.ts';
import { loginErasure } from './erasure.server.ts';
import { loginJobs } from './jobs.server.ts';
import { newDeviceMail } from './new-device.mail.tsx';
import { passkeyAnswers } from './passkeys/answers.server.ts';
import { sessionRows } from './sessions/personal-rows.server.ts';
import { signInMail } from './sign-in.mail.tsx';

export const login: Noun = {
  name: 'login',
  answers: [...loginAnswers, ...passkeyAnswers],
  meanings: {
    parameters: {
      'login credential': 'What navigator.credentials has answered, as JSON.',
      'login returnTo': 'The page to go on with.',
    },
  },
  jobs: loginJobs,
  mails: [newDeviceMail, signInMail],
  userIds: { sessions: ['user_id'] },
  ...sessionRows,
  ...loginErasure,
};
