import { expect, test } from 'vitest';

import { Batcher } from './batcher.ts';

test('jobs of one turn run together in their order, up to the size of a batch', async () => {
  const ran: number[][] = [];
  const batches = new Batcher<number, number>((jobs) => {
    ran.push(jobs);
    return Promise.resolve(jobs.map((job) => job * 10));
  }, 3);
  const results = await Promise.all([1, 2, 3, 4, 5].map((job) => batches.run('a', job)));
  expect(results).toEqual([10, 20, 30, 40, 50]);
  expect(ran).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(await batches.run('a', 6)).toBe(60);
});

test('jobs of different keys do not wait for each other', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const batches = new Batcher<string, string>(async (jobs) => {
    if (jobs[0] === 'slow') await held;
    return jobs;
  }, 8);
  const slow = batches.run('a', 'slow');
  expect(await batches.run('b', 'quick')).toBe('quick');
  release();
  expect(await slow).toBe('slow');
});

test('a job that goes on alone keeps no later one waiting', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const batches = new Batcher<string, string>(
    (jobs) => Promise.resolve(jobs.map((job) => (job === 'blocked' ? held : job))),
    8,
  );
  const blocked = batches.run('a', 'blocked');
  expect(await batches.run('a', 'beside')).toBe('beside');
  expect(await batches.run('a', 'later')).toBe('later');
  release('free');
  expect(await blocked).toBe('free');
});

test('a batch that fails fails for all its jobs, and the next one runs; one result may fail alone', async () => {
  const batches = new Batcher<string, string>((jobs) => {
    if (jobs.includes('bad')) return Promise.reject(new Error('no'));
    return Promise.resolve(jobs.map((job) => (job === 'alone' ? Promise.reject(new Error('only me')) : job)));
  }, 2);
  const jobs = ['bad', 'beside', 'alone', 'last'];
  const settled = await Promise.allSettled(jobs.map((job) => batches.run('a', job)));
  expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    'Error: no',
    'Error: no',
    'Error: only me',
    'last',
  ]);
});
