import { expect, onTestFinished, test } from 'vitest';

import { ThreadPool } from './thread-pool.server.ts';

const LIMITS = { threads: 1, milliseconds: 20_000, megabytes: 64, waiting: 10 };

test('a thread that does not start says nothing about its task', async () => {
  const failures: string[] = [];
  const url = 'data:text/javascript,throw Error("out of order")';
  const onFailure = (reason: string) => failures.push(reason);
  const pool = new ThreadPool<string, string>({ url, name: 'test', limits: LIMITS, onFailure });
  onTestFinished(() => pool.close());
  expect(await pool.run('a')).toBe('busy');
  expect(failures).toEqual(['out of order']);
});

test('a task that weighs more than may wait is refused, and one without weight waits', async () => {
  const threadUrl = new URL('../../lib/threads/thread.server.ts', import.meta.url).href;
  const work = `import { serveTasks } from ${JSON.stringify(threadUrl)}; serveTasks((text) => text.toUpperCase());`;
  const pool = new ThreadPool<string, string>({
    url: `data:text/javascript,${encodeURIComponent(work)}`,
    name: 'test',
    limits: LIMITS,
  });
  onTestFinished(() => pool.close());
  const begun = pool.run('a', { weight: 9 });
  const all = [pool.run('b', { weight: 6 }), pool.run('c', { weight: 6 }), pool.run('d', { weight: 0 })];
  expect(await Promise.all([begun, ...all])).toEqual(['A', 'B', 'busy', 'D']);
});
