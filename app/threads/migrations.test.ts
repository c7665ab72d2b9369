import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import type { Database } from '#lib/database/database.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { migrateJobs } from '#lib/jobs/jobs.server.ts';
import { CAST } from '#test/cast.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openEmptySite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

/** What was merged and split off before threads had columns for that. */
const MIGRATION = '0085-one-conversation.sql';
const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < MIGRATION));

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [ROOT, ASKED, FIRST, REST, PART] = [1, 2, 3, 4, 5].map(uuid) as [string, string, string, string, string];
const [A, B, C, WAS_COMMENT] = [11, 12, 13, 14].map(uuid) as [string, string, string, string];
const messageOf = (subjectId: string) => subjectId.replace('0189', '018a');
const DAY = 86_400_000;
const now = Date.now();
const at = (days: number) => new Date(now - days * DAY).toISOString();
const { player, creator, staff } = CAST;
const PLAYER = `user ${player.userId}`;

let site: TestSite;
beforeAll(async () => {
  let prepared: Promise<void> | undefined;
  site = await openEmptySite({}, ({ db, log }) => {
    prepared ??= (async () => {
      await migrate(db.pool, older);
      await addOldRows(db);
      expect(await migrate(db.pool, migrations)).toContain(MIGRATION.replace('.sql', ''));
      await migrateJobs(db.pool, log);
    })();
    return prepared;
  });
});
afterAll(() => site.close());

async function addOldRows(db: Database): Promise<void> {
  for (const [noun, subjectIds] of Object.entries({
    contact: [ROOT, ASKED, FIRST, REST, PART],
    feedbag: [A, B, C, WAS_COMMENT],
  })) {
    const audience = noun === 'contact' ? 'participants' : 'everyone';
    const messageIds = subjectIds.map(messageOf);
    await db.query(sql`insert into threads (subject_id, noun, audience, last_message_id, created_at)
      select s.id, ${noun}, ${audience}, s.message_id, ${at(9)}::timestamptz
      from unnest(${subjectIds}::uuid[], ${messageIds}::uuid[]) s (id, message_id)`);
    await db.query(sql`insert into thread_participants (subject_id, participant_id, user_id, added_at)
      select id, ${PLAYER}, ${player.userId}, ${at(9)}::timestamptz from unnest(${subjectIds}::uuid[]) id`);
    await db.query(sql`insert into thread_messages (subject_id, message_id, kind, side, participant_id, user_id, body, created_at)
      select s.id, s.message_id, 'public', 'player', ${PLAYER}, ${player.userId}, 'Words of ' || s.id, ${at(9)}::timestamptz
      from unnest(${subjectIds}::uuid[], ${messageIds}::uuid[]) s (id, message_id)`);
  }
  await addOldSubmissions(db);
  await addOldEntries(db);
}

async function addOldSubmissions(db: Database): Promise<void> {
  const was = {
    state: 'closed',
    dueAt: null,
    snoozedUntil: null,
    assignedUserId: null,
    closedAt: at(8),
    lastAt: at(8),
  };
  const then = { ...was, state: 'open', dueAt: at(1), assignedUserId: staff.userId, closedAt: null, lastAt: at(7) };
  const rows = [
    { id: ROOT, state: 'open', due: at(1), assigned: staff.userId, messages: 2, last: at(7), created: at(9) },
    { id: ASKED, state: 'open', due: at(1), messages: 1, last: at(9), merged: ROOT, created: at(9) },
    // Before it was known what had been.
    { id: FIRST, state: 'waiting', messages: 1, last: at(9), merged: ROOT, created: at(9) },
    { id: REST, state: 'open', due: at(2), messages: 1, last: at(9), created: at(9) },
    { id: PART, state: 'waiting', messages: 1, last: at(9), created: at(5) },
  ];
  await db.query(sql`
    insert into contact_submissions (subject_id, topic, title, facts, locale, participant_id, user_id, name, state, priority,
      assigned_user_id, due_at, merged_into, messages, search, created_at, last_at)
    select id, 'other', 'Title of ' || id, '{}', 'en-US', ${PLAYER}, ${player.userId}, '', state, 1, assigned, due, merged,
      messages, '', created, last
    from json_to_recordset(${JSON.stringify(rows)}::json) r (id uuid, state text, assigned text, due timestamptz, merged uuid,
      messages integer, created timestamptz, last timestamptz)`);
  await addHistory(db, [
    [FIRST, 'merge', { into: ROOT }],
    [ROOT, 'mergedIn', { from: FIRST }],
    [ASKED, 'merge', { into: ROOT }],
    [ROOT, 'mergedIn', { from: ASKED, was: { ...was, state: 'waiting', closedAt: null }, now: then }],
    [ASKED, 'unmerge', { into: ROOT }],
    [ROOT, 'unmergedFrom', { from: ASKED }],
    [ASKED, 'merge', { into: ROOT }],
    [ROOT, 'mergedIn', { from: ASKED, was, now: then }],
    [REST, 'split', { to: PART, was: { state: 'waiting', dueAt: null } }],
    [PART, 'splitFrom', { from: REST }],
  ]);
  await db.query(sql`insert into contact_blocks (participant_id, user_id, blocked_by, at)
    values (${`user ${creator.userId}`}, ${creator.userId}, ${staff.userId}, ${at(3)})`);
}

async function addOldEntries(db: Database): Promise<void> {
  await db.query(sql`insert into feedbag_projects (project_id, name, about, welcome, template, least_role, is_moderated,
      takes_anonymous, place, created_at) values ('old', 'Old', '', '', '', 'public', false, false, 1, ${at(9)})`);
  const rows = [
    { id: A, status: 'duplicate', was: 'open', votes: 1, into: B, root: C },
    { id: B, status: 'duplicate', was: 'planned', votes: 2, into: C, root: C },
    { id: C, status: 'open', votes: 2, comments: 2 },
    { id: WAS_COMMENT, status: 'open', votes: 1, split: C },
  ];
  await db.query(sql`
    insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status, status_at, standing,
      is_internal, participant_id, user_id, source, votes, comments, merged_into, merged_root, merged_status, split_from, words,
      created_at, last_at)
    select id, 'old', 'Entry ' || right(id::text, 2), '', '', '{}', status, ${at(5)}::timestamptz, 'shown', false, ${PLAYER}, ${player.userId},
      'site', votes, coalesce(comments, 0), "into", root, was, split, '{}', ${at(9)}::timestamptz, ${at(9)}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) r (id uuid, status text, was text, votes integer,
      comments integer, "into" uuid, root uuid, split uuid)`);
  const votes = [
    ...[A, B, C].map((id, step) => ({ id, who: player.userId, from: step === 0 ? null : [A, B][step - 1] })),
    ...[B, C].map((id, step) => ({ id, who: creator.userId, from: step === 0 ? null : B })),
    { id: WAS_COMMENT, who: player.userId, from: null },
  ];
  await db.query(sql`insert into feedbag_votes (subject_id, participant_id, user_id, version, source, merged_from, created_at)
    select id, 'user ' || who, who, '', '', "from", ${at(9)}::timestamptz
    from json_to_recordset(${JSON.stringify(votes)}::json) r (id uuid, who text, "from" uuid)`);
  await addHistory(db, [[WAS_COMMENT, 'splitFrom', { from: C, now: 'Entry 13' }]]);
  await db.query(sql`insert into feedbag_people (user_id, standing, reason, decided_by, at)
    values (${creator.userId}, 'blocked', '', ${staff.userId}, ${at(2)})`);
}

let entries = 0;
async function addHistory(db: Database, deeds: readonly (readonly [string, string, object])[]): Promise<void> {
  for (const [subjectId, deed, details] of deeds) {
    entries += 1;
    await db.query(sql`insert into thread_history (subject_id, entry_id, at, user_id, deed, details)
      values (${subjectId}, ${uuid(100 + entries)}, ${at(4)}, ${staff.userId}, ${deed}, ${JSON.stringify(details)})`);
  }
}

const submission = (id: string) => `/contact/submissions/${id}`;
const entry = (id: string) => `/feedbag/old/entries/${id}`;
const act = async (path: string, fields: Record<string, string>) =>
  (await site.submit('staff', `${path}.data`, fields)).status;

async function turnOf(subjectId: string) {
  const [row] = await site.parts.db
    .query(sql`select state, due_at as due, assigned_user_id as assigned, closed_at as closed,
    last_at as last, messages from contact_submissions where subject_id = ${subjectId}`);
  return row;
}

test('what players wrote and staff merged before is read in one place, and comes apart as it was', async () => {
  expect(await wordsOf(await site.ask('staff', submission(ASKED)))).toContain('Take 000002 back out');
  expect((await site.ask('player', submission(ASKED))).headers.get('location')).toBe(submission(ROOT));
  const root = await wordsOf(await site.ask('player', submission(ROOT)));
  for (const id of [ROOT, ASKED, FIRST]) expect(root).toContain(`Words of ${id}`);
  const list = await (await site.ask('staff', '/contact/submissions?view=all')).text();
  expect([ROOT, ASKED, FIRST, REST, PART].map((id) => list.includes(id))).toEqual([true, false, false, true, true]);
  expect(await act(submission(ROOT), { intent: 'contact.unmerge', from: ASKED })).toBe(200);
  const before = {
    state: 'closed',
    due: null,
    assigned: null,
    closed: new Date(at(8)),
    last: new Date(at(8)),
    messages: 2,
  };
  expect(await turnOf(ROOT)).toEqual(before);
  expect(await turnOf(ASKED)).toMatchObject({ state: 'open', messages: 1 });
  expect(await act(submission(ROOT), { intent: 'contact.unmerge', from: FIRST })).toBe(200);
  expect(await turnOf(ROOT)).toEqual({ ...before, messages: 1 });
  expect(await act(submission(ROOT), { intent: 'contact.unmerge', from: FIRST })).toBe(409);
});

test('and what they split off is put back, with the turn that was', async () => {
  expect(await act(submission(ROOT), { intent: 'contact.unsplit', from: PART })).toBe(409);
  expect(await act(submission(REST), { intent: 'contact.unsplit', from: PART })).toBe(200);
  expect(await turnOf(REST)).toMatchObject({ state: 'waiting', due: null, messages: 2 });
});

test('entries of before come apart in any order with their votes and statuses, and a comment is one again', async () => {
  const stateOf = async (...ids: string[]) =>
    site.parts.db.query(sql`select status, votes, comments from feedbag_entries
      where subject_id = any(${ids}::uuid[]) order by subject_id`);
  for (const id of [A, B]) expect((await site.ask('player', entry(id))).headers.get('location')).toBe(entry(C));
  const page = await wordsOf(await site.ask('player', entry(C)));
  for (const id of [A, B, C]) expect(page).toContain(`Words of ${id}`);
  expect(await act(entry(WAS_COMMENT), { intent: 'feedbag.unsplit', from: WAS_COMMENT })).toBeLessThan(303);
  expect((await site.ask('player', entry(WAS_COMMENT))).status).toBe(404);
  expect(await wordsOf(await site.ask('player', entry(C)))).toContain(`Words of ${WAS_COMMENT}`);
  expect(await act(entry(C), { intent: 'feedbag.unmerge', from: B })).toBe(200);
  expect((await site.ask('player', entry(A))).headers.get('location')).toBe(entry(B));
  expect(await stateOf(A, B, C)).toEqual([
    { status: 'duplicate', votes: 1, comments: 0 },
    { status: 'planned', votes: 2, comments: 1 },
    { status: 'open', votes: 0, comments: 1 },
  ]);
  expect(await act(entry(B), { intent: 'feedbag.unmerge', from: A })).toBe(200);
  expect(await stateOf(A, B)).toEqual([
    { status: 'open', votes: 1, comments: 0 },
    { status: 'planned', votes: 1, comments: 0 },
  ]);
});

test('who was blocked stays so, in each noun', async () => {
  const said = await site.submit('creator', entry(C), { intent: 'feedbag.comment', body: 'Hello.', kind: 'public' });
  const sent = { intent: 'contact.send', title: 'Hello', body: 'Hello.', topic: 'other' };
  const written = await site.submit('creator', '/contact/topics/other', sent);
  expect([said.status, written.status]).toEqual([403, 403]);
  expect(
    (await site.submit('player', entry(C), { intent: 'feedbag.comment', body: 'Hello.', kind: 'public' })).status,
  ).toBe(200);
});
