import type { Current } from '#app/current/current.server.ts';
import type { Stage } from '#app/current/stage.ts';
import { Problem } from '#lib/problem.ts';

import { notHere } from './problems.ts';

const STAGES: ReadonlySet<Stage> = new Set(['localhost', 'dev', 'beta']);

/** The parts of the site are looked at where it is made and tried out. @throws Problem 404 on any other stage */
export function requireGallery(current: Current): void {
  if (!STAGES.has(current.stage)) throw new Problem(notHere);
}
