import type { Current } from '#app/current/current.server.ts';

export function notifyFollowers({ db, pubSub }: Current, crateId: string): void {
  db.whenCommitted(() => pubSub.publish(topicOf(crateId)));
}

export function followCrate({ pubSub }: Current, crateId: string, run: () => void): () => void {
  return pubSub.subscribe(topicOf(crateId), run);
}

function topicOf(crateId: string): string {
  return `changes:${crateId}`;
}
