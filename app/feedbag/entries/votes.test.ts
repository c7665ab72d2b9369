import { expect, test } from 'vitest';

import { createAccount } from '#app/accounts/accounts.server.ts';
import { asPerson } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { wordsOf } from '#test/newsletters.ts';

import { BURST, countGrownVotes } from './damping.server.ts';
import { voteFor } from './votes.server.ts';

const feedbag = useFeedbag();
const { site, act, enter, seen, stateOf, setAge } = feedbag;

test('the count of votes is that of the people, whoever votes at the same time', async () => {
  const path = await enter('player', 'Voted');
  const press = (who: CastName, intent: string) => act(who, path, { intent });
  const toggles = Array.from({ length: 50 }, (_, at) => press('creator', at % 2 ? 'feedbag.unvote' : 'feedbag.vote'));
  await Promise.all([...toggles, press('staff', 'feedbag.vote'), press('collaborator', 'feedbag.vote')]);
  const state = await stateOf(path);
  expect(state?.votes).toBe(state?.rows);
  expect([3, 4]).toContain(state?.votes);
  await press('creator', 'feedbag.vote');
  await press('creator', 'feedbag.vote');
  expect(await stateOf(path)).toMatchObject({ votes: 4, rows: 4 });
  await press('creator', 'feedbag.unvote');
  await press('creator', 'feedbag.unvote');
  expect(await stateOf(path)).toMatchObject({ votes: 3, rows: 3 });
});

const isFollowed = async (who: CastName, path: string) => {
  const rows = await site.parts.db.query<{ size: number; isCounted: boolean }>(sql`
    select (select count(*)::integer from followers where user_id = ${CAST[who].userId} and subject = ${subjectOf(path)}) as size,
      (select size from follow_counts where user_id = ${CAST[who].userId}) =
        (select count(*) from follows where user_id = ${CAST[who].userId}) as "isCounted"`);
  expect(rows[0]?.isCounted).toBe(true);
  return rows[0]?.size === 1;
};
const subjectOf = (path: string) => `feedbag.entry:${idOf(path)}`;

test('the follow that came of a vote ends with it, and one for itself stays', async () => {
  const path = await enter('player', 'Followed by vote');
  await act('creator', path, { intent: 'feedbag.vote' });
  expect(await isFollowed('creator', path)).toBe(true);
  await act('creator', path, { intent: 'feedbag.unvote' });
  expect(await isFollowed('creator', path)).toBe(false);
  const pressed = { intent: 'following.follow', subject: subjectOf(path) };
  const both: Record<string, string>[][] = [
    [pressed, { intent: 'feedbag.vote' }],
    [{ intent: 'feedbag.vote' }, pressed],
    [{ intent: 'feedbag.vote' }, { intent: 'feedbag.comment', body: 'I have something to say.' }],
  ];
  for (const deeds of both) {
    for (const deed of deeds) await act('creator', path, deed);
    await act('creator', path, { intent: 'feedbag.unvote' });
    expect(await isFollowed('creator', path), JSON.stringify(deeds)).toBe(true);
    await act('creator', path, { intent: 'following.unfollow', subject: subjectOf(path) });
  }
  await act('player', path, { intent: 'feedbag.unvote' });
  expect(await isFollowed('player', path)).toBe(true);
  await act('collaborator', path, { intent: 'feedbag.vote' });
  await act('staff', path, { intent: 'feedbag.status', status: 'declined' });
  await act('collaborator', path, { intent: 'feedbag.unvote' });
  expect(await isFollowed('collaborator', path)).toBe(true);
});

test('the follow of a vote ends where its entry was merged into another', async () => {
  const [from, into] = [await enter('player', 'Merged away'), await enter('player', 'Merged into')];
  await act('creator', from, { intent: 'feedbag.vote' });
  await act('staff', into, { intent: 'feedbag.merge', from: idOf(from) });
  await act('creator', into, { intent: 'feedbag.unvote' });
  expect(await isFollowed('creator', from)).toBe(false);
});

test('a vote that is given and taken back at the same time is there with its follow, or neither is', async () => {
  for (let round = 0; round < 6; round += 1) {
    const path = await enter('player', `Raced ${feedbag.number} ${round}`);
    const deeds = Array.from({ length: 9 }, (_, at) =>
      act('creator', path, { intent: at % 2 ? 'feedbag.unvote' : 'feedbag.vote' }),
    );
    await Promise.all(deeds);
    const rows = (await stateOf(path))?.rows;
    expect(await isFollowed('creator', path)).toBe(rows === 2);
  }
});

test('a vote that comes while the one before is taken back is there with its follow, and neither is refused', async () => {
  const path = await enter('player', 'Overtaken');
  await act('creator', path, { intent: 'feedbag.vote' });
  const waiting = async () => {
    const rows = await site.parts.db.query(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  const deeds = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from feedbag_entries where subject_id = ${idOf(path)} for update`);
    const taken = act('creator', path, { intent: 'feedbag.unvote' });
    await expect.poll(waiting).toBe(1);
    const given = act('creator', path, { intent: 'feedbag.vote' });
    await expect.poll(waiting).toBe(2);
    return [taken, given];
  });
  expect((await Promise.all(deeds)).map(({ status }) => status)).toEqual([200, 200]);
  expect([(await stateOf(path))?.rows, await isFollowed('creator', path)]).toEqual([2, true]);
});

test('the votes of 200 people who vote at the same time all count, each once', async () => {
  const path = await enter('player', 'Voted by many');
  const system = systemCurrent(site.parts);
  const voters = Array.from({ length: 200 }, (_, at) => {
    return asPerson(system, { userId: `voter${at}`, role: 'authenticated' as const }, new Date());
  }).values();
  // As many at a time as there are connections.
  const lines = Array.from({ length: 10 }, async () => {
    for (const voter of voters) await voteFor(voter, idOf(path));
  });
  await Promise.all(lines);
  expect(await stateOf(path)).toMatchObject({ votes: 201, rows: 201 });
});

const later = (hours: number) => ({
  ...systemCurrent(site.parts),
  now: () => new Date(Date.now() + hours * 3_600_000),
});

test('a vote of a new account counts when that is a day old, and until then only its voter sees it', async () => {
  await setAge('collaborator', 20);
  const [path, other] = [
    await enter('player', `Damped ${feedbag.number}`),
    await enter('creator', `Root ${feedbag.number}`),
  ];
  expect(
    await wordsOf(await site.submit('collaborator', path, { intent: 'feedbag.vote', version: '31.41.59' })),
  ).toContain('counts as soon as your account is a day old');
  const list = `/feedbag/${feedbag.projectId}/entries`;
  for (const where of [path, list]) {
    expect(await seen('collaborator', where)).toContain('Your account is new, so your vote counts from');
    for (const who of [undefined, 'player'] as const) {
      const words = `${await seen(who, where)} ${await (await site.ask(who, `${where}.data`)).text()}`;
      for (const word of ['account is new', '31.41.59', 'young'])
        expect(words.includes(word), `${who} ${word}`).toBe(false);
    }
  }
  expect(await (await site.ask(undefined, `${list}.csv`)).text()).toMatch(/,1,0,Damped/);
  expect(await (await site.ask('staff', `${list}.csv`)).text()).toMatch(/,1,0,Damped.*,1,0\r?\n/);
  expect(await seen('staff', path)).toContain('new account, counts later');
  expect(await stateOf(path)).toMatchObject({ votes: 1, rows: 2 });
  await act('staff', other, { intent: 'feedbag.merge', from: idOf(path) });
  expect(await stateOf(other)).toMatchObject({ votes: 2, rows: 3 });
  await countGrownVotes(later(3));
  expect(await stateOf(other)).toMatchObject({ votes: 2 });
  // At the same time: its time comes, others toggle, and what was merged comes apart.
  const toggles = Array.from({ length: 12 }, (_, at) =>
    act('super', other, { intent: at % 2 ? 'feedbag.unvote' : 'feedbag.vote' }),
  );
  const undo = site.submit('staff', other, { intent: 'feedbag.unmerge', from: idOf(path) });
  await Promise.all([...toggles, undo, countGrownVotes(later(5)), countGrownVotes(later(5))]);
  await act('super', other, { intent: 'feedbag.unvote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 2 });
  expect(await stateOf(other)).toMatchObject({ votes: 1, rows: 1 });
  expect(await seen(undefined, path)).toContain('Still happens in 31.41.59 (1 player)');
  const own = await enter('collaborator', `Own ${feedbag.number}`);
  expect(await stateOf(own)).toMatchObject({ votes: 0, rows: 1 });
  await act('collaborator', own, { intent: 'feedbag.unvote' });
  await act('staff', own, { intent: 'feedbag.moderate', decision: 'trust' });
  await act('collaborator', own, { intent: 'feedbag.vote' });
  expect(await stateOf(own)).toMatchObject({ votes: 1, rows: 1 });
  await setAge('collaborator', 1000);
  await site.parts.db.query(sql`delete from thread_people`);
});

test('the job that counts grown votes stops between two batches when its process ends, and goes on later', async () => {
  const paths = [await enter('player', `Stopped ${feedbag.number}`), await enter('creator', `Later ${feedbag.number}`)];
  for (const [at, path] of paths.entries()) {
    await site.parts.db.query(sql`insert into feedbag_votes
      select (jsonb_populate_record(v, jsonb_build_object('participant_id', 'user grown' || n, 'user_id', 'grown' || n, 'state',
        'young', 'counts_from', now() - (2 - ${at}::integer) * interval '1 hour'))).*
      from feedbag_votes v, generate_series(1, 1000) n where v.subject_id = ${idOf(path)}`);
  }
  const closing = new AbortController();
  const current = { ...later(0), closing: closing.signal };
  const stopping: typeof current.db.transaction = async (run) => {
    const result = await current.db.transaction(run);
    closing.abort();
    return result;
  };
  const db = Object.assign(Object.create(current.db) as typeof current.db, { transaction: stopping });
  await countGrownVotes({ ...current, db });
  const counted = async () => Promise.all(paths.map(async (path) => (await stateOf(path))?.votes));
  expect(await counted()).toEqual([1001, 1]);
  await countGrownVotes({ ...current, db });
  expect(await counted()).toEqual([1001, 1]);
  await countGrownVotes(later(0));
  expect(await counted()).toEqual([1001, 1001]);
});

test('many votes of new accounts at once wait for the studio, which lets them count or not, and takes that back', async () => {
  const path = await enter('player', `Brigaded ${feedbag.number}`);
  const system = systemCurrent(site.parts);
  const vote = async (role: Role = 'authenticated') => {
    const userId = await createAccount(system, { locale: 'en-US', terms: '1' });
    return voteFor(asPerson(system, { userId, role }, new Date()), idOf(path));
  };
  await Promise.all(Array.from({ length: BURST }, () => vote()));
  expect(await stateOf(path)).toMatchObject({ votes: 1, rows: 11 });
  await setAge('creator', 1);
  expect(await wordsOf(await site.submit('creator', path, { intent: 'feedbag.vote' }))).toContain(
    'so we’ll take a look before',
  );
  await countGrownVotes(later(48));
  await act('collaborator', path, { intent: 'feedbag.vote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 13 });
  const desk = '/contact/submissions?view=moderation';
  for (const where of [desk, path]) expect(await seen('staff', where)).toContain('11 votes of new accounts wait');
  expect(await seen('player', path)).not.toContain('new accounts wait');
  const decide = (who: CastName, decision: string) =>
    site.submit(who, desk, { intent: 'feedbag.decideVotes', subjectId: idOf(path), decision });
  const refused = [await decide('player', 'count'), await decide('staff', 'eat')];
  expect(refused.map(({ status }) => status)).toEqual([403, 400]);
  const undo = async (decided: Response, who: CastName = 'staff') => {
    const [, decisionId = ''] = /name="decisionId" value="([^"]+)"/.exec(await decided.text()) ?? [];
    return site.submit(who, desk, { intent: 'feedbag.undoVotes', subjectId: idOf(path), decisionId });
  };
  const counted = await decide('staff', 'count');
  expect(await stateOf(path)).toMatchObject({ votes: 13, rows: 13 });
  expect((await decide('staff', 'void')).status).toBe(409);
  expect((await undo(counted.clone(), 'player')).status).toBe(403);
  const root = await enter('admin', `Root ${feedbag.number}`);
  await act('staff', root, { intent: 'feedbag.merge', from: idOf(path) });
  expect(await stateOf(root)).toMatchObject({ votes: 14, rows: 14 });
  expect((await undo(counted)).status).toBe(200);
  expect(await stateOf(root)).toMatchObject({ votes: 3, rows: 14 });
  expect((await undo(await decide('staff', 'count'))).status).toBe(200);
  await act('staff', root, { intent: 'feedbag.unmerge', from: idOf(path) });
  expect(await stateOf(root)).toMatchObject({ votes: 1, rows: 1 });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 13 });
  const voided = await decide('staff', 'void');
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 13 });
  expect(await seen('creator', path)).toContain('it doesn’t count');
  await act('creator', path, { intent: 'feedbag.unvote' });
  await setAge('creator', 1000);
  expect((await site.submit('creator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect((await undo(voided)).status).toBe(200);
  await act('creator', path, { intent: 'feedbag.unvote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 12 });
  const audit = await site.parts.db.query<{ decision: string }>(sql`select after->>'decision' as decision from audit
    where action = 'feedback.votes' order by audit_id`);
  expect(audit.map(({ decision }) => decision)).toEqual([
    'countVotes',
    'holdVotes',
    'countVotes',
    'holdVotes',
    'voidVotes',
    'holdVotes',
  ]);
});

test('a vote says in which version it still happens, staff vote for others, and what is settled takes none', async () => {
  const path = await enter('player', 'Still there');
  await act('creator', path, { intent: 'feedbag.vote', version: '1.5' });
  expect(await seen(undefined, path)).toContain('Still happens in 1.5 (1 player)');
  expect((await site.submit('player', path, { intent: 'feedbag.behalf', who: 'pip@example.org' })).status).toBe(403);
  await act('staff', path, { intent: 'feedbag.behalf', who: 'pip@example.org', source: 'By chat' });
  await act('staff', path, { intent: 'feedbag.behalf', who: 'PIP@example.org', source: 'By mail' });
  expect(await stateOf(path)).toMatchObject({ votes: 3, rows: 3 });
  await act('staff', path, { intent: 'feedbag.status', status: 'declined' });
  expect((await site.submit('collaborator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect((await site.submit('player', path, { intent: 'feedbag.status', status: 'open' })).status).toBe(403);
  expect((await site.submit(undefined, path, { intent: 'feedbag.vote' })).status).toBe(401);
});
