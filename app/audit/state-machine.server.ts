import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import type { AuditKind } from './audit-kind.server.ts';
import { recordAuditEntry } from './audit.server.ts';
import type { NewAuditEntry } from './audit.server.ts';
import { isAllowed } from './state-machine.ts';
import type { Transition } from './state-machine.ts';

interface StateMachineOptions<ThingRow, Thing, Name extends string> {
  readonly transitions: Readonly<Record<Name, Transition>>;
  /** Of the owner; it has the columns `state`, `rev`, `created_by` and `released_by`. */
  readonly table: Sql;
  /** The column of its id, a UUID. */
  readonly key: Sql;
  readonly columns: Sql;
  readonly fromRow: (row: ThingRow) => Thing;
  /** Of those transitions that the audit keeps. */
  readonly audit: { readonly [Kept in NoInfer<Name>]?: AuditKind };
  readonly describe: (thing: Thing) => Pick<NewAuditEntry, 'target' | 'after'>;
  readonly missing: ProblemKind;
  readonly notNow: ProblemKind;
  /** For a change of what somebody else has changed meanwhile. */
  readonly outdated: ProblemKind;
}

interface TransitionOptions {
  readonly set?: readonly Sql[];
  readonly guards?: readonly Sql[];
}

/**
 * The states of what one person writes, a second one releases, and an admin sends. Each transition is one statement with its
 * condition in it, so of two who press at once one does it.
 */
export class StateMachine<ThingRow extends QueryRow, Thing extends { readonly state: string }, Name extends string> {
  readonly #options: StateMachineOptions<ThingRow, Thing, Name | 'change' | 'release'>;

  constructor(options: StateMachineOptions<ThingRow, Thing, Name | 'change' | 'release'>) {
    this.#options = options;
  }

  /** Needs staff. @throws Problem 401, 403, 404 */
  async get(current: Current, id: string): Promise<Thing> {
    requireRole(current, 'staff');
    const { table, key, columns, fromRow, missing } = this.#options;
    const [row] = isUuid(id)
      ? await current.db.query<ThingRow>(sql`select ${columns} from ${table} where ${key} = ${id}`)
      : [];
    if (row === undefined) throw new Problem(missing);
    return fromRow(row);
  }

  /** With its entry in the audit. Takes a release back, and keeps others from a change until the transaction ends. Needs staff. @throws Problem 401, 403, 404, `notNow`, `outdated` */
  async change(current: Current, id: string, rev: number, ...set: readonly Sql[]): Promise<Thing> {
    requireRole(current, 'staff');
    const change = { set: [sql`rev = rev + 1, released_by = null`, ...set], guards: [sql`rev = ${rev}`] };
    return inTransaction(current, async (current) => {
      const thing = await this.#recordTransition(current, id, 'change', change);
      if (thing !== undefined) return thing;
      const { transitions, notNow, outdated } = this.#options;
      const { state } = await this.get(current, id);
      throw new Problem(isAllowed(transitions.change, state) ? outdated : notNow);
    });
  }

  /** A second person's yes to it as it is. Needs admin. @throws Problem 401, 403, 404, `notNow` for one's own too */
  release(current: Current, id: string, rev: number, ...set: readonly Sql[]): Promise<Thing> {
    requireRole(current, 'admin');
    const userId = requireUser(current);
    const guards = [sql`rev = ${rev} and created_by <> ${userId}`];
    return this.transition(current, id, 'release', { set: [sql`released_by = ${userId}`, ...set], guards });
  }

  /** With its entry in the audit. Needs admin. @throws Problem 401, 403, 404, `notNow` */
  transition(current: Current, id: string, name: Name | 'release', options?: TransitionOptions): Promise<Thing> {
    requireRole(current, 'admin');
    return inTransaction(current, async (current) => {
      const thing = await this.#recordTransition(current, id, name, options);
      if (thing !== undefined) return thing;
      await this.get(current, id);
      throw new Problem(this.#options.notNow);
    });
  }

  async #recordTransition(
    current: Current,
    id: string,
    name: Name | 'change' | 'release',
    options?: TransitionOptions,
  ): Promise<Thing | undefined> {
    const { audit, describe } = this.#options;
    const thing = await this.tryTransition(current, id, name, options);
    const kind = audit[name];
    if (thing !== undefined && kind !== undefined) await recordAuditEntry(current, kind, describe(thing));
    return thing;
  }

  /** What nobody asked for, such as what a job does. @returns undefined where it may not be */
  async tryTransition(
    { db }: Pick<Current, 'db'>,
    id: string,
    name: Name | 'change' | 'release',
    { set = [], guards = [] }: TransitionOptions = {},
  ): Promise<Thing | undefined> {
    if (!isUuid(id)) return undefined;
    const { transitions, table, key, columns, fromRow } = this.#options;
    const { from, to } = transitions[name];
    const changes = sql.join([...(to === undefined ? [] : [sql`state = ${to}`]), ...set], ', ');
    const conditions = sql.join([sql`state = any(${from}::text[])`, ...guards], ' and ');
    const [row] = await db.query<ThingRow>(sql`
      update ${table} set ${changes} where ${key} = ${id} and ${conditions} returning ${columns}`);
    return row && fromRow(row);
  }
}
