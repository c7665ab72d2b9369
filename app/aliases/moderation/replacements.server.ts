import type { Current } from '#app/current/current.server.ts';

export interface FoundReplacement {
  userId: string;
  was: string;
  alias: string;
  reason?: string;
}

/** What a decision replaced by what, unless it is undone. For the mail about it, which the site itself writes. */
export async function findReplacement(current: Current, decisionId: string): Promise<FoundReplacement | undefined> {
  const [row] = await current.db.query<ReplacementRow>(SELECT, [decisionId]);
  if (row === undefined) return undefined;
  const { user_id: userId, alias: was, new_alias: alias, reason } = row;
  return { userId, was, alias, ...(reason !== null && { reason }) };
}

interface ReplacementRow {
  user_id: string;
  alias: string;
  new_alias: string;
  reason: string | null;
}

const SELECT = {
  name: 'alias_select_replacement',
  text: `select user_id, alias, new_alias, reason from alias_decisions
    where decision_id = $1 and new_alias is not null and undone_at is null`,
};
