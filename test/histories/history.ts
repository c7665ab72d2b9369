/** What clients have asked of a store and been told, each with its times, and what followers of its changes were given. */
export interface History {
  operations: Operation[];
  feeds: FollowerLog[];
}

/** Times are milliseconds of one clock that all clients share. */
export interface Operation {
  client: number;
  item: string;
  input: OperationInput;
  /** When it was sent. */
  began: number;
  /** When its answer was whole; Infinity when none came. */
  ended: number;
  result: OperationResult;
}

/**
 * A mark is what a write leaves behind, another for each write: `create` and `replace` as the body and the tag, `tag`
 * as the tag alone. `ifMatch` is the revision under which it asks.
 */
export type OperationInput =
  | { kind: 'create' | 'replace' | 'tag'; mark: string; ifMatch?: number | undefined }
  | { kind: 'remove'; ifMatch?: number | undefined }
  | { kind: 'read' };

export type OperationResult =
  | { kind: 'written'; rev: number; tag: string }
  | { kind: 'removed' }
  | { kind: 'state'; rev: number; body: string; tag: string }
  /** The item is not there. */
  | { kind: 'gone' }
  /** It is at another revision than the one asked under. */
  | { kind: 'changed'; rev: number }
  | { kind: 'nothing' };

/** What one follower was given, in this order. */
export interface FollowerLog {
  follower: string;
  deliveries: Delivery[];
}

export interface Delivery {
  item: string;
  /** Undefined tells that the item is gone. */
  state: { rev: number; tag: string } | undefined;
  /** When it arrived. */
  at: number;
}

/** What clients are told when they meet often enough. */
export const ALL_KINDS: OperationResult['kind'][] = ['changed', 'gone', 'removed', 'state', 'written'];

export function kindsOf(operations: readonly Operation[]): OperationResult['kind'][] {
  return [...new Set(operations.map(({ result }) => result.kind))].toSorted();
}
