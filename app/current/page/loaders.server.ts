import { createContext, data, redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';

import { databaseProblem } from '#lib/database/failures.server.ts';
import { Problem } from '#lib/problem.ts';

import { currentContext } from '../current.server.ts';
import type { Current } from '../current.server.ts';
import { localeFromPath } from '../locale.ts';
import { badCredentials } from '../problems.ts';
import { loginPath } from '../return-route.ts';

/** Whether the page answers a form: it leads nowhere else then, with what somebody has typed. */
export const answersFormContext = createContext(false);

/**
 * Refusals become errors of the router, for the error page, or lead to a page of their own, and who reads without a session to
 * a sign-in that returns; React Router hides anything else that is thrown.
 */
export function withCurrent<Args extends Pick<LoaderFunctionArgs, 'context' | 'request' | 'url'>, Result>(
  run: (current: Current, args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    const { pathname, search } = args.url;
    const isForm = args.request.method === 'POST';
    const asked = args.context.get<Current>(currentContext);
    const current = isForm ? { ...asked, formAddress: pathname + search } : asked;
    if (isForm) args.context.set(answersFormContext, true);
    try {
      return await run(current, args);
    } catch (thrown) {
      const refusal = thrown instanceof Problem ? thrown : databaseProblem(thrown);
      if (refusal === undefined) throw thrown;
      if (refusal.details.page !== undefined) throw redirect(refusal.details.page);
      if (refusal.code === badCredentials.code && !args.context.get(answersFormContext))
        throw redirect(loginPath(args.url, { locale: localeFromPath(args.url.pathname) }));
      throw routerError(refusal, current.requestId);
    }
  };
}

export function routerError(refusal: Problem, requestId: string) {
  return data(refusal.body(requestId), { status: refusal.status, headers: refusal.details.headers ?? {} });
}
