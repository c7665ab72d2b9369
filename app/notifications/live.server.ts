import type { Current } from '#app/current/current.server.ts';
import { followsTopic } from '#app/following/follows.server.ts';

const ALL = 'notifications';
/** More are told together: whoever listens counts for themselves. */
const MAX_TOPICS = 32;

/** Tells the open pages of these people, once the transaction has committed, that their notifications have changed. */
export function publishNotifications({ db, pubSub }: Current, userIds: readonly string[]): void {
  const topics = userIds.length > MAX_TOPICS ? [ALL] : userIds.map((userId) => toTopic(userId));
  db.whenCommitted(() => {
    for (const topic of topics) pubSub.publish(topic);
  });
}

/** As `publishNotifications`, of what may concern anybody: who is banned is in no list, and neither is what they have made. */
export function publishNotificationsToAll({ db, pubSub }: Current): void {
  db.whenCommitted(() => pubSub.publish(ALL));
}

const MAILBOX = 'mailbox';

/** As `publishNotifications`, of messages in the mailbox. @param userId undefined for many, each of whom counts for themselves */
export function publishMailbox({ db, pubSub }: Current, userId: string | undefined): void {
  db.whenCommitted(() => pubSub.publish(userId === undefined ? MAILBOX : toTopic(userId, MAILBOX)));
}

interface ReaderCallbacks {
  readonly notifications: () => void;
  readonly mailbox: () => void;
  /** Their role has changed, or whether they may come in. */
  readonly account: () => void;
}

/** @returns what ends it */
export function followReader({ pubSub }: Current, userId: string, run: ReaderCallbacks): () => void {
  const ends = [
    ...[toTopic(userId), ALL].map((topic) => pubSub.subscribe(topic, run.notifications)),
    ...[toTopic(userId, MAILBOX), MAILBOX, followsTopic(userId)].map((topic) => pubSub.subscribe(topic, run.mailbox)),
    // The database publishes it with each change of their account.
    pubSub.subscribe(`account:${userId}`, run.account),
  ];
  return () => ends.forEach((end) => end());
}

function toTopic(userId: string, of = ALL): string {
  return `${of}:${userId}`;
}
