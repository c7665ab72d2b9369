import { beforeEach, expect, test } from 'vitest';

import { createAccount } from '#app/accounts/accounts.server.ts';
import { asPerson, inTransaction } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { wordsOf } from '#test/newsletters.ts';
import { solveProof } from '#test/people/proof.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { unpack } from '#test/wire/zip.ts';

import { crashHashOf } from './crashes/crash-log.server.ts';
import { hashOldLogs } from './crashes/same-crash.server.ts';
import { BURST, countGrownVotes } from './entries/damping.server.ts';
import { enter as enterEntry } from './entries/entering.server.ts';
import { completeNamedEntries } from './entries/statuses.server.ts';
import { voteFor } from './entries/votes.server.ts';
import type { Project } from './project.ts';
import { saveProject } from './projects.server.ts';
import { sweepProofs } from './proofs.server.ts';

const site = useTestSite();
const FORM = { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' };
const PROJECT: Project = {
  ...{ projectId: 'open', name: 'Open Game', about: 'About it.', welcome: 'Welcome!', template: 'What I did:' },
  ...{ game: 'levelhead', leastRole: 'public', stages: [], isModerated: false, takesAnonymous: true },
};

let projectId = '';
let number = 0;
beforeEach(async () => {
  projectId = `game${(number += 1)}`;
  await addProject({});
});

async function addProject(more: Partial<Project>): Promise<void> {
  await saveProject(systemCurrent(site.parts), { ...PROJECT, projectId, ...more }, number);
}

const post = (who: CastName | undefined, path: string, fields: Record<string, string>) =>
  site.ask(who, path, { method: 'POST', headers: FORM, body: String(new URLSearchParams(fields)) });

/** A deed alone, as a browser with scripts sends it: nothing is rendered. */
const act = (who: CastName | undefined, path: string, fields: Record<string, string>) => {
  const [place = '', query = ''] = path.split('?');
  return post(who, `${place}.data?${query}`, fields);
};

/** @returns its path */
async function enter(who: CastName, title: string, more: Record<string, string> = {}): Promise<string> {
  const fields = { intent: 'feedbag.enter', title, body: `All about ${title}.`, ...more };
  const sent = await post(who, `/feedbag/${projectId}/entries/new`, fields);
  expect(sent.status, await sent.clone().text()).toBe(303);
  return sent.headers.get('location') ?? '';
}

const idOf = (path: string) => path.split('/').at(-1) ?? '';
const seen = async (who: CastName | undefined, path: string) => wordsOf(await site.ask(who, path));

interface EntryState {
  readonly votes: number;
  readonly rows: number;
  readonly counted: number;
  readonly comments: number;
  readonly status: string;
}

async function stateOf(path: string): Promise<EntryState | undefined> {
  const [row] = await site.parts.db.query<EntryState>(sql`select e.votes, e.comments, e.status,
    v.rows, v.counted
    from feedbag_entries e cross join lateral (select count(*)::integer as rows,
      count(*) filter (where state = 'counted')::integer as counted
      from feedbag_votes v where v.subject_id = e.subject_id) v
    where e.subject_id = ${idOf(path)}`);
  expect(row?.votes).toBe(row?.counted);
  return row;
}

const sent = (who: CastName, part: string) =>
  site.parts.mailer.keptMails().filter(({ to, text }) => to === CAST[who].email && text.includes(part));

test('the address of a project leads to its entries and keeps the query, by which the list and the form are filled', async () => {
  const moved = await site.ask(undefined, `/feedbag/${projectId}?tags=crash,boss&platform=Linux`);
  expect([moved.status, moved.headers.get('location')]).toEqual([
    302,
    `/feedbag/${projectId}/entries?tags=crash%2Cboss&platform=Linux`,
  ]);
  await enter('player', 'The boss crashes', { tags: 'Crash, boss' });
  await enter('player', 'A quiet place');
  const found = await seen(undefined, `/feedbag/${projectId}/entries?tags=crash,boss`);
  expect([found.includes('The boss crashes'), found.includes('A quiet place')]).toEqual([true, false]);
  const form = await (await site.ask('player', `/feedbag/${projectId}/entries/new?tags=crash,boss&version=1.2`)).text();
  for (const part of ['value="crash,boss"', 'value="1.2"', 'What I did:']) expect(form).toContain(part);
});

test('what is wrong is said at its field, and nothing typed is lost', async () => {
  const path = `/feedbag/${projectId}/entries/new`;
  const refused = await post('player', path, {
    intent: 'feedbag.enter',
    title: ' ',
    body: 'My words.',
    platform: 'Abacus',
  });
  const html = await refused.text();
  expect(refused.status).toBe(400);
  for (const part of ['Say in a few words', 'not one of the choices', 'My words.']) expect(html).toContain(part);
});

test('P2-C1 the count of votes is that of the people, whoever votes at the same time', async () => {
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

test('P2-C1 200 people vote at the same time', async () => {
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

/** Makes an account of the cast as old as that. */
async function setAge(who: CastName, hours: number): Promise<void> {
  const { userId } = CAST[who];
  await site.parts.db.query(sql`update accounts set created_at = now() - ${hours} * interval '1 hour'
    where user_id = ${userId}`);
  site.parts.rowCache.forget({ topic: 'account' }, userId);
}

const later = (hours: number) => ({
  ...systemCurrent(site.parts),
  now: () => new Date(Date.now() + hours * 3_600_000),
});

test('a vote of a new account counts when that is a day old, and until then only its voter sees it', async () => {
  await setAge('collaborator', 20);
  const [path, other] = [await enter('player', `Damped ${number}`), await enter('creator', `Root ${number}`)];
  expect(await wordsOf(await post('collaborator', path, { intent: 'feedbag.vote', version: '31.41.59' }))).toContain(
    'counts as soon as your account is a day old',
  );
  const list = `/feedbag/${projectId}/entries`;
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
  const undo = post('staff', other, { intent: 'feedbag.unmerge', from: idOf(path) });
  await Promise.all([...toggles, undo, countGrownVotes(later(5)), countGrownVotes(later(5))]);
  await act('super', other, { intent: 'feedbag.unvote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 2 });
  expect(await stateOf(other)).toMatchObject({ votes: 1, rows: 1 });
  expect(await seen(undefined, path)).toContain('Still happens in: 31.41.59 (1)');
  const own = await enter('collaborator', `Own ${number}`);
  expect(await stateOf(own)).toMatchObject({ votes: 0, rows: 1 });
  await act('collaborator', own, { intent: 'feedbag.unvote' });
  await act('staff', own, { intent: 'feedbag.moderate', decision: 'trust' });
  await act('collaborator', own, { intent: 'feedbag.vote' });
  expect(await stateOf(own)).toMatchObject({ votes: 1, rows: 1 });
  await setAge('collaborator', 1000);
  await site.parts.db.query(sql`delete from feedbag_people`);
});

test('the job that counts grown votes stops between two batches when its process ends, and goes on later', async () => {
  const paths = [await enter('player', `Stopped ${number}`), await enter('creator', `Later ${number}`)];
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
  const path = await enter('player', `Brigaded ${number}`);
  const system = systemCurrent(site.parts);
  const vote = async (role: Role = 'authenticated') => {
    const userId = await createAccount(system, { locale: 'en-US', terms: '1' });
    return voteFor(asPerson(system, { userId, role }, new Date()), idOf(path));
  };
  await Promise.all(Array.from({ length: BURST }, () => vote()));
  expect(await stateOf(path)).toMatchObject({ votes: 1, rows: 11 });
  await setAge('creator', 1);
  expect(await wordsOf(await post('creator', path, { intent: 'feedbag.vote' }))).toContain('so we take a look before');
  await countGrownVotes(later(48));
  await act('collaborator', path, { intent: 'feedbag.vote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 13 });
  const desk = '/contact/submissions?view=moderation';
  for (const where of [desk, path]) expect(await seen('staff', where)).toContain('11 votes of new accounts wait');
  expect(await seen('player', path)).not.toContain('new accounts wait');
  const decide = (who: CastName, decision: string) =>
    post(who, desk, { intent: 'feedbag.decideVotes', subjectId: idOf(path), decision });
  const refused = [await decide('player', 'count'), await decide('staff', 'eat')];
  expect(refused.map(({ status }) => status)).toEqual([403, 400]);
  const undo = async (decided: Response, who: CastName = 'staff') => {
    const [, decisionId = ''] = /name="decisionId" value="([^"]+)"/.exec(await decided.text()) ?? [];
    return post(who, desk, { intent: 'feedbag.undoVotes', subjectId: idOf(path), decisionId });
  };
  const counted = await decide('staff', 'count');
  expect(await stateOf(path)).toMatchObject({ votes: 13, rows: 13 });
  expect((await decide('staff', 'void')).status).toBe(409);
  expect((await undo(counted.clone(), 'player')).status).toBe(403);
  const root = await enter('admin', `Root ${number}`);
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
  expect(await seen('creator', path)).toContain("it doesn't count");
  await act('creator', path, { intent: 'feedbag.unvote' });
  await setAge('creator', 1000);
  expect((await post('creator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect((await undo(voided)).status).toBe(200);
  await act('creator', path, { intent: 'feedbag.unvote' });
  expect(await stateOf(path)).toMatchObject({ votes: 2, rows: 12 });
  const audit = await site.parts.db.query<{ decision: string }>(sql`select after->>'decision' as decision from audit
    where action = 'feedback.votes' order by audit_id`);
  expect(audit.map(({ decision }) => decision)).toEqual([
    ...['countVotes', 'holdVotes', 'countVotes', 'holdVotes', 'voidVotes', 'holdVotes'],
  ]);
});

test('a vote says in which version it still happens, staff vote for others, and what is settled takes none', async () => {
  const path = await enter('player', 'Still there');
  await act('creator', path, { intent: 'feedbag.vote', version: '1.5' });
  expect(await seen(undefined, path)).toContain('Still happens in: 1.5 (1)');
  expect((await post('player', path, { intent: 'feedbag.behalf', who: 'pip@example.org' })).status).toBe(403);
  await act('staff', path, { intent: 'feedbag.behalf', who: 'pip@example.org', source: 'By chat' });
  await act('staff', path, { intent: 'feedbag.behalf', who: 'PIP@example.org', source: 'By mail' });
  expect(await stateOf(path)).toMatchObject({ votes: 3, rows: 3 });
  await act('staff', path, { intent: 'feedbag.status', status: 'declined' });
  expect((await post('collaborator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect((await post('player', path, { intent: 'feedbag.status', status: 'open' })).status).toBe(403);
  expect((await site.ask(undefined, path, { method: 'POST', headers: FORM, body: 'intent=feedbag.vote' })).status).toBe(
    401,
  );
});

test('P2-C2 merges of A into B and of B into C are undone in either order, as everything was before', async () => {
  const enterThree = async (order: readonly number[]) => {
    const paths = [await enter('player', 'First'), await enter('creator', 'Second'), await enter('staff', 'Third')];
    const [a = '', b = '', c = ''] = paths;
    await act('collaborator', a, { intent: 'feedbag.vote' });
    await act('player', b, { intent: 'feedbag.vote' });
    await act('player', a, { intent: 'feedbag.comment', body: 'One more thing.' });
    await act('staff', b, { intent: 'feedbag.status', status: 'planned' });
    return { order, paths, a, b, c, before: await Promise.all(paths.map(stateOf)) };
  };
  const threes = [await enterThree([1, 0]), await enterThree([0, 1])];
  await runJobs(site);
  const mails = site.parts.mailer.keptMails().length;
  for (const { a, b, c } of threes) {
    expect((await act('staff', b, { intent: 'feedbag.merge', from: idOf(a) })).status).toBe(200);
    expect((await act('staff', c, { intent: 'feedbag.merge', from: idOf(b) })).status).toBe(200);
  }
  await runJobs(site);
  for (const { order, paths, a, b, c } of threes) {
    expect(await stateOf(c)).toMatchObject({ votes: 4, rows: 4, comments: 3 });
    expect((await site.ask(undefined, a)).headers.get('location')).toBe(c);
    expect(await seen(undefined, c)).toContain('One more thing.');
    await act('super', c, { intent: 'feedbag.vote' });
    await act('super', c, { intent: 'feedbag.unvote' });
    for (const at of order) {
      const undo = { intent: 'feedbag.unmerge', from: idOf(paths[at] ?? '') };
      expect((await act('staff', [b, c][at] ?? '', undo)).status).toBeLessThan(303);
    }
  }
  await runJobs(site);
  for (const { order, paths, before } of threes)
    expect(await Promise.all(paths.map(stateOf)), order.join()).toEqual(before);
  // Of each A its player and who voted, of each B its creator and the player, each once, and of no undoing.
  expect(site.parts.mailer.keptMails().length - mails).toBeLessThanOrEqual(10);
});

test('P2-C5 who follows an entry is told of its status once, also when the job runs again', async () => {
  const path = await enter('player', `Status ${number}`);
  await act('creator', path, { intent: 'feedbag.vote' });
  await act('staff', path, { intent: 'feedbag.status', status: 'started', words: 'We are at it.' });
  await act('staff', path, { intent: 'feedbag.status', status: 'started' });
  await site.parts.db.query(sql`update notification_events set told_at = null, cursor = '', told_subjects = 0
    where kind = 'feedbag.settled'`);
  await runJobs(site);
  await runJobs(site);
  for (const who of ['player', 'creator'] as const)
    expect(sent(who, `“Status ${number}” is in the works`)).toHaveLength(1);
  expect(sent('staff', `“Status ${number}”`)).toHaveLength(0);
  expect(await seen(undefined, path)).toContain('We are at it.');
});

test('an entry is done when a patch note that names it is published, and who follows it is told once', async () => {
  const [path, other] = [await enter('player', `Patched ${number}`), await enter('player', `Unpatched ${number}`)];
  const note = `We fixed [that](https://www.rumpus.example${path}) and the rest.`;
  for (let times = 0; times < 2; times += 1) {
    const staff = asPerson(systemCurrent(site.parts), { userId: CAST.staff.userId, role: 'staff' }, new Date());
    await inTransaction(staff, (current) => completeNamedEntries(current, note, '/games/levelhead/patchnotes'));
  }
  await runJobs(site);
  expect([await stateOf(path), await stateOf(other)]).toMatchObject([{ status: 'completed' }, { status: 'open' }]);
  expect(await (await site.ask(undefined, path)).text()).toContain('href="/games/levelhead/patchnotes"');
  expect(sent('player', `“Patched ${number}” is done`)).toHaveLength(1);
});

test('the desk has one queue of what waits for a look, also on production, for staff alone', async () => {
  await addProject({ isModerated: true });
  const path = await enter('creator', `Queued ${number}`);
  const desk = '/contact/submissions?view=moderation';
  expect(await seen('staff', desk)).toContain(`Queued ${number}`);
  expect((await site.ask('player', desk)).status).toBe(403);
  await act('staff', desk, { intent: 'feedbag.moderate', subjectId: idOf(path), decision: 'show' });
  await act('player', path, { intent: 'feedbag.comment', body: `Waiting ${number}` });
  const html = await (await site.ask('staff', desk)).text();
  expect([html.includes(`Queued ${number}`), html.includes(`Waiting ${number}`)]).toEqual([true, true]);
  const [, messageId = ''] = /name="messageId" value="([^"]+)"/.exec(html) ?? [];
  const hide = { intent: 'feedbag.moderateComment', subjectId: idOf(path), messageId, decision: 'hide' };
  expect((await post('player', desk, hide)).status).toBe(403);
  await act('staff', desk, hide);
  expect(await seen('staff', desk)).not.toContain(`Waiting ${number}`);
  const secret = await enter('player', `Secret ${number}`);
  expect(await seen('staff', desk)).toContain(`Secret ${number} Feedback about Open Game`);
  await site.parts.db.query(sql`update feedbag_votes set state = 'held' where subject_id = ${idOf(secret)}`);
  await addProject({ isModerated: true, leastRole: 'admin' });
  const counts = ['staff', 'admin'] as const;
  const shown = await Promise.all(counts.map(async (who) => (await seen(who, desk)).split(`Secret ${number}`).length));
  expect(shown).toEqual([1, 4]);
  const refused = { subjectId: idOf(secret), decision: 'count' };
  expect((await post('staff', desk, { intent: 'feedbag.decideVotes', ...refused })).status).toBe(404);
  await site.parts.db.query(sql`delete from feedbag_entries where subject_id = ${idOf(secret)}`);
});

test('P2-C4 “crahs on lod” finds “Crash on load” while typing, in its project alone', async () => {
  await enter('player', 'Crash on load');
  await enter('player', 'A hat for the robot');
  const similar = async (who: CastName | undefined, project: string, text: string) => {
    const path = `/api/feedbag/projects/${project}/similar?text=${encodeURIComponent(text)}`;
    const { data } = (await (await site.ask(who, path)).json()) as { data?: { title: string }[] };
    return data?.map(({ title }) => title);
  };
  expect(await similar(undefined, projectId, 'crahs on lod')).toEqual(['Crash on load']);
  expect(await similar(undefined, projectId, 'crash when it loa')).toEqual(['Crash on load']);
  const other = projectId;
  projectId = `${other}b`;
  await addProject({ leastRole: 'staff' });
  await enter('staff', 'Crash on load of the secret game');
  expect(await similar(undefined, projectId, 'crash on load')).toBeUndefined();
  expect(await similar('staff', projectId, 'crahs on lod')).toEqual(['Crash on load of the secret game']);
  expect(await similar('staff', other, 'crahs on lod')).toEqual(['Crash on load']);
});

test('without an account a browser does some work once, and the studio looks before others do', async () => {
  const path = `/feedbag/${projectId}/entries/new`;
  const visitor = openVisitor(site);
  const page = await (await visitor.get(`${path}.data`)).text();
  const proof = solveProof(page);
  const typed = { intent: 'feedbag.enter', title: `Anonymous ${number}`, body: 'I say it.' };
  expect((await visitor.post(path, typed)).status).toBe(400);
  expect((await visitor.post(path, { ...typed, proof, website: 'spam' })).status).toBe(400);
  expect(await wordsOf(await visitor.post(path, { ...typed, proof }))).toContain(
    "Thank you! We'll take a look, then everybody sees it.",
  );
  expect((await visitor.post(path, { ...typed, proof })).status).toBe(400);
  const list = `/feedbag/${projectId}/entries`;
  expect(await seen(undefined, list)).not.toContain(`Anonymous ${number}`);
  const [, entry = ''] =
    new RegExp(`href="(${list}/[\\da-f-]{36})"`).exec(await (await site.ask('staff', list)).text()) ?? [];
  await act('staff', entry, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await seen(undefined, list)).toContain(`Anonymous ${number}`);
  await addProject({ takesAnonymous: false });
  expect((await visitor.post(path, { ...typed, proof: 'x' })).status).toBe(401);
  await sweepProofs(asPerson(systemCurrent(site.parts), { userId: undefined, role: 'super' }, new Date(2100, 1)));
  expect(await site.parts.db.query(sql`select challenge from feedbag_proofs`)).toEqual([]);
});

test('what players write waits where that is wanted, until one is trusted, and who is blocked only reads', async () => {
  await addProject({ isModerated: true });
  const path = await enter('creator', `Moderated ${number}`);
  const list = `/feedbag/${projectId}/entries`;
  expect((await site.ask('player', path)).status).toBe(404);
  expect(await seen('creator', path)).toContain('Waiting for review');
  expect((await post('player', path, { intent: 'feedbag.moderate', decision: 'show' })).status).toBe(403);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'trust' });
  expect(await seen(undefined, list)).toContain(`Moderated ${number}`);
  expect(await seen(undefined, await enter('creator', `Trusted ${number}`))).toContain(`Trusted ${number}`);
  await act('player', path, { intent: 'feedbag.comment', body: 'A held comment.' });
  expect(await seen(undefined, path)).not.toContain('A held comment.');
  expect(await stateOf(path)).toMatchObject({ comments: 0 });
  const html = await (await site.ask('staff', path)).text();
  const [, messageId = ''] = /name="messageId" value="([^"]+)"[^]{0,200}value="show"/.exec(html) ?? [];
  const decide = (decision: string) => {
    return post('staff', path, { intent: 'feedbag.moderateComment', subjectId: idOf(path), messageId, decision });
  };
  await decide('show');
  expect(await seen(undefined, path)).toContain('A held comment.');
  expect(await stateOf(path)).toMatchObject({ comments: 1 });
  await decide('block');
  expect(await seen(undefined, path)).not.toContain('A held comment.');
  for (const intent of ['feedbag.comment', 'feedbag.vote']) {
    expect((await post('player', path, { intent, body: 'Again.' })).status).toBe(403);
  }
  await site.parts.db.query(sql`delete from feedbag_people`);
});

interface Surface {
  readonly path: string;
  /** Whether it answers at all, for who may not see the entry. */
  readonly isThere: boolean;
}

test.each([
  ['an internal entry', { isInternal: true }, {}],
  ['an entry of a project for staff', {}, { leastRole: 'staff' as Role }],
  ['an entry of a project on another stage', {}, { stages: ['beta'] as const }],
  ['a hidden entry', { isHidden: true }, {}],
])(
  'P2-C3, P2-C6 %s, its notes, votes and files are on no surface of who may not see them',
  async (_, entry, project) => {
    await addProject(project);
    const isGone = 'stages' in project;
    const title = `Zebra${number}`;
    if (isGone) await addProject({});
    const path = await enter('staff', title, 'isInternal' in entry ? { internal: 'on' } : {});
    await act('staff', path, { intent: 'feedbag.comment', kind: 'internal', body: `Tapir${number}` });
    if ('isHidden' in entry) await post('staff', path, { intent: 'feedbag.moderate', decision: 'hide' });
    if (isGone) await addProject(project);
    await runJobs(site);
    const isProject = 'leastRole' in project || isGone;
    const list = `/feedbag/${projectId}/entries`;
    const surfaces: Surface[] = [
      ...[
        path,
        `${path}.data`,
        `${path}?before=ffffffff-ffff-7fff-bfff-ffffffffffff`,
        `${path}/files/${idOf(path)}`,
        `${path}/atom`,
      ].map((one) => ({ path: one, isThere: false })),
      ...[list, `${list}.data`, `${list}?text=${title}`, `${list}?sort=new`, `${list}.csv`, `${list}.atom`].map(
        (one) => ({
          path: one,
          isThere: !isProject,
        }),
      ),
      { path: `/feedbag/${projectId}/roadmap`, isThere: !isProject },
      { path: `/api/feedbag/projects/${projectId}/similar?text=${title}`, isThere: !isProject },
      { path: '/feedbag', isThere: true },
      { path: '/sitemap.xml', isThere: true },
      { path: '/notifications', isThere: true },
    ];
    for (const who of [undefined, 'player'] as const) {
      for (const surface of surfaces) {
        const response = await site.ask(who, surface.path);
        const words = await response.text();
        const where = `${who} at ${surface.path}`;
        if (!surface.isThere) expect(response.status, where).toBe(404);
        for (const word of [`Tapir${number}`, ...(surface.path.includes('text=') ? [idOf(path)] : [title])]) {
          expect(words.includes(word), where).toBe(false);
        }
      }
      for (const intent of ['feedbag.vote', 'feedbag.comment', 'feedbag.unvote']) {
        const answered = await act(who, path, { intent, body: 'x' });
        expect(answered.status, `${who} ${intent}`).toBe(who === undefined ? 401 : 404);
      }
    }
    const mails = site.parts.mailer
      .keptMails()
      .filter(({ text }) => text.includes(`Zebra${number}`) || text.includes('Tapir'));
    expect(mails.filter(({ to }) => [CAST.player.email, CAST.creator.email].includes(to))).toEqual([]);
    if (!isGone) expect(await seen('admin', path)).toContain(`Tapir${number}`);
  },
);

test('what was taken out of sight stays so when it stands in another entry, for all but its writer and the studio', async () => {
  const [hidden, root] = [await enter('player', `Ocelot${number}`), await enter('creator', `Root ${number}`)];
  await act('creator', hidden, { intent: 'feedbag.comment', body: `Puma${number}` });
  await act('staff', hidden, { intent: 'feedbag.moderate', decision: 'hide' });
  await act('staff', root, { intent: 'feedbag.merge', from: idOf(hidden) });
  const file = `${root}/files/${idOf(hidden)}`;
  for (const who of [undefined, 'creator', 'collaborator'] as const) {
    const words = `${await seen(who, root)} ${await (await site.ask(who, `${root}.data`)).text()}`;
    for (const word of ['Ocelot', 'Puma']) expect(words.includes(`${word}${number}`), `${who} ${word}`).toBe(false);
    expect((await site.ask(who, file)).status).toBe(404);
  }
  expect(await stateOf(root)).toMatchObject({ comments: 0 });
  for (const who of ['player', 'staff'] as const) expect(await seen(who, root)).toContain(`Ocelot${number}`);
  await act('staff', hidden, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await seen('creator', root)).toContain(`Puma${number}`);
  expect(await stateOf(root)).toMatchObject({ comments: 2 });
});

test('who gives internal feedback on another stage than production reads it, and is told what becomes of it', async () => {
  const system = systemCurrent(site.parts);
  const typed = { projectId, title: `Quokka${number}`, body: 'For you alone.', platform: '', version: '', tags: [] };
  const player = asPerson(system, { userId: CAST.player.userId, role: 'authenticated' }, new Date());
  const note = { ...typed, files: [], isInternal: true };
  await expect(enterEntry({ ...player, stage: 'www' }, note)).rejects.toMatchObject({ status: 403 });
  const { subjectId } = await enterEntry({ ...player, stage: 'beta' }, note);
  const path = `/feedbag/${projectId}/entries/${subjectId}`;
  await act('staff', path, { intent: 'feedbag.status', status: 'planned' });
  await runJobs(site);
  expect(await seen('player', path)).toContain(`Quokka${number}`);
  expect(sent('player', `“Quokka${number}” is planned`)).toHaveLength(1);
  expect((await site.ask('creator', path)).status).toBe(404);
});

test('who follows a project is told of what everyone may see, when they may see it, and of nothing else', async () => {
  await addProject({ isModerated: true });
  const list = `/feedbag/${projectId}/entries`;
  expect(
    (await post('collaborator', list, { intent: 'following.follow', subject: `feedbag.project:${projectId}` })).status,
  ).toBe(200);
  const notifiedKinds = async () => {
    await runJobs(site);
    const rows = await site.parts.db.query<{ kind: string }>(sql`select kind from notifications
      where user_id = ${CAST.collaborator.userId} and group_key = ${projectId}`);
    return rows.map(({ kind }) => kind);
  };
  const path = await enter('creator', `Waits ${number}`);
  await enter('staff', `Secret ${number}`, { internal: 'on' });
  expect(await notifiedKinds()).toEqual([]);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await notifiedKinds()).toEqual(['feedbag.added']);
  expect(await seen('collaborator', '/notifications')).toContain(`New feedback: “Waits ${number}”`);
});

test('lists are read page by page, feeds and files hold what their reader may see', async () => {
  for (let at = 0; at < 22; at += 1) await enter('staff', `Page ${at}`);
  const list = `/feedbag/${projectId}/entries`;
  for (const sort of ['top', 'new']) {
    const first = await site.ask(undefined, `${list}?sort=${sort}`);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const titles = (html: string) => [...html.matchAll(/<h3[^>]*>.*?>(Page \d+)</g)].map(([, title]) => title);
    const all = [...titles(await first.text()), ...titles(await (await site.ask(undefined, next)).text())];
    expect(new Set(all).size, sort).toBe(22);
    expect(all, sort).toHaveLength(22);
  }
  expect((await site.ask(undefined, `${list}?after=no.such`)).status).toBe(400);
  expect(await seen(undefined, `${list}?status=planned`)).toContain('The bag is hungry');
  expect(await seen(undefined, `${list}?text=!!!`)).toContain('The bag is hungry');
  const atom = await site.ask(undefined, `${list}.atom`);
  expect(atom.headers.get('content-type')).toContain('application/atom+xml');
  expect(await atom.text()).toContain('<title>Page 21</title>');
  expect(await (await site.ask(undefined, `${list}.csv?sort=new`)).text()).toContain('Page 21');
  const [, entry = ''] =
    new RegExp(`href="(${list}/[\\da-f-]{36})"`).exec(await (await site.ask(undefined, list)).text()) ?? [];
  await act('creator', entry, { intent: 'feedbag.comment', body: 'Said & done.' });
  await act('staff', entry, { intent: 'feedbag.comment', kind: 'internal', body: 'Between us.' });
  const talk = await (await site.ask('staff', `${entry}/atom`)).text();
  expect([talk.includes('Said &amp; done.'), talk.includes('Between us.')]).toEqual([true, false]);
  expect((await site.ask('player', `${list}.zip`)).status).toBe(403);
  await setAge('creator', 1);
  await act('creator', entry, { intent: 'feedbag.vote' });
  await setAge('creator', 1000);
  const zip = await site.ask('staff', `${list}.zip`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const files = unpack(Buffer.from(await zip.arrayBuffer()));
  const packed = JSON.parse(String(files.get('entries.json'))) as { uncounted: { subjectId: string; young: number }[] };
  expect(packed.uncounted).toHaveLength(22);
  expect(packed.uncounted.filter(({ young }) => young > 0)).toEqual([{ subjectId: idOf(entry), young: 1, held: 0 }]);
  expect(String(files.get('entries.csv'))).toMatch(new RegExp(`${idOf(entry)}.*,1,0\\r`));
});

test('an export has all that a project has, however much it is', async () => {
  await site.parts.db
    .query(sql`insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status,
      status_at, standing, is_internal, participant_id, source, words, created_at, last_at)
    select gen_random_uuid(), ${projectId}, 'Entry ' || n, '', '', '{}', 'open', now(), 'shown', false, 'visitor', 'site', '{}',
      now(), now() from generate_series(1, 1100) n`);
  const list = `/feedbag/${projectId}/entries`;
  const titles = (csv: string) => new Set(csv.match(/Entry \d+/g)).size;
  expect(titles(await (await site.ask(undefined, `${list}.csv`)).text())).toBe(1100);
  const files = unpack(Buffer.from(await (await site.ask('staff', `${list}.zip`)).arrayBuffer()));
  const { entries, texts } = JSON.parse(String(files.get('entries.json'))) as Record<string, unknown[]>;
  expect([entries?.length, texts?.length, titles(String(files.get('entries.csv')))]).toEqual([1100, 1100, 1100]);
});

test('a game’s server enters what its player says, with a log in which secrets are masked', async () => {
  const path = `/api/feedbag/projects/${projectId}/entries`;
  // One that never ends.
  const key = `token eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl\n-----BEGIN PRIVATE KEY-----\nMIIE${'x'.repeat(9000)}It goes on.`;
  const body = {
    title: 'From the game',
    body: 'It hums.',
    userId: CAST.creator.userId,
    log: `password: hunter22\n${key}`,
  };
  expect((await site.ask('player', path, { method: 'POST', body })).status).toBe(403);
  const { data } = (await (await site.ask('staff', path, { method: 'POST', body })).json()) as {
    data: { subjectId: string; standing: string };
  };
  expect(data.standing).toBe('shown');
  const html = await (await site.ask(undefined, `/feedbag/${projectId}/entries/${data.subjectId}`)).text();
  const [file = ''] = /\/feedbag\/[^"]+\/files\/[^"]+/.exec(html) ?? [];
  const saved = await site.ask(undefined, file);
  expect(saved.headers.get('content-disposition')).toContain('log.txt');
  const log = await saved.text();
  for (const secret of ['hunter22', 'MIIE', 'eyJh']) expect(log).not.toContain(secret);
  expect(log).toContain('It goes on.');
});

const GAME_MAKER = `[12:00:01] Loading /home/pip/save_7
ERROR in
action number 1
of  Step Event0
for object obj_player:

Variable obj_player.fuel(100234, -2147483648) not set before reading it.
 at gml_Object_obj_player_Step_0 (line 12) - fuel -= 1
############################################################################
gml_Object_obj_player_Step_0 (line 12)
gml_Script_scr_fly (line 4)`;

test('the same crash has the same hash, whoever has it where and when, and another crash another', () => {
  const same: Record<string, readonly string[]> = {
    gameMaker: [GAME_MAKER, GAME_MAKER.replaceAll('12', '345').replace('100234', '7').replace('pip', 'ann')],
    oneFunction: [
      'Cannot load "Ann\'s hat" of slot 3\n at gml_Script_load (line 3) - x = 1',
      '2026-11-23T10:00:00Z Cannot load "Pip" of slot 44\r\n2026-11-23T10:00:00Z at gml_Script_load (line 9) - y',
    ],
    unity: [
      'NullReferenceException\n  at Hero.Jump (System.Single x) [0x00012] in C:\\\\a\\\\Hero.cs:41\n  at Loop.Tick () in Loop.cs:line 2',
      '[ERROR] 10:00 at Hero.Jump (System.Single x) [0x00ff2] in /home/ann/Hero.cs:7\n[ERROR] 10:01 at Loop.Tick () in Loop.cs:line 8',
    ],
    native: [
      '#0 0x00007f3a in draw (this=0x55d0, name="Ann", n=4) at /src/draw.cpp:31\n#1 0x00007f3b in main () from libgame-1.2.3.so',
      '#0  0x0000001a in draw (this=0x1, name="Pip", n=9) at /tmp/b/draw.cpp:88\n#1  0x0000001b in main () from libgame-1.3.0.so',
    ],
    python: [
      'Traceback\n  File "/a/b.py", line 3, in run\n    jump()\n  File "/a/c.py", line 1, in jump\nValueError: 3',
      'Traceback\n  File "C:\\x\\b.py", line 7, in run\n    jump( )\n  File "c.py", line 2, in jump\nValueError: 4',
    ],
  };
  const hashes = Object.entries(same).map(([name, logs]) => {
    const found = new Set(logs.map((log) => crashHashOf(log)));
    expect([found.size, [...found][0]], name).toEqual([1, expect.stringMatching(/^[\da-f]{32}$/)]);
    return [...found][0];
  });
  hashes.push(crashHashOf(GAME_MAKER.replace('scr_fly', 'scr_swim')));
  hashes.push(crashHashOf(GAME_MAKER.replaceAll('obj_player_Step_0', 'obj_player_Step_1')));
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const log of ['', 'It hums.\nIt stops.', '12:00:01 loaded\n12:00:02 at', '\n'.repeat(300_000)])
    expect(crashHashOf(log)).toBeUndefined();
});

test('a crash that is known is told to the game before and after it is entered once more, and staff see both together', async () => {
  const calls = `/api/feedbag/projects/${projectId}`;
  const body = { title: 'It stops', body: 'All at once.', userId: CAST.player.userId };
  const send = async (path: string, more: object, who: CastName = 'staff') => {
    const answer = await site.ask(who, `${calls}/${path}`, { method: 'POST', body: more });
    const { data } = (await answer.json()) as {
      data?: { subjectId: string; known: { path: string } | null } & { path?: string };
    };
    return { status: answer.status, data };
  };
  const known = async (log = GAME_MAKER, userId: string = CAST.player.userId) =>
    (await send('crashes', { log, userId })).data?.path;
  expect((await send('crashes', { log: GAME_MAKER }, 'player')).status).toBe(403);
  expect(await known()).toBeUndefined();
  const first = await send('entries', { ...body, log: GAME_MAKER });
  expect(first.data?.known).toBeNull();
  const path = `/feedbag/${projectId}/entries/${first.data?.subjectId}`;
  expect(await known(GAME_MAKER.replaceAll('12', '99'))).toBe(path);
  const second = await send('entries', { ...body, title: 'Boom', log: GAME_MAKER.replaceAll('12', '8') });
  expect(second.data?.known?.path).toBe(path);
  const other = `/feedbag/${projectId}/entries/${second.data?.subjectId}`;
  expect(await seen('staff', other)).toMatch(/It stops ?Same crash/);
  expect(await seen('player', other)).not.toContain('Same crash');
  const root = await enter('creator', 'It was told in words');
  for (const one of [path, other]) await act('staff', root, { intent: 'feedbag.merge', from: idOf(one) });
  expect(await known()).toBe(root);
  await act('staff', root, { intent: 'feedbag.moderate', decision: 'hide' });
  expect(await known(GAME_MAKER, CAST.staff.userId)).toBeUndefined();
  await act('staff', root, { intent: 'feedbag.moderate', decision: 'show' });
  await site.parts.db.query(sql`update feedbag_entries set crash_hash = null where project_id = ${projectId}`);
  expect(await known()).toBeUndefined();
  await hashOldLogs(systemCurrent(site.parts));
  expect(await known()).toBe(root);
  await addProject({ leastRole: 'staff' });
  expect([await known(), await known(GAME_MAKER, CAST.staff.userId)]).toEqual([undefined, root]);
});

test('staff make a project, say who sees it, and do not write over each other', async () => {
  const made = `made${number}`;
  const create = (who: CastName, id: string) =>
    post(who, '/feedbag/settings', { intent: 'feedbag.createProject', name: 'Made', projectId: id });
  expect((await create('player', made)).status).toBe(403);
  for (const wrong of ['Settings', 'settings', 'a b', '-a', projectId])
    expect((await create('staff', wrong)).status).toBe(400);
  expect((await create('staff', made)).headers.get('location')).toBe(`/feedbag/${made}/settings`);
  expect((await site.ask('player', `/feedbag/${made}/entries`)).status).toBe(404);
  const page = `/feedbag/${made}/settings`;
  const save = (who: CastName, more: Record<string, string>) => {
    const typed = { name: 'Made', about: '', welcome: 'Be kind.', template: 'What I did:', leastRole: 'public' };
    return post(who, page, { intent: 'feedbag.saveProject', rev: '1', ...typed, ...more });
  };
  expect((await save('player', {})).status).toBe(403);
  expect((await save('staff', { leastRole: 'super' })).status).toBe(403);
  const refused = await save('staff', { name: ' ', welcome: 'My words.' });
  expect([refused.status, (await refused.text()).includes('My words.')]).toEqual([400, true]);
  expect((await save('staff', {})).status).toBe(200);
  const late = await save('admin', { name: 'Another' });
  expect([late.status, (await late.text()).includes('Another')]).toEqual([409, true]);
  const form = await seen('player', `/feedbag/${made}/entries/new`);
  for (const words of ['Be kind.', 'What I did:']) expect(form).toContain(words);
  await save('staff', { rev: '2', stages: 'beta' });
  expect((await site.ask('staff', page)).status).toBe(404);
});

test('the studio has statuses of its own, with colours, votes and a column on the roadmap', async () => {
  const settings = '/feedbag/settings';
  const add = (who: CastName, more: Record<string, string> = {}) =>
    post(who, settings, { intent: 'feedbag.addStatus', name: `Needs a test ${number}`, colour: 'violet', ...more });
  expect((await add('player')).status).toBe(403);
  for (const wrong of [{ name: ' ' }, { colour: 'ultraviolet' }, { name: 'x'.repeat(31) }] as Record<
    string,
    string
  >[]) {
    expect((await add('staff', wrong)).status).toBe(400);
  }
  expect((await add('staff', { isOpen: 'on', isOnRoadmap: 'on' })).status).toBe(200);
  expect((await add('staff')).status).toBe(409);
  const status = `own-needs-a-test-${number}`;
  const path = await enter('player', `Own ${number}`);
  await act('staff', path, { intent: 'feedbag.status', status });
  await runJobs(site);
  expect(sent('player', `“Own ${number}” is now: Needs a test ${number}`)).toHaveLength(1);
  const html = await (await site.ask(undefined, `/feedbag/${projectId}/roadmap`)).text();
  expect(html).toMatch(new RegExp(`data-colour="violet"[^]*Needs a test ${number}[^]*Own ${number}`));
  expect(await seen(undefined, `/feedbag/${projectId}/entries?status=${status}`)).toContain(`Own ${number}`);
  expect((await post('creator', path, { intent: 'feedbag.vote' })).status).toBe(200);
  const change = { intent: 'feedbag.changeStatus', statusId: status, name: `Tested ${number}`, colour: 'pink' };
  await act('staff', settings, change);
  expect((await post('collaborator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect(await seen(undefined, path)).toContain(`Tested ${number}`);
  const remove = () => post('staff', settings, { intent: 'feedbag.deleteStatus', statusId: status });
  expect((await remove()).status).toBe(409);
  await act('staff', path, { intent: 'feedbag.status', status: 'open' });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 400]);
});

test('staff see whom they trust or have blocked, and take it back', async () => {
  const path = await enter('creator', `Blocked ${number}`);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'block' });
  const settings = '/feedbag/settings';
  expect(await seen('staff', settings)).toContain('Blocked');
  const forget = (who: CastName) =>
    post(who, settings, { intent: 'feedbag.forgetDecision', userId: CAST.creator.userId });
  expect([(await forget('player')).status, (await forget('staff')).status]).toEqual([403, 200]);
  expect((await post('creator', await enter('player', 'Free'), { intent: 'feedbag.vote' })).status).toBe(200);
});

test('a player reports, finds that somebody has said so, votes, and is mailed by SMTP what becomes of it', async () => {
  const mail = await mailing(site);
  const path = await enter('creator', `The lift stops halfway ${number}`);
  const similar = await site.ask('player', `/api/feedbag/projects/${projectId}/similar?text=lift%20stop%20halfwy`);
  const { data } = (await similar.json()) as { data: { path: string }[] };
  expect(data.map((one) => one.path)).toEqual([path]);
  await act('player', path, { intent: 'feedbag.vote', version: '2.0' });
  const mine = await enter('player', `Lift broken ${number}`);
  await act('staff', path, { intent: 'feedbag.merge', from: idOf(mine) });
  await act('staff', path, { intent: 'feedbag.status', status: 'completed', words: 'It goes all the way.' });
  await runJobs(mail);
  const mails = mail.taken
    .map((one) => Object.assign(readMail(one), { to: one.to }))
    .filter(({ text }) => text.includes(`“The lift stops halfway ${number}” is done`));
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([CAST.creator.email, CAST.player.email].toSorted());
  const own = mails.find(({ to }) => to.includes(CAST.player.email));
  expect(own?.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  const [, link = ''] = /https?:\/\/[^/\s]+(\/feedbag\/[^\s?#]+)/.exec(own?.text ?? '') ?? [];
  expect(await seen('player', link)).toContain('It goes all the way.');
  expect(await stateOf(path)).toMatchObject({ status: 'completed', votes: 2, rows: 2 });
});
