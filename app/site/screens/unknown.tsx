import { unknownPage } from '#app/current/problems.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { Problem } from '#lib/problem.ts';

/** Any address that is nobody else's. */
export const loader = forScreen(() => Promise.reject(new Problem(unknownPage)));

export default function Unknown() {
  return null;
}
