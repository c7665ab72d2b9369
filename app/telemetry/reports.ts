import { PATHS } from './limits.ts';

/** Requests of one address; telemetry does not count in other limits. */
export const REPORTS = { name: 'report', points: 240, seconds: 60 };

/** Rows of one address and day (UTC), beyond what a large school looks at; of errors, equal ones too. */
export const VIEWS_OF_DAY = { name: 'report.views', points: 10_000, seconds: 86_400 };
export const ERRORS_OF_DAY = { name: 'report.errors', points: 5000, seconds: 86_400 };
export const VITALS_OF_DAY = { name: 'report.vitals', points: 5000, seconds: 86_400 };
/** How many rows its address may send until the day is over. */
export const REMAINING_HEADER = 'rumpus-telemetry-remaining';

/** Telemetry needs no session, so that an ended one is no reason to refuse it. */
export function isReport({ method }: { readonly method: string }, path: string): boolean {
  return method === 'POST' && Object.values<string>(PATHS).includes(path);
}
