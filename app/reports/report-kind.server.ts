import { createContext } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noThing } from './problems.ts';
import type { ReportReason } from './report.ts';

/** What can be reported to the studio, declared by its noun. */
export interface ReportKind {
  /** In addresses, rows and texts: `level`, `player` or `comment`. */
  readonly name: string;
  /** In the order in which they are offered. */
  readonly reasons: readonly ReportReason[];
  /** Those of the ids that are there and that the actor may see; the others are missing. */
  describe(current: Current, ids: readonly string[]): Promise<Map<string, ReportedThing>>;
  /** Of one of its ids: whether it is there, but not for the actor. By default everything is for all of staff. */
  hides?(current: Current, thingId: Sql): Promise<Sql>;
  /** In the transaction of somebody's report. */
  whenReported?(current: Current, id: string, reason: ReportReason): Promise<void>;
  readonly act: ReportAct;
}

/** What staff do about a thing of the kind. */
interface ReportAct {
  /** What its button says. */
  readonly name: TextKey;
  /** What its noun records in the audit, beside the decision and its undo. */
  readonly audit: readonly string[];
  /** Whether our word about the decision is the first that its author hears of it. */
  readonly isToldToAuthor: boolean;
  /** In the transaction of the decision. @returns what `undo` needs; undefined where it was done before @throws Problem */
  run(current: Current, id: string, note: string): Promise<string | undefined>;
  /** In the transaction of the undo. @param done what `run` has returned @throws Problem */
  undo(current: Current, id: string, done: string): Promise<void>;
}

export interface ReportedThing {
  readonly title: string;
  /** Without a locale. */
  readonly path: string;
  /** Undefined of who has no account. */
  readonly author: { readonly userId: string; readonly name: string } | undefined;
  /** What it says, where that is not its title. */
  readonly words?: string;
}

/** Set by the door, because nouns declare above this floor. */
export const reportKindsContext = createContext<readonly ReportKind[]>();

/** @throws Problem 404 */
export function requireKind(kinds: readonly ReportKind[], name: string): ReportKind {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Problem(noThing);
  return kind;
}

/** For rows with `kind` and `thing_id`: without those of things that the actor may not see. What is gone is for all of staff. */
export async function shownReports(current: Current, kinds: readonly ReportKind[]): Promise<Sql> {
  const hidden = await Promise.all(
    kinds.map(async (kind) => [kind.name, (await kind.hides?.(current, sql`thing_id`)) ?? sql`false`] as const),
  );
  // Each kind reads only ids of its own.
  return sql`not case kind ${sql.join(
    hidden.map(([name, isHidden]) => sql`when ${name} then ${isHidden}`),
    ' ',
  )} else false end`;
}
