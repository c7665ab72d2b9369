import { expect, test } from 'vitest';

import { operations, sentencesOf } from './document.ts';
import { wasAnswered } from './record.ts';

/** What the document tells and this suite cannot bring about from outside. */
const OUT_OF_REACH: [what: RegExp, why: string][] = [];

const isOutOfReach = (what: string) => OUT_OF_REACH.some(([pattern]) => pattern.test(what));

test('every documented success and refusal of every call was asked for in this run', () => {
  const missing = operations.flatMap((operation) =>
    Object.keys(operation.responses).flatMap((status) =>
      sentencesOf(operation, status)
        .filter((sentence) => !wasAnswered(operation.id, status, sentence))
        .map((sentence) => `${operation.id} ${status} ${sentence}`.trim()),
    ),
  );
  expect(missing.filter((what) => !isOutOfReach(what))).toEqual([]);
});
