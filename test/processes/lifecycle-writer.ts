import type { CrashClient, CrashRequest } from './crash-client.ts';
import type { Ledger, TrackedItem, TrackedState } from './ledger.ts';
import { confirmState } from './ledger.ts';
import { revOf } from './world.ts';
import { LARGE, bodyOf, isUnexpected } from './writer.ts';
import type { Writer } from './writer.ts';

interface LifecycleStep extends CrashRequest {
  method: string;
  path: string;
  /** The state it leads to. */
  leads: TrackedState;
}

/** A writer that leads an item through bodies, tags, patches, its deletion and its return, over and over. */
export function lifecycleWriter(door: CrashClient, ledger: Ledger, life: TrackedItem): Writer {
  return async () => {
    const step = nextStep(life);
    const answer = await door.send(step.method, step.path, step);
    if (answer === undefined) {
      ledger.unanswered += 1;
      life.tried = step.leads;
      return false;
    }
    if (isUnexpected(ledger, step.path, answer)) return true;
    ledger.acknowledge();
    const isRight = step.leads.isGone || revOf(answer.data.etag) === step.leads.rev;
    if (!isRight) ledger.surprises.push(`${step.path}: ${answer.data.etag} instead of ${step.leads.rev}`);
    confirmState(life, step.leads);
    return true;
  };
}

function nextStep(life: TrackedItem): LifecycleStep {
  const { crate, itemId, known } = life;
  const path = `${crate}/items/${itemId}`;
  const rev = known.rev + 1;
  if (known.isGone) {
    return { method: 'POST', path: `${crate}/trash/${itemId}/restore`, leads: { ...known, rev, isGone: false } };
  }
  life.turn += 1;
  const headers = { 'if-match': `"${known.rev}"` };
  const tags = [`turn:${life.turn}`, 'kind:lived'];
  const body = bodyOf(`${itemId} ${life.turn}`, life.turn % 3 === 0 ? LARGE : 300);
  const replaced = { method: 'PUT', path, headers, body };
  const steps: LifecycleStep[] = [
    { ...replaced, parameters: { tags }, leads: { rev, body, tags, isGone: false } },
    { method: 'PUT', path: `${path}/metadata`, headers, body: { tags }, leads: { ...known, rev, tags } },
    { ...replaced, leads: { ...known, rev, body } },
    {
      method: 'PATCH',
      path: `${path}/metadata`,
      headers,
      body: { map: { turn: String(life.turn) } },
      leads: { ...known, rev },
    },
    { method: 'DELETE', path, headers, leads: { ...known, rev, isGone: true } },
  ];
  return steps[life.turn % steps.length] ?? steps[0] ?? never();
}

function never(): never {
  throw new Error('there are steps');
}
