import type { Current } from '#app/current/current.server.ts';

/** Placeholder until the feed room is written; its author replaces this file. */
export function wakeFollowers(_current: Current, _crateId: string): void {}
