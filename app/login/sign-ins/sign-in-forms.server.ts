import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { ownPath } from '../return-route.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import type { SignInState } from './sign-in.ts';
import { requestProof, requestSignIn, signInByCode } from './sign-ins.server.ts';

/** Answers the forms of a sign-in: `ask` and `prove` send a mail, `code` ends it. A refusal comes back to its form. */
export async function answerSignInForm(current: Current, form: FormData) {
  const [intent, who, code, returnTo] = ['intent', 'who', 'code', 'returnTo'].map((name) => textIn(form, name));
  const back = ownPath(returnTo);
  try {
    if (intent === 'code') return redirectAfterSignIn(await signInByCode(current, code ?? ''));
    const cookie =
      intent === 'prove' ? await requestProof(current, back) : await requestSignIn(current, who ?? '', back);
    return data<SignInState>({ state: 'asked', who: who ?? '' }, { headers: { 'set-cookie': cookie } });
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const { status, code, message, details } = refusal;
    const state = intent === 'code' ? 'wrong' : 'refused';
    return data<SignInState>({ state, who: who ?? '', code, message }, { status, headers: details.headers ?? {} });
  }
}

/** On to where a sign-in leads, with its cookies. */
export function redirectAfterSignIn({ to, cookies }: SignInResult): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return redirect(to, { headers });
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
