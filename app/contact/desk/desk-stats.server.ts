import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { pastUuidv7 } from '#lib/uuid.server.ts';

import { TOPICS, TOPIC_IDS } from '../topic.ts';
import type { PersonStats, StatsDays, TopicStats } from './desk-stats.ts';

interface DeskStats {
  readonly topics: readonly TopicStats[];
  readonly people: readonly PersonStats[];
}

const MAX_PEOPLE = 50;

/** Of what was sent in the last days. Needs staff. @throws Problem 401, 403 */
export async function findDeskStats(current: Current, days: StatsDays): Promise<DeskStats> {
  requireRole(current, 'staff');
  const now = current.now();
  // Ids begin with their time, so this reads what is new alone.
  const from = pastUuidv7(now.getTime() - days * 86_400_000);
  const topics = await current.db.query<TopicStats>(sql`
    select s.topic, count(*)::integer as received, count(s.answered_at)::integer as answered,
      count(*) filter (where s.state = 'closed')::integer as settled,
      count(*) filter (where coalesce(s.answered_at, ${now}::timestamptz) - s.created_at > t.due
        and (s.answered_at is not null or s.state = 'open'))::integer as late,
      (percentile_cont(0.5) within group (order by extract(epoch from s.answered_at - s.created_at)) / 3600)::float8
        as "medianHours"
    from contact_submissions s join (
      select topic, hours * interval '1 hour' as due
      from unnest(${TOPIC_IDS}::text[], ${TOPIC_IDS.map((id) => TOPICS[id].dueHours)}::integer[]) t (topic, hours)
    ) t on t.topic = s.topic
    where s.subject_id >= ${from}::uuid and s.in_queue group by s.topic order by received desc, s.topic`);
  const people = await current.db.query<Omit<PersonStats, 'name'> & { userId: string }>(sql`
    select assigned_user_id as "userId", count(*)::integer as received, count(answered_at)::integer as answered,
      count(*) filter (where state = 'closed')::integer as settled
    from contact_submissions
    where subject_id >= ${from}::uuid and in_queue and assigned_user_id is not null
    group by assigned_user_id order by received desc, assigned_user_id limit ${MAX_PEOPLE}::integer`);
  const names = await findShownNames(
    current,
    people.map(({ userId }) => userId),
  );
  return {
    topics,
    people: people.map(({ userId, received, answered, settled }) => {
      return { received, answered, settled, name: names.get(userId) ?? `@${userId}` };
    }),
  };
}
