import { redirect } from 'react-router';

import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { ownPath } from '#app/current/return-route.ts';

import type { SignInResult } from '../sessions/sign-in-result.ts';
import { requestProof, requestSignIn, signInByCode } from './sign-ins.server.ts';

export const SIGN_IN_INTENTS: FormIntents = {
  ask: {
    least: 'public',
    run: async (current, fields) => {
      const who = fields.raw('who');
      const cookie = await atField('who', requestSignIn(current, who, ownPath(fields.raw('returnTo'))));
      return { text: 'login.form.sent', result: who, headers: { 'set-cookie': cookie } };
    },
  },
  prove: {
    least: 'authenticated',
    run: async (current, fields) => {
      const cookie = await atField('who', requestProof(current, ownPath(fields.raw('returnTo'))));
      return { text: 'login.form.sent', result: '', headers: { 'set-cookie': cookie } };
    },
  },
  code: {
    least: 'public',
    run: async (current, fields) =>
      redirectAfterSignIn(await atField('code', signInByCode(current, fields.raw('code')))),
  },
};

export function redirectAfterSignIn({ to, cookies }: SignInResult): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return redirect(to, { headers });
}
