import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { REPORTS_TO_HIDE } from '../alias.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { requireContext } from '../contexts.server.ts';
import { noAlias } from '../problems.ts';
import type { AliasReportReason } from './moderation.ts';
import { ownAlias } from './problems.ts';

/** Once for each reporter and name; enough hide it until a decision. @throws Problem 401, 403 for one's own, 404 */
export async function reportAlias(
  current: Current,
  context: string,
  userId: string,
  reason: AliasReportReason,
): Promise<void> {
  const reporter = requireUser(current);
  requireContext(context);
  if (userId === reporter || userId === '@me') throw new Problem(ownAlias);
  await inTransaction(current, async (current) => {
    const [report] = await current.db.query<{ is_new: boolean }>(sql`
      with named as (select alias_key from aliases where context = ${context} and user_id = ${userId}), reported as (
        insert into alias_reports (context, user_id, alias_key, reporter_id, reason, at)
        select ${context}::text, ${userId}::text, alias_key, ${reporter}::text, ${reason}::text,
          ${current.now()}::timestamptz
        from named
        on conflict (context, user_id, alias_key, reporter_id) do nothing
        returning alias_key
      )
      select exists (select from reported) as is_new from named`);
    if (report === undefined) throw new Problem(noAlias);
    if (report.is_new) await countReport(current, context, userId, reporter);
  });
}

/** The name may have changed since the report was written: the report of an old name does not count. */
async function countReport(current: Current, context: string, userId: string, reporter: string): Promise<void> {
  const needsReview = sql`state = 'approved' and not whitelisted and reports + 1 - reports_seen >= ${REPORTS_TO_HIDE}`;
  const [counted] = await current.db.query<{ is_hidden: boolean }>(sql`update aliases set reports = reports + 1,
      state = case when ${needsReview} then 'pending' else state end,
      state_at = case when ${needsReview} then ${current.now()}::timestamptz else state_at end
    from alias_reports reported
    where aliases.context = ${context} and aliases.user_id = ${userId}
      and reported.context = ${context} and reported.user_id = ${userId}
      and reported.alias_key = aliases.alias_key and reported.reporter_id = ${reporter}
    returning state <> 'approved' as is_hidden`);
  if (counted?.is_hidden) current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
}
