import type { OperationInput, Delivery, History, Operation, OperationResult } from './history.ts';
import { chooseInput } from './plan.ts';
import { SeededRandom } from './seeded-random.ts';

export const FAULTS = [
  'writes whatever the revision is',
  'compares first and writes later',
  'answers with an older state',
  'mixes two states',
  'loses a write that it acknowledged',
  'refuses without a reason',
  'brings back what was removed',
  'says that nothing is there',
  'hands on two changes in the wrong order',
  'hands on one change less',
  'hands on a change that nobody made',
] as const;
type Fault = (typeof FAULTS)[number];

interface SimulatedItem {
  rev: number;
  body: string;
  tag: string;
}

interface Simulation {
  chance: SeededRandom;
  fault: Fault | undefined;
  /** The states of each item in their order; after `undefined` it is gone. */
  items: Map<string, (SimulatedItem | undefined)[]>;
  deliveries: Delivery[];
  now: number;
}

interface PendingOperation {
  operation: Operation;
  /** What it saw when it looked, for the fault that writes later. */
  seen: SimulatedItem | undefined;
  isDone: boolean;
}

const CLIENTS = 8;
const ITEMS = 4;
/** How often a fault happens where it can. */
const OFTEN = 0.2;

/** The history of clients of a store in memory that does things one at a time, rightly but for its fault. */
export function simulateHistory(seed: number, steps: number, fault?: Fault): History {
  const run: Simulation = { chance: new SeededRandom(seed), fault, items: new Map(), deliveries: [], now: 0 };
  const operations: Operation[] = [];
  const pending = new Map<number, PendingOperation>();
  const slots = Array.from({ length: ITEMS }, () => createItem(run, operations));
  while (run.now < steps || pending.size > 0) {
    run.now += 1;
    const client = run.chance.pick([...Array(CLIENTS).keys()]);
    const known = pending.get(client);
    if (known === undefined && run.now < steps) pending.set(client, begin(run, slots, client));
    else if (known !== undefined && !known.isDone) act(run, known);
    else if (known !== undefined) {
      operations.push({ ...known.operation, ended: run.now });
      pending.delete(client);
    }
  }
  const last = [...run.items.keys()].map((item) => readAlone(run, item));
  return {
    operations: [...operations, ...last],
    feeds: [{ follower: 'a follower', deliveries: spoilDeliveries(run) }],
  };
}

function createItem(run: Simulation, operations: Operation[]): string {
  const item = `item-${run.items.size + 1}`;
  const rev = 1000 * (run.items.size + 1);
  const mark = `made-${item}`;
  const state = { rev, body: mark, tag: mark };
  run.items.set(item, [state]);
  run.now += 2;
  const times = { began: run.now - 1, ended: run.now };
  operations.push({
    client: 0,
    item,
    input: { kind: 'create', mark },
    ...times,
    result: { kind: 'written', rev, tag: mark },
  });
  run.deliveries.push({ item, state: { rev, tag: mark }, at: Infinity });
  return item;
}

function begin(run: Simulation, slots: string[], client: number): PendingOperation {
  const { chance, items, now } = run;
  const item = chance.pick(slots);
  const states = items.get(item) ?? [];
  const input = chooseInput(chance, `mark-${now}`, states.findLast((state) => state !== undefined)?.rev ?? 0);
  const operation: Operation = { client, item, input, began: now, ended: Infinity, result: { kind: 'nothing' } };
  return { operation, seen: states.at(-1), isDone: false };
}

/** The moment at which the store does what it is asked. */
function act(run: Simulation, pending: PendingOperation): void {
  const { operation } = pending;
  pending.isDone = true;
  operation.result = answer(run, operation.item, operation.input, pending.seen);
}

function answer(
  run: Simulation,
  item: string,
  input: OperationInput,
  seen: SimulatedItem | undefined,
): OperationResult {
  const { fault, items } = run;
  const states = items.get(item) ?? [];
  const state = states.at(-1);
  const older = states.at(-2);
  if (isAtFault(run, 'says that nothing is there')) return { kind: 'gone' };
  if (state === undefined && !(older !== undefined && isAtFault(run, 'brings back what was removed')))
    return { kind: 'gone' };
  const now = state ?? older ?? { rev: 0, body: '', tag: '' };
  if (input.kind === 'read' || input.kind === 'create') return readState(run, now, older);
  const compared = fault === 'compares first and writes later' ? (seen ?? now) : now;
  const isOther = input.ifMatch !== undefined && input.ifMatch !== compared.rev;
  const isRefused = isOther
    ? !isAtFault(run, 'writes whatever the revision is')
    : isAtFault(run, 'refuses without a reason');
  if (isRefused) return { kind: 'changed', rev: now.rev };
  if (input.kind === 'remove') return removeItem(run, item);
  const body = input.kind === 'replace' ? input.mark : now.body;
  const next = { rev: now.rev + 1, body, tag: input.mark };
  if (isAtFault(run, 'loses a write that it acknowledged')) return { kind: 'written', rev: next.rev, tag: next.tag };
  states.push(next);
  run.deliveries.push({ item, state: { rev: next.rev, tag: next.tag }, at: Infinity });
  return { kind: 'written', rev: next.rev, tag: next.tag };
}

function readState(run: Simulation, now: SimulatedItem, older: SimulatedItem | undefined): OperationResult {
  if (older !== undefined && isAtFault(run, 'answers with an older state')) return { kind: 'state', ...older };
  if (older !== undefined && isAtFault(run, 'mixes two states'))
    return { kind: 'state', ...now, body: older.body, tag: now.tag };
  return { kind: 'state', ...now };
}

function removeItem(run: Simulation, item: string): OperationResult {
  run.items.get(item)?.push(undefined);
  run.deliveries.push({ item, state: undefined, at: Infinity });
  return { kind: 'removed' };
}

function readAlone(run: Simulation, item: string): Operation {
  run.now += 2;
  const times = { began: run.now - 1, ended: run.now };
  const state = run.items.get(item)?.at(-1);
  const result: OperationResult = state === undefined ? { kind: 'gone' } : { kind: 'state', ...state };
  return { client: 0, item, input: { kind: 'read' }, ...times, result };
}

function isAtFault(run: Simulation, fault: Fault): boolean {
  return run.fault === fault && run.chance.isLucky(OFTEN);
}

/** The changes as they are handed on; a fault there spoils one of them. */
function spoilDeliveries({ deliveries, fault }: Simulation): Delivery[] {
  const [first] = deliveries;
  const last = deliveries.at(-1);
  if (first === undefined || last === undefined) return deliveries;
  if (fault === 'hands on two changes in the wrong order') return [last, ...deliveries.slice(0, -1)];
  if (fault === 'hands on one change less') return deliveries.slice(0, -1);
  if (fault === 'hands on a change that nobody made')
    return [{ ...first, state: { rev: first.state?.rev ?? 0, tag: 'nobody’s' } }, ...deliveries];
  return deliveries;
}
