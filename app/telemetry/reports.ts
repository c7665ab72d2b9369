import { PATHS } from './limits.ts';

/** Requests of one address; telemetry does not count in other limits. */
export const REPORTS = { name: 'report', points: 240, seconds: 60 };

/** Telemetry needs no session, so that an ended one is no reason to refuse it. */
export function isReport({ method }: { readonly method: string }, path: string): boolean {
  return method === 'POST' && (path === PATHS.pageViews || path === PATHS.errors);
}
