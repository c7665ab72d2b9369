import { setTimeout as pause } from 'node:timers/promises';

import type { Answered, Door, Sent } from './door.ts';
import type { Ledger } from './ledger.ts';
import { bodyOf, isSurprise } from './writer.ts';
import type { Writer } from './writer.ts';

/** Adds one, and asks again under the same key until it is told: so the sum is what it counted, whoever dies. */
export function retryingAdder(door: Door, ledger: Ledger, item: string): Writer {
  return asking(door, ledger, item, () => ({
    method: 'PATCH',
    path: `${item}/stats`,
    sent: { body: { changeStats: { plays: 1 } } },
  }));
}

/** Creates an item in the same way. */
export function retryingCreator(door: Door, ledger: Ledger, crate: string): Writer {
  const path = `${crate}/items`;
  return asking(door, ledger, `${crate} retried`, (key) => ({
    method: 'POST',
    path,
    sent: { body: bodyOf(key, 300), parameters: { tags: ['writer:retried'], name: key } },
  }));
}

interface Request {
  method: string;
  path: string;
  sent: Sent;
}

function asking(door: Door, ledger: Ledger, what: string, make: (key: string) => Request): Writer {
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
    if (isSurprise(ledger, what, answer)) return true;
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
function isRunning({ status, data }: Answered): boolean {
  return status === 409 && 'code' in data && data.code === 'storage.stillRunning';
}
