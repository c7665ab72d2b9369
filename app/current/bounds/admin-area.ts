import { Problem } from '#lib/problem.ts';

import type { TextKey } from '../locale.ts';
import { unknownPage } from '../problems.ts';
import { isAtLeast } from '../role.ts';
import type { Role } from '../role.ts';
import { isProduction } from '../stage.ts';
import type { Stage } from '../stage.ts';

interface Asker {
  readonly actor: { readonly role: Role };
  readonly stage: Stage;
}

/**
 * The first line of the loader and of the action of every screen under /admin: each of them is asked by itself, beside
 * the frame around it. For who is not staff the area does not exist, and on production for nobody (specification §2).
 * @throws Problem 404
 */
export function requireAdminArea({ actor, stage }: Asker): void {
  if (isProduction(stage) || !isAtLeast(actor.role, 'staff')) throw new Problem(unknownPage);
}

/** The `handle` of a screen under /admin: what the way to it ends with, unless its data has a `crumb` of its own. */
export interface AdminHandle {
  readonly crumb: TextKey;
}
