import type { CrashAnswer, CrashClient } from './crash-client.ts';
import type { Ledger } from './ledger.ts';
import { lifecycleWriter } from './lifecycle-writer.ts';
import { retryingAddWriter, retryingCreateWriter } from './retries.ts';
import type { CrashFixture } from './world.ts';
import { LARGE, bodyOf, isUnexpected } from './writer.ts';
import type { Writer } from './writer.ts';

/** Every kind of writer, several of each. */
export function writersOn(door: CrashClient, ledger: Ledger, world: CrashFixture): Writer[] {
  const [plain = '', bound = ''] = world.crates;
  return [
    // Many small ones at a time are written together.
    ...[1, 2, 3, 4, 5, 6].map((writer) => createWriter(door, ledger, plain, `small-${writer}`, 200)),
    ...[1, 2, 3].map((writer) => createWriter(door, ledger, bound, `counted-${writer}`, 200)),
    createWriter(door, ledger, plain, 'large-1', LARGE),
    createWriter(door, ledger, bound, 'large-2', LARGE),
    ...ledger.lives.map((life) => lifecycleWriter(door, ledger, life)),
    ...[0, 1, 2, 3, 4, 5].map((writer) => addWriter(door, ledger, world.counted, writer)),
    ...world.batches.map((items) => batchWriter(door, ledger, items)),
    ...world.retried.map((item) => retryingAddWriter(door, ledger, item)),
    retryingCreateWriter(door, ledger, bound),
  ];
}

function createWriter(door: CrashClient, ledger: Ledger, crate: string, writer: string, bytes: number): Writer {
  let next = 0;
  return async () => {
    const name = `${writer}-${(next += 1)}`;
    const tags = [`writer:${writer}`, `name:${name}`];
    const body = bodyOf(name, bytes);
    const answer = await door.send('POST', `${crate}/items`, { body, parameters: { tags, name } });
    note(ledger, `${crate} ${writer}`, answer);
    if (answer?.status !== 201) return answer !== undefined;
    ledger.created.set(`${crate}/items/${answer.data.itemId}`, { name, tags, body });
    return true;
  };
}

function addWriter(door: CrashClient, ledger: Ledger, items: string[], writer: number): Writer {
  let next = writer;
  return async () => {
    const item = items[(next += 1) % items.length] ?? '';
    return note(ledger, item, await door.send('PATCH', `${item}/stats`, { body: { changeStats: { plays: 1 } } }));
  };
}

function batchWriter(door: CrashClient, ledger: Ledger, items: string[]): Writer {
  const [first = ''] = items;
  const path = first.replace(/[^/]+$/, '@batch/stats');
  return async () => {
    const updates = items.map((item) => ({ itemId: item.replace(/.*\//, ''), changeStats: { plays: 1 } }));
    return note(ledger, items.join(), await door.send('PATCH', path, { body: { updates } }));
  };
}

function note(ledger: Ledger, key: string, answer: CrashAnswer | undefined): boolean {
  const sum = ledger.sum(key);
  if (answer === undefined) {
    sum.unanswered += 1;
    ledger.unanswered += 1;
    return false;
  }
  if (isUnexpected(ledger, key, answer)) return true;
  sum.acknowledged += 1;
  ledger.acknowledge();
  return true;
}
