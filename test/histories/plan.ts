import type { OperationInput } from './history.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What to ask next of an item that was last seen at `rev`: half of it under a revision, a little of it the end. */
export function chooseInput(chance: SeededRandom, mark: string, rev: number): OperationInput {
  const draw = chance.next();
  const ifMatch = chance.isLucky(0.75) ? rev : undefined;
  if (draw < 0.4) return { kind: 'read' };
  if (draw < 0.72) return { kind: 'replace', mark, ifMatch };
  if (draw < 0.985) return { kind: 'tag', mark, ifMatch };
  return { kind: 'remove', ifMatch };
}
