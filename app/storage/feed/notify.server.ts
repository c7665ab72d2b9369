import type { Current } from '#app/current/current.server.ts';

/** Wakes those who follow a crate because its items have changed, once the change is committed. */
export function notifyFollowers({ db, pubSub }: Current, crateId: string): void {
  db.whenCommitted(() => pubSub.publish(topicOf(crateId)));
}

/** Runs `run` when items of a crate may have changed, until what is returned is called. */
export function followCrate({ pubSub }: Current, crateId: string, run: () => void): () => void {
  return pubSub.subscribe(topicOf(crateId), run);
}

function topicOf(crateId: string): string {
  return `changes:${crateId}`;
}
