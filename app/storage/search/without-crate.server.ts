import { isProblem } from '#lib/problem.ts';

import type { Item } from '../item.ts';
import { noCrate } from '../problems.ts';

/** Off localhost nothing is seeded: a search in a crate that is not there yet finds nothing. */
export function noneWithoutCrate(refusal: unknown): { items: Item[]; next?: string; previous?: string } {
  if (isProblem(refusal, noCrate)) return { items: [] };
  throw refusal;
}
