import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Current } from './current.server.ts';

const MAX_STREAMS = 1000;
/** So that visitors cannot lock out users. */
const MAX_OF_VISITORS = 500;
const MAX_PER_USER = 20;
const RETRY_SECONDS = 10;

/** By user id; visitors are ''. Each site counts its own. */
const createOpenStreams = () => new Map<string, number>();

/** @param tooMany the refusal when too many are open: a 503 @returns ends the count */
export function reserveStream({ db, actor }: Current, tooMany: ProblemKind): () => void {
  const open = db.processState.get(createOpenStreams);
  const caller = actor.userId ?? '';
  const own = open.get(caller) ?? 0;
  const all = open.values().reduce((sum, count) => sum + count, 0);
  if (all >= MAX_STREAMS || own >= (caller === '' ? MAX_OF_VISITORS : MAX_PER_USER)) {
    throw new Problem(tooMany, { headers: { 'retry-after': String(RETRY_SECONDS) } });
  }
  open.set(caller, own + 1);
  return once(() => {
    const left = (open.get(caller) ?? 0) - 1;
    if (left > 0) open.set(caller, left);
    else open.delete(caller);
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
