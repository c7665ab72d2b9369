import { setTimeout as pause } from 'node:timers/promises';

import type { CrashAnswer, CrashClient, CrashRequest } from './crash-client.ts';
import type { Ledger } from './ledger.ts';
import { bodyOf, isUnexpected } from './writer.ts';
import type { Writer } from './writer.ts';

/** Adds one, and asks again under the same key until it is told: so the sum is what it counted, whoever dies. */
export function retryingAddWriter(door: CrashClient, ledger: Ledger, item: string): Writer {
  return keyedWriter(door, ledger, item, () => ({
    method: 'PATCH',
    path: `${item}/stats`,
    sent: { body: { changeStats: { plays: 1 } } },
  }));
}

/** Creates an item in the same way. */
export function retryingCreateWriter(door: CrashClient, ledger: Ledger, crate: string): Writer {
  const path = `${crate}/items`;
  return keyedWriter(door, ledger, `${crate} retried`, (key) => ({
    method: 'POST',
    path,
    sent: { body: bodyOf(key, 300), parameters: { tags: ['writer:retried'], name: key } },
  }));
}

interface KeyedSend {
  method: string;
  path: string;
  sent: CrashRequest;
}

function keyedWriter(door: CrashClient, ledger: Ledger, what: string, make: (key: string) => KeyedSend): Writer {
  let next = 0;
  const state = { isOpen: false, ask };
  ledger.retries.push(state);
  return ask;
  async function ask(): Promise<boolean> {
    if (!state.isOpen) next += 1;
    const key = `retried-${next}`;
    const { method, path, sent } = make(key);
    const answer = await door.send(method, path, { ...sent, headers: { 'idempotency-key': key } });
    state.isOpen = answer === undefined || isRunning(answer);
    if (answer === undefined) ledger.unanswered += 1;
    if (state.isOpen || answer === undefined) return answer !== undefined;
    if (isUnexpected(ledger, what, answer)) return true;
    if (answer.headers.has('idempotency-replayed')) ledger.replayed += 1;
    ledger.sum(what).acknowledged += 1;
    ledger.acknowledge();
    return true;
  }
}

/** Asks what was never answered again, until it is; a site that lives answers soon. */
export async function settleRetries({ retries }: Ledger): Promise<void> {
  for (const retry of retries) {
    for (let tries = 0; retry.isOpen; tries += 1) {
      if (tries === TRIES) throw new Error('a request is never answered again');
      if (tries > 0) await pause(50);
      await retry.ask();
    }
  }
}

const TRIES = 200;

/** The server is dead, but the database has not noticed yet. */
function isRunning({ status, data }: CrashAnswer): boolean {
  return status === 409 && 'code' in data && data.code === 'storage.stillRunning';
}
