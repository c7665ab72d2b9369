import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { problemAt } from '#lib/problem.ts';

import { MERGE_PATH } from './merge.ts';
import { beginMerge, mergeOwn } from './merges.server.ts';
import { notUnderstood } from './problems.ts';

export const MERGE_INTENTS: FormIntents = {
  'merges.begin': {
    least: 'authenticated',
    run: async (current, fields) =>
      redirectWith(`/login?returnTo=${MERGE_PATH}`, await beginMerge(current, fields.raw('account'))),
  },
  'merges.merge': {
    least: 'authenticated',
    run: async (current, fields) => {
      if (!fields.has('understood')) throw problemAt('understood', notUnderstood);
      const { cookies, isSignedIn } = await mergeOwn(current, fields.raw('keep'));
      return redirectWith(`${MERGE_PATH}?state=${isSignedIn ? 'merged' : 'signedOut'}`, cookies);
    },
  },
};

function redirectWith(to: string, cookies: readonly string[]): Response {
  const response = redirect(to);
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
