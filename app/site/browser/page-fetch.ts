import { CallError, overNetwork, rateLimitExceeded } from '#lib/calls/browser/call-error.ts';
import type { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';

/**
 * React Router requests the data of pages, and sends forms, with the global `fetch`. These requests get the rules of calls
 * (specification §8): 'Network Error' for a lost connection, and from a 429 to its reset 'Exceeded rate limit.'.
 * @param send the browser's own  @returns a `fetch` whose requests for pages throw `CallError`
 */
export function pageFetch(send: typeof fetch, rateLimit: RateLimitBlock): typeof fetch {
  return async (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init);
    rateLimit.requireNone();
    const response = await overNetwork(() => send(input, init));
    rateLimit.record(response);
    if (response.status === 429) throw new CallError(rateLimitExceeded);
    return response;
  };
}
