import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';

import { entryIntents } from './feedbag-forms.server.ts';
import { settingsIntents } from './settings/settings-forms.server.ts';

const feedbag = useFeedbag();
const INTENTS = { ...entryIntents(''), ...settingsIntents((path) => path) };

test('what staff do to feedback and to who gives it is in the audit, as its form says', async () => {
  const { db } = feedbag.site.parts;
  const latest = async (column: 'subject_id' | 'message_id', table: 'feedbag_entries' | 'thread_messages') => {
    const [row] = await db.query<{ id: string }>(
      sql`select ${sql.raw(column)} as id from ${sql.raw(table)} order by ${sql.raw(column)} desc limit 1`,
    );
    return row?.id ?? '';
  };
  const act = async (intent: string, path: string, fields: Record<string, string>) => {
    const before = await db.query<{ id: string }>(sql`select coalesce(max(audit_id), 0)::text as id from audit`);
    expect((await feedbag.act('staff', path, { intent, ...fields })).status, intent).toBe(200);
    const entries = await db.query<{ action: string; user_id: string }>(sql`
      select action, user_id from audit where audit_id > ${before[0]?.id ?? '0'}::bigint order by action`);
    expect(new Set(entries.map((entry) => entry.user_id)), intent).toEqual(new Set([CAST.staff.userId]));
    const declared = INTENTS[intent];
    const actions = declared !== undefined && 'audit' in declared ? [declared.audit].flat() : [];
    expect(entries.map(({ action }) => action).toSorted(), intent).toEqual(actions.toSorted());
  };
  const path = await feedbag.enter('creator', 'A hat for the cat');
  const other = await feedbag.enter('player', 'A cap for the cat');
  const from = idOf(other);
  await act('feedbag.status', path, { status: 'planned' });
  await act('feedbag.behalf', path, { who: 'pip@example.org', source: 'By chat' });
  await act('feedbag.merge', path, { from });
  await act('feedbag.unmerge', path, { from });

  await feedbag.act('player', path, { intent: 'feedbag.comment', body: 'And a coat.' });
  const subjectId = idOf(path);
  const messageId = await latest('message_id', 'thread_messages');
  await act('feedbag.split', path, { subjectId, messageId, title: 'A coat for the cat' });
  await act('feedbag.unsplit', path, { from: await latest('subject_id', 'feedbag_entries') });

  await act('feedbag.moderateComment', path, { subjectId, messageId, decision: 'block' });
  await act('feedbag.forgetDecision', '/feedbag/settings', { userId: CAST.player.userId });
  await act('feedbag.moderate', path, { decision: 'block' });
  const blocked = await db.query<{ target: string }>(sql`
    select target from audit where action = 'feedback.person' and after ->> 'standing' = 'blocked' order by audit_id`);
  expect(blocked.map(({ target }) => target)).toEqual(
    [CAST.player, CAST.creator].map(({ userId }) => `account/${userId}`),
  );
});
