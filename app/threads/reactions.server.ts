import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { ThreadReader } from './audience.ts';
import { getMessage } from './messages.server.ts';
import { noReaction, noThread } from './problems.ts';
import { REACTIONS, isReaction } from './thread.ts';
import type { MessageKey, MessageReaction } from './thread.ts';

/** One of a kind each, of who may read the message; asking twice changes nothing. @throws Problem 400, 401 or 403, 404 */
export async function react(
  current: Current,
  reader: ThreadReader,
  messageKey: MessageKey,
  { reaction, isOn }: { readonly reaction: string; readonly isOn: boolean },
): Promise<void> {
  const [participantId] = reader.participantIds;
  if (participantId === undefined) refuse(current);
  if (!isReaction(reaction)) throw new Problem(noReaction);
  const { subjectId, messageId, isRedacted } = await getMessage(current, reader, messageKey);
  if (isRedacted) throw new Problem(noThread);
  await current.db.query(
    isOn
      ? sql`insert into thread_reactions (subject_id, message_id, participant_id, user_id, reaction, at)
          values (${subjectId}, ${messageId}, ${participantId}, ${current.actor.userId ?? null}, ${reaction}, ${current.now()})
          on conflict do nothing`
      : sql`delete from thread_reactions where subject_id = ${subjectId} and message_id = ${messageId}
          and participant_id = ${participantId} and reaction = ${reaction}`,
  );
}

/** By message, in the order of the studio. Permission is up to the caller. */
export async function findReactions(
  current: Current,
  { participantIds }: Pick<ThreadReader, 'participantIds'>,
  messages: readonly MessageKey[],
): Promise<Map<string, MessageReaction[]>> {
  const subjectIds = [...new Set(messages.map(({ subjectId }) => subjectId))];
  const rows = await current.db.query<CountedReaction>(sql`
    select message_id, reaction, count(*)::integer as count,
      bool_or(participant_id = any(${[...participantIds]}::text[])) as is_own
    from thread_reactions where subject_id = any(${subjectIds}::uuid[])
      and message_id = any(${messages.map(({ messageId }) => messageId)}::uuid[])
    group by message_id, reaction`);
  const found = Map.groupBy(rows, (row) => row.message_id);
  return new Map(
    [...found].map(([messageId, counted]) => [
      messageId,
      REACTIONS.flatMap((reaction) => {
        const row = counted.find((one) => one.reaction === reaction);
        return row === undefined ? [] : [{ reaction, count: row.count, isOwn: row.is_own }];
      }),
    ]),
  );
}

type CountedReaction = Pick<Row<'thread_reactions'>, 'message_id' | 'reaction'> & { count: number; is_own: boolean };
