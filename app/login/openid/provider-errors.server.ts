import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { Logger } from 'pino';

import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { badAnswer, providerCancelled, providerDown, providerRefused } from '../providers/problems.ts';

/** Errors of the provider become refusals, ours stay bugs. @throws Problem 400, 424 */
export async function translateProviderErrors<Result>(
  log: Logger,
  platform: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const kind = findProblemKind(error);
    if (kind === undefined) throw error;
    if (kind !== providerCancelled) log.warn({ platform, reasons: listReasons(error) }, 'a provider failed');
    throw new Problem(kind);
  }
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, and Apple's own. */
const CANCELLED = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);
const DOWN = new Set(['server_error', 'temporarily_unavailable']);
const UNREACHABLE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

function findProblemKind(error: unknown): ProblemKind | undefined {
  if (error instanceof AuthorizationResponseError) {
    if (CANCELLED.has(error.error)) return providerCancelled;
    return DOWN.has(error.error) ? providerDown : providerRefused;
  }
  if (error instanceof ResponseBodyError) return DOWN.has(error.error) ? providerDown : badAnswer;
  if (error instanceof WWWAuthenticateChallengeError) return badAnswer;
  if (error instanceof ClientError) return isUnreachable(error) ? providerDown : badAnswer;
  // Thrown by fetch for an unreachable host; the library's own, for wrong arguments, have a code.
  return error instanceof TypeError && !('code' in error) && error.cause !== undefined ? providerDown : undefined;
}

/** A truncated answer counts as none, not as a wrong one. */
function isUnreachable({ code = '', cause }: ClientError): boolean {
  if (UNREACHABLE.has(code)) return true;
  const reason = cause instanceof Error ? cause.cause : undefined;
  return code === 'OAUTH_PARSE_ERROR' && !(reason instanceof SyntaxError);
}

/** For the operator, who may have mistyped a secret: messages of the library and codes of the standard, never the answer. */
function listReasons(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? [error.error] : [];
  return [error.message, ...own, ...listReasons(error.cause)];
}
