import type { Ledger, Updated } from './ledger.ts';
import type { Answered, Door } from './door.ts';

const LARGE = 100_000;
export const BATCH = 20;
export const CRATE = '/api/storage/crates/public-library/items';

/** Items that the writers share; made before anyone is killed. */
export interface Targets {
  counted: string[];
  batches: string[][];
  updated: string[];
}

/** One request each time it is called; tells whether it was answered. */
export type Writer = () => Promise<boolean>;

/** Every kind of writer, several of each. */
export function writersOn(door: Door, ledger: Ledger, { counted, batches, updated }: Targets): Writer[] {
  return [
    ...[0, 1, 2, 3].map((writer) => creator(door, ledger, `small-${writer}`, 200)),
    ...[0, 1].map((writer) => creator(door, ledger, `large-${writer}`, LARGE)),
    ...updated.map((itemId) => updater(door, ledger, itemId)),
    ...[0, 1, 2, 3, 4, 5].map((writer) => adder(door, ledger, counted, writer)),
    ...batches.map((itemIds) => batcher(door, ledger, itemIds)),
  ];
}

/** A body that tells what it is from its first byte to its last. */
export function bodyOf(mark: string, bytes: number): string {
  return `${mark} `.repeat(Math.ceil(bytes / (mark.length + 1))).slice(0, bytes);
}

function creator(door: Door, ledger: Ledger, writer: string, bytes: number): Writer {
  let next = 0;
  return async () => {
    const name = `${writer}-${(next += 1)}`;
    const tags = [`writer:${writer}`, `name:${name}`];
    const body = bodyOf(name, bytes);
    const answer = await door.send('POST', CRATE, body, { tags, name });
    note(ledger, `creates of ${writer}`, answer);
    if (answer?.status !== 201) return answer !== undefined;
    ledger.created.set(answer.data.itemId ?? '', { name, tags, body });
    return true;
  };
}

function updater(door: Door, ledger: Ledger, itemId: string): Writer {
  let next = 0;
  return async () => {
    const known = ledger.updated.get(itemId);
    if (known === undefined) throw new Error(`${itemId} is none of the items to update`);
    const mark = `update-${(next += 1)}`;
    const body = bodyOf(`${itemId} ${mark}`, next % 4 === 0 ? LARGE : 300);
    const parameters = { tags: [mark, 'kind:updated'] };
    const answer = await door.send('PUT', `${CRATE}/${itemId}`, body, parameters, { 'if-match': `"${known.rev}"` });
    if (answer === undefined) {
      ledger.unanswered += 1;
      ledger.updated.set(itemId, { ...known, tried: body });
      return false;
    }
    if (isSurprise(ledger, itemId, answer)) return true;
    ledger.acknowledge();
    const after: Updated = { rev: known.rev + 1, body, tried: undefined };
    ledger.updated.set(itemId, after);
    return true;
  };
}

function adder(door: Door, ledger: Ledger, itemIds: string[], writer: number): Writer {
  let next = writer;
  return async () => {
    const itemId = itemIds[(next += 1) % itemIds.length] ?? '';
    const answer = await door.send('PATCH', `${CRATE}/${itemId}/stats`, { changeStats: { plays: 1 } });
    return note(ledger, itemId, answer);
  };
}

function batcher(door: Door, ledger: Ledger, itemIds: string[]): Writer {
  return async () => {
    const updates = itemIds.map((itemId) => ({ itemId, changeStats: { plays: 1 } }));
    const answer = await door.send('PATCH', `${CRATE}/@batch/stats`, { updates });
    return note(ledger, itemIds.join(), answer);
  };
}

function note(ledger: Ledger, key: string, answer: Answered | undefined): boolean {
  const sum = ledger.sum(key);
  if (answer === undefined) {
    sum.unanswered += 1;
    ledger.unanswered += 1;
    return false;
  }
  if (isSurprise(ledger, key, answer)) return true;
  sum.acknowledged += 1;
  ledger.acknowledge();
  return true;
}

function isSurprise(ledger: Ledger, what: string, { status, data }: Answered): boolean {
  if (status < 300) return false;
  ledger.surprises.push(`${what}: ${status} ${JSON.stringify(data)}`);
  return true;
}
