import type { Current } from '#app/current/current.server.ts';

export function notifyFollowers({ db, pubSub }: Current, crateId: string): void {
  db.whenCommitted(() => pubSub.publish(toTopic(crateId)));
}

export function followCrate({ pubSub }: Current, crateId: string, run: () => void): () => void {
  return pubSub.subscribe(toTopic(crateId), run);
}

function toTopic(crateId: string): string {
  return `changes:${crateId}`;
}
