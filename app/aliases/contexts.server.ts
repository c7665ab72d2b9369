import { games } from '#content/games.ts';
import { Problem } from '#lib/problem.ts';

import { DEFAULT_CONTEXT } from './alias.ts';
import { noContext } from './problems.ts';

/** Where users have names: the site, and each game with names of its own. Each also has a safe variant. */
export const CONTEXTS: readonly string[] = [
  DEFAULT_CONTEXT,
  ...games.filter(({ aliases }) => aliases).map(({ slug }) => slug),
];

/** @throws Problem 404 where names cannot be chosen, such as in a safe variant */
export function requireContext(context: string): void {
  if (!CONTEXTS.includes(context)) throw new Problem(noContext);
}
