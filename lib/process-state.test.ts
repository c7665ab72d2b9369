import { expect, test } from 'vitest';

import { ProcessState } from './process-state.ts';

test('a ProcessState makes a state once for each function and owner, and forgets it when cleared', () => {
  const create = () => ({ count: 0 });
  const [one, other] = [new ProcessState(), new ProcessState()];
  one.get(create).count += 1;
  expect([one.get(create).count, other.get(create).count, one.get(() => 'else')]).toEqual([1, 0, 'else']);
  one.clear();
  expect(one.get(create).count).toBe(0);
});
