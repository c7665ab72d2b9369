import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { REPORTS_TO_HIDE } from '../alias.ts';
import { requireContext } from '../contexts.server.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { noAlias } from '../problems.ts';

import type { ReportReason } from './moderation.ts';
import { ownAlias } from './problems.ts';

/**
 * Reports somebody's name, once for each reporter and name: again changes nothing. Enough of them hide the name until a
 * moderator has looked, unless it is whitelisted.
 * @throws Problem 401, 403 for one's own, 404 when nobody has a name there
 */
export async function reportAlias(
  current: Current,
  context: string,
  userId: string,
  reason: ReportReason,
): Promise<void> {
  const reporter = requireUser(current);
  requireContext(context);
  if (userId === reporter || userId === '@me') throw new Problem(ownAlias);
  await inTransaction(current, async (current) => {
    const [name] = await current.db.query<{ is_new: boolean }>(REPORT, [
      ...[context, userId, reporter, reason, current.now()],
    ]);
    if (name === undefined) throw new Problem(noAlias);
    if (!name.is_new) return;
    const counted = await current.db.query<{ is_hidden: boolean }>(COUNT, [context, userId, reporter, current.now()]);
    if (counted[0]?.is_hidden) current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
  });
}

const REPORT = {
  name: 'alias_report',
  text: `with named as (select alias_key from aliases where context = $1 and user_id = $2), reported as (
      insert into alias_reports (context, user_id, alias_key, reporter_id, reason, at)
      select $1, $2, alias_key, $3, $4, $5::timestamptz from named
      on conflict (context, user_id, alias_key, reporter_id) do nothing
      returning alias_key
    )
    select exists (select from reported) as is_new from named`,
};
// The name may have changed since the report was written; then that of the old one stays uncounted.
const COUNT = {
  name: 'alias_count_report',
  text: `update aliases set reports = reports + 1,
      state = case when ${needsReview()} then 'pending' else state end,
      state_at = case when ${needsReview()} then $4::timestamptz else state_at end
    from alias_reports reported
    where aliases.context = $1 and aliases.user_id = $2 and reported.context = $1 and reported.user_id = $2
      and reported.alias_key = aliases.alias_key and reported.reporter_id = $3
    returning state <> 'approved' as is_hidden`,
};

function needsReview(): string {
  return `state = 'approved' and not whitelisted and reports + 1 - reports_seen >= ${REPORTS_TO_HIDE}`;
}
