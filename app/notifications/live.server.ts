import type { Current } from '#app/current/current.server.ts';

const ALL = 'notifications';
/** More are told together: whoever listens counts for themselves. */
const MAX_TOPICS = 32;

/** Tells the open pages of these people, once the transaction has committed, that their notifications have changed. */
export function tellReaders({ db, pubSub }: Current, userIds: readonly string[]): void {
  const topics = userIds.length > MAX_TOPICS ? [ALL] : userIds.map(topicOf);
  db.whenCommitted(() => {
    for (const topic of topics) pubSub.publish(topic);
  });
}

/** @returns what ends it */
export function followReader({ pubSub }: Current, userId: string, run: () => void): () => void {
  const ends = [topicOf(userId), ALL].map((topic) => pubSub.subscribe(topic, run));
  return () => ends.forEach((end) => end());
}

function topicOf(userId: string): string {
  return `${ALL}:${userId}`;
}
