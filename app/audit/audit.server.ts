import type { Current } from '#app/current/current.server.ts';

export interface Deed {
  /** `noun.verb`, such as `crate.delete`. */
  action: string;
  /** What it was done to, such as `crate/posts`. */
  target: string;
  before?: unknown;
  after?: unknown;
}

/**
 * Notes who did what, in the transaction of the deed itself: the real user, the role that counted, the masquerade,
 * before and after, and the request. The table is append-only.
 */
export async function recordDeed(current: Current, deed: Deed): Promise<void> {
  const { actor, requestId } = current;
  const before = deed.before === undefined ? null : JSON.stringify(deed.before);
  const after = deed.after === undefined ? null : JSON.stringify(deed.after);
  const who = [current.now(), actor.userId ?? null, actor.ownRole, actor.masquerade ?? null];
  await current.db.query(INSERT, [...who, deed.action, deed.target, before, after, requestId]);
}

const INSERT = {
  name: 'audit_insert',
  text: `insert into audit (at, user_id, role, masquerade, action, target, before, after, request_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
