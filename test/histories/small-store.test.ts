import { expect, inject, test } from 'vitest';

import { createDatabase } from '../database.ts';
import { ALL_KINDS, kindsOf } from './history.ts';
import { record } from './recorder.ts';
import { openSmallStore } from './small-store.ts';
import { violationsIn } from './violations.ts';

const SHORT = { clients: 32, items: 6, operations: 1000, seed: 1 };

test('a store that has the revision in its statements passes the check of recorded histories', async () => {
  const careful = await openSmallStore(await createDatabase(inject('databaseUrl'), 'careful'), true);
  const operations = await record(careful, SHORT);
  await careful.close();
  expect(violationsIn({ operations, feeds: [] })).toEqual([]);
  expect(kindsOf(operations)).toEqual(ALL_KINDS);
});

test('a store that reads, compares and then writes is caught', async () => {
  const careless = await openSmallStore(await createDatabase(inject('databaseUrl'), 'careless'), false);
  const operations = await record(careless, SHORT);
  await careless.close();
  expect(violationsIn({ operations, feeds: [] })).not.toEqual([]);
});
