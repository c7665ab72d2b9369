import type { Current } from '#app/current/current.server.ts';

/** Tells those who follow a crate that its items have changed, once the change is committed. */
export function wakeFollowers({ db, wakes }: Current, crateId: string): void {
  db.whenCommitted(() => wakes.wake(topicOf(crateId)));
}

/** Runs `run` when items of a crate may have changed, until what is returned is called. */
export function followCrate({ wakes }: Current, crateId: string, run: () => void): () => void {
  return wakes.follow(topicOf(crateId), run);
}

function topicOf(crateId: string): string {
  return `changes:${crateId}`;
}
