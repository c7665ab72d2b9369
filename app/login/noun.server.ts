import type { Noun } from '#app/noun/noun.server.ts';
import { describeObject } from '#lib/calls/meanings.server.ts';

import { loginAnswers } from './answers.server.ts';
import { loginErasure } from './erasure.server.ts';
import { loginJobs } from './jobs.server.ts';
import { newDeviceMail } from './new-device.mail.tsx';
import { passkeyAnswers } from './passkeys/answers.server.ts';
import { sessionRows } from './sessions/personal-rows.server.ts';
import { signInMail } from './sign-in.mail.tsx';
import { UnlicensedPage } from './unlicensed.ts';

export const login: Noun = {
  name: 'login',
  answers: [...loginAnswers, ...passkeyAnswers],
  meanings: {
    parameters: {
      'login credential': 'What navigator.credentials has answered, as JSON.',
      'login returnTo': 'The page to go on with.',
      'login game': 'The game, by the name in its address; by default the id of the app whose key is sent.',
    },
    objects: [
      describeObject('UnlicensedPage', 'Where a game leads a player whose license it cannot confirm.', UnlicensedPage, {
        address: {
          about: 'The page to open.',
          sample: 'https://www.example.com/ja-JP/login/unlicensed?game=levelhead',
        },
        game: { about: 'The name of the game that the page names; null for none that we know.', sample: 'Levelhead' },
      }),
    ],
  },
  jobs: loginJobs,
  mails: [newDeviceMail, signInMail],
  userIds: { sessions: ['user_id'] },
  ...sessionRows,
  ...loginErasure,
};
