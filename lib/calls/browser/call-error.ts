import { problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

export const noUrl = problem(0, 'ask.noUrl', 'No URL provided');
export const networkError = problem(0, 'ask.networkError', 'Network Error');
export const rateLimitExceeded = problem(429, 'ask.rateLimitExceeded', 'Exceeded rate limit.');
export const unexplained = problem(0, 'ask.unexplained', 'Something went wrong.');

/** The server's refusal, or a failure on the way, whose status is 0. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** Stable, such as `noun.reason`. */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The path of a page that says more. */
  readonly page: string | undefined;

  constructor(kind: ProblemKind, details: CallErrorDetails = {}) {
    super(kind.message, 'cause' in details ? { cause: details.cause } : {});
    this.status = kind.status;
    this.code = kind.code;
    this.fields = details.fields ?? {};
    this.page = details.page;
  }
}

interface CallErrorDetails {
  readonly fields?: Record<string, string>;
  readonly page?: string | undefined;
  readonly cause?: unknown;
}

/** `fetch` reports a lost connection as a TypeError, before the answer or in the middle of its body. */
export async function overNetwork<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError) throw new CallError(networkError, { cause: error });
    throw error;
  }
}
