import { PATHS } from './limits.ts';

/** Requests of one address, apart from what people do, so that reports take nothing from it. */
export const REPORTS = { name: 'report', points: 240, seconds: 60 };

/** Reports are written in nobody's name: no session is looked for, so none can be over. */
export function isReport({ method }: { readonly method: string }, path: string): boolean {
  return method === 'POST' && (path === PATHS.pageViews || path === PATHS.errors);
}
