import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

interface FoundReplacement {
  userId: string;
  was: string;
  alias: string;
  reason?: string;
}

/** Undefined once the decision is undone. Needs no role, because the site itself sends the mail about it. */
export async function findReplacement(current: Current, decisionId: string): Promise<FoundReplacement | undefined> {
  const [row] = await current.db.query<ReplacementRow>(sql`select user_id, alias, new_alias, reason from alias_decisions
    where decision_id = ${decisionId} and new_alias is not null and undone_at is null`);
  if (row === undefined) return undefined;
  const { user_id: userId, alias: was, new_alias: alias, reason } = row;
  return { userId, was, alias, ...(reason !== null && { reason }) };
}

type ReplacementRow = Pick<Row<'alias_decisions'>, 'user_id' | 'alias' | 'reason'> &
  Columns<'alias_decisions', { new_alias: string }>;

interface ShownDecision {
  readonly kind: string;
  readonly was: string;
  readonly alias: string | null;
}

/** Those among the decisions about somebody's names that stand. Permission is up to the caller. */
export async function findShownDecisions(
  current: Current,
  userId: string,
  decisionIds: readonly string[],
): Promise<Map<string, ShownDecision>> {
  const rows = await current.db.query<ShownRow>(sql`
    select decision_id, decision, alias, new_alias from alias_decisions
    where decision_id = any(${[...decisionIds]}::uuid[]) and user_id = ${userId} and undone_at is null`);
  return new Map(
    rows.map(({ decision_id: id, decision: kind, alias: was, new_alias: alias }) => [id, { kind, was, alias }]),
  );
}

type ShownRow = Pick<Row<'alias_decisions'>, 'decision_id' | 'decision' | 'alias' | 'new_alias'>;
