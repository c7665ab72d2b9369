import { parentPort } from 'node:worker_threads';
import type { Transferable } from 'node:worker_threads';

/** Whether a thread of a `ThreadPool` is ready, what came of its task, or why nothing did. */
export type ThreadReply<Result> = 'ready' | { readonly result: Result } | { readonly failure: string };

/**
 * Makes this thread one of a `ThreadPool`. @param work may throw; the clock of the pool stops what takes too long
 * @param toTransfer buffers of a result that the pool's thread takes over
 */
export function serveTasks<Result>(
  work: (task: never) => Result | Promise<Result>,
  toTransfer: (result: Result) => readonly Transferable[] = () => [],
): void {
  const reply = (message: ThreadReply<Result>, transfer: readonly Transferable[] = []) =>
    parentPort?.postMessage(message, transfer);
  const answer = async (task: never) => {
    try {
      const result = await work(task);
      reply({ result }, toTransfer(result));
    } catch (error) {
      reply({ failure: String(error) });
    }
  };
  parentPort?.on('message', (task) => void answer(task as never));
  reply('ready');
}
