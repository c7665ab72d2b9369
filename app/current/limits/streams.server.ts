import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Current } from '../current.server.ts';

/** Streams of one process; what each holds is little, but it is held long. */
const MOST = 1000;
/** Of those at most so many by people who have not signed in, so that they cannot keep out those who have. */
const MAX_OF_VISITORS = 500;
const MAX_PER_USER = 20;
const RETRY_SECONDS = 10;

/** The streams that are open, by user; visitors are ''. Each site counts its own. */
const createOpenStreams = () => new Map<string, number>();

/**
 * Counts a stream of the asker's, until what is returned is called.
 * @param tooMany what refuses when too many are open: a 503
 */
export function reserveStream({ db, actor }: Current, tooMany: ProblemKind): () => void {
  const open = db.processState.get(createOpenStreams);
  const who = actor.userId ?? '';
  const own = open.get(who) ?? 0;
  const all = open.values().reduce((sum, count) => sum + count, 0);
  if (all >= MOST || own >= (who === '' ? MAX_OF_VISITORS : MAX_PER_USER)) {
    throw new Problem(tooMany, { headers: { 'retry-after': String(RETRY_SECONDS) } });
  }
  open.set(who, own + 1);
  return once(() => {
    const left = (open.get(who) ?? 0) - 1;
    if (left > 0) open.set(who, left);
    else open.delete(who);
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
