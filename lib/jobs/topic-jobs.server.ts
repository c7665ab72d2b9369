import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { AutoResetEvent } from '#lib/auto-reset-event.ts';
import type { PubSub } from '#lib/database/pub-sub.server.ts';

import type { Job, Worker } from './jobs.server.ts';

/** Milliseconds until work that failed is tried again. */
const RETRY_MS = 1000;
/** A timer takes no more; that the work then runs once for nothing does no harm. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Runs the jobs with topics once now, and again after each of their topics is published: one at a time in this process, at
 * the same time in others. It is for work that should follow within a second and finds out by itself what there is to do;
 * a message may be lost, so such a job runs by the clock too.
 */
export function startTopicJobs(pubSub: PubSub, jobs: readonly Job[], log: Logger, retryMs = RETRY_MS): Worker {
  const stopping = new AbortController();
  const running = jobs
    .filter(({ topics }) => topics !== undefined)
    .map((job) => runOnTopics(pubSub, job, log, retryMs, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function runOnTopics(
  pubSub: PubSub,
  { name, topics = [], run }: Job,
  log: Logger,
  retryMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const bell = new AutoResetEvent();
  const ring = () => bell.ring();
  const unsubscribes = topics.map((topic) => pubSub.subscribe(topic, ring));
  stopping.addEventListener('abort', ring);
  while (!stopping.aborted) {
    try {
      await run({});
      await bell.wait(FOREVER_MS);
    } catch (err) {
      log.warn({ err, job: name }, 'a job that follows news failed');
      await sleep(retryMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  for (const unsubscribe of unsubscribes) unsubscribe();
}
