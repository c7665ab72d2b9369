import { pino } from 'pino';
import { expect, test } from 'vitest';

import { PubSub } from '#lib/database/pub-sub.server.ts';

import { startTopicJobs } from './topic-jobs.server.ts';

const log = pino({ level: 'silent' });

function openPubSub(): PubSub {
  const listener = { connected: true, watch: () => undefined } as unknown as ConstructorParameters<typeof PubSub>[0];
  return new PubSub(listener, () => Promise.resolve(), 1);
}

test('a job with topics runs at the start and after each of its topics, once at a time', async () => {
  const pubSub = openPubSub();
  let [runs, atOnce, most] = [0, 0, 0];
  const run = async () => {
    most = Math.max(most, (atOnce += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    runs += 1;
  };
  const never = () => Promise.reject(new Error('it has no topics'));
  const jobs = [
    { name: 'noun:doThing', topics: ['a', 'b'], run },
    { name: 'noun:doOther', cron: '* * * * *', run: never },
  ];
  const worker = startTopicJobs(pubSub, jobs, log);
  await expect.poll(() => runs).toBe(1);
  pubSub.publish('a');
  await expect.poll(() => runs).toBe(2);
  // While it runs there is news twice: it runs once more.
  pubSub.publish('b');
  pubSub.publish('a');
  pubSub.publish('c');
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await worker.stop();
  const before = runs;
  pubSub.publish('a');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([runs, most]).toEqual([before, 1]);
});

test('a job that fails after news is tried again by itself', async () => {
  let tries = 0;
  const run = () => ((tries += 1) < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve());
  const worker = startTopicJobs(openPubSub(), [{ name: 'noun:doThing', topics: ['a'], run }], log, 1);
  await expect.poll(() => tries).toBe(3);
  await worker.stop();
});
