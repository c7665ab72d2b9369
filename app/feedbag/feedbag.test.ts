import { expect, test } from 'vitest';

import { asPerson, inTransaction } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { wordsOf } from '#test/newsletters.ts';
import { solveProof } from '#test/people/proof.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import { unpack } from '#test/wire/zip.ts';

import { completeNamedEntries } from './entries/statuses.server.ts';
import { sweepProofs } from './proofs.server.ts';

const feedbag = useFeedbag();
const { site, act, enter, seen, stateOf, mailsTo, addProject } = feedbag;

test('the address of a project leads to its entries and keeps the query, by which the list and the form are filled', async () => {
  const moved = await site.ask(undefined, `/feedbag/${feedbag.projectId}?tags=crash,boss&platform=Linux`);
  expect([moved.status, moved.headers.get('location')]).toEqual([
    302,
    `/feedbag/${feedbag.projectId}/entries?tags=crash%2Cboss&platform=Linux`,
  ]);
  await enter('player', 'The boss crashes', { tags: 'Crash, boss' });
  await enter('player', 'A quiet place');
  const list = `/feedbag/${feedbag.projectId}/entries?tags=crash,boss`;
  const found = await seen(undefined, list);
  const html = await (await site.ask(undefined, list)).text();
  expect(html.match(/<h[23][ >](?=[^>]*>(?:<a [^>]*>)?The boss crashes)/g)).toEqual(['<h2 ']);
  expect([found.includes('The boss crashes'), found.includes('A quiet place')]).toEqual([true, false]);
  const form = await (
    await site.ask('player', `/feedbag/${feedbag.projectId}/entries/new?tags=crash,boss&version=1.2`)
  ).text();
  for (const part of ['value="crash,boss"', 'value="1.2"', 'What I did:']) expect(form).toContain(part);
});

test('what is wrong is said at its field, and nothing typed is lost', async () => {
  const path = `/feedbag/${feedbag.projectId}/entries/new`;
  const refused = await site.submit('player', path, {
    intent: 'feedbag.enter',
    title: ' ',
    body: 'My words.',
    platform: 'Abacus',
  });
  const html = await refused.text();
  expect(refused.status).toBe(400);
  for (const part of ['Say in a few words', 'not one of the choices', 'My words.']) expect(html).toContain(part);
});

test('merges of A into B and of B into C are undone in either order, as everything was before', async () => {
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

test('who follows an entry is told of its status once, also when the job runs again', async () => {
  const path = await enter('player', `Status ${feedbag.number}`);
  await act('creator', path, { intent: 'feedbag.vote' });
  await act('staff', path, { intent: 'feedbag.status', status: 'started', words: 'We are at it.' });
  await act('staff', path, { intent: 'feedbag.status', status: 'started' });
  await site.parts.db.query(sql`update notification_events set told_at = null, cursor = '', told_subjects = 0
    where kind = 'feedbag.settled'`);
  await runJobs(site);
  await runJobs(site);
  for (const who of ['player', 'creator'] as const)
    expect(mailsTo(who, `“Status ${feedbag.number}” is in the works`)).toHaveLength(1);
  expect(mailsTo('staff', `“Status ${feedbag.number}”`)).toHaveLength(0);
  expect(await seen(undefined, path)).toContain('We are at it.');
});

test('an entry is done when a patch note that names it is published, and who follows it is told once', async () => {
  const [path, other] = [
    await enter('player', `Patched ${feedbag.number}`),
    await enter('player', `Unpatched ${feedbag.number}`),
  ];
  const note = `We fixed [that](https://www.rumpus.example${path}) and the rest.`;
  for (let times = 0; times < 2; times += 1) {
    const staff = asPerson(systemCurrent(site.parts), { userId: CAST.staff.userId, role: 'staff' }, new Date());
    await inTransaction(staff, (current) => completeNamedEntries(current, note, '/games/levelhead/patchnotes'));
  }
  await runJobs(site);
  expect([await stateOf(path), await stateOf(other)]).toMatchObject([{ status: 'completed' }, { status: 'open' }]);
  expect(await (await site.ask(undefined, path)).text()).toContain('href="/games/levelhead/patchnotes"');
  expect(mailsTo('player', `“Patched ${feedbag.number}” is done`)).toHaveLength(1);
});

test('the desk has one queue of what waits for a look, also on production, for staff alone', async () => {
  await addProject({ isModerated: true });
  const path = await enter('creator', `Queued ${feedbag.number}`);
  const desk = '/contact/submissions?view=moderation';
  expect(await seen('staff', desk)).toContain(`Queued ${feedbag.number}`);
  expect((await site.ask('player', desk)).status).toBe(403);
  await act('staff', desk, { intent: 'feedbag.moderate', subjectId: idOf(path), decision: 'show' });
  await act('player', path, { intent: 'feedbag.comment', body: `Waiting ${feedbag.number}` });
  const html = await (await site.ask('staff', desk)).text();
  expect([html.includes(`Queued ${feedbag.number}`), html.includes(`Waiting ${feedbag.number}`)]).toEqual([true, true]);
  const [, messageId = ''] = /name="messageId" value="([^"]+)"/.exec(html) ?? [];
  const hide = { intent: 'feedbag.moderateComment', subjectId: idOf(path), messageId, decision: 'hide' };
  expect((await site.submit('player', desk, hide)).status).toBe(403);
  await act('staff', desk, hide);
  expect(await seen('staff', desk)).not.toContain(`Waiting ${feedbag.number}`);
  const secret = await enter('player', `Secret ${feedbag.number}`);
  expect(await seen('staff', desk)).toContain(`Secret ${feedbag.number} Feedback about Open Game`);
  await site.parts.db.query(sql`update feedbag_votes set state = 'held' where subject_id = ${idOf(secret)}`);
  await addProject({ isModerated: true, leastRole: 'admin' });
  const counts = ['staff', 'admin'] as const;
  const shown = await Promise.all(
    counts.map(async (who) => (await seen(who, desk)).split(`Secret ${feedbag.number}`).length),
  );
  expect(shown).toEqual([1, 4]);
  const refused = { subjectId: idOf(secret), decision: 'count' };
  expect((await site.submit('staff', desk, { intent: 'feedbag.decideVotes', ...refused })).status).toBe(404);
  await site.parts.db.query(sql`delete from feedbag_entries where subject_id = ${idOf(secret)}`);
});

test('“crahs on lod” finds “Crash on load” while typing, in its project alone', async () => {
  await enter('player', 'Crash on load');
  await enter('player', 'A hat for the robot');
  const similar = async (who: CastName | undefined, project: string, text: string) => {
    const path = `/api/feedbag/projects/${project}/similar?text=${encodeURIComponent(text)}`;
    const { data } = (await (await site.ask(who, path)).json()) as { data?: { title: string }[] };
    return data?.map(({ title }) => title);
  };
  expect(await similar(undefined, feedbag.projectId, 'crahs on lod')).toEqual(['Crash on load']);
  expect(await similar(undefined, feedbag.projectId, 'crash when it loa')).toEqual(['Crash on load']);
  const other = feedbag.projectId;
  feedbag.projectId = `${other}b`;
  await addProject({ leastRole: 'staff' });
  await enter('staff', 'Crash on load of the secret game');
  expect(await similar(undefined, feedbag.projectId, 'crash on load')).toBeUndefined();
  expect(await similar('staff', feedbag.projectId, 'crahs on lod')).toEqual(['Crash on load of the secret game']);
  expect(await similar('staff', other, 'crahs on lod')).toEqual(['Crash on load']);
});

test('entries are listed by their words as people type them, those with them in the title first, else those with most', async () => {
  const titles = [
    'Subtitles vanish on a Steam Deck',
    'Crash on load of my save',
    'Hold to craft ten at once',
    'Der Straßenrand ruckelt',
    'ゲームの更新',
    'Error AB-1234 of example.com',
  ];
  for (const title of titles) await enter('player', title);
  const list = async (text: string, more = '') => {
    const path = `/feedbag/${feedbag.projectId}/entries?text=${encodeURIComponent(text)}${more}`;
    const html = await (await site.ask(undefined, path)).text();
    return [...titles.keys()].filter((at) => html.includes(titles[at]?.slice(0, 8) ?? '?'));
  };
  for (const [text, found] of [
    ['steamdeck', [0]],
    ['crahs on lod', [1]],
    ['game crashes when loading my save', [1]],
    ['strasse', [3]],
    ['更新', [4]],
    ['ab1234', [5]],
    ['example', [5]],
    ['nothing at all of this', []],
    ['!!!', []],
  ] as const) {
    expect(await list(text), text).toEqual(found);
  }
  const path = `/api/feedbag/projects/${feedbag.projectId}/similar?text=`;
  const similar = async (text: string) => {
    const { data } = (await (await site.ask(undefined, path + encodeURIComponent(text))).json()) as {
      data: { title: string }[];
    };
    return data.map(({ title }) => titles.indexOf(title));
  };
  expect(await similar('steamdeck text')).toEqual([0]);
  expect(await similar('game crashes when loading my save')).toEqual([1]);
  expect(await similar('please add a teapot to the save')).toEqual([]);
});

test('without an account a browser does some work once, and the studio looks before others do', async () => {
  const path = `/feedbag/${feedbag.projectId}/entries/new`;
  const visitor = openVisitor(site);
  const page = await (await visitor.get(`${path}.data`)).text();
  const proof = solveProof(page);
  const typed = { intent: 'feedbag.enter', title: `Anonymous ${feedbag.number}`, body: 'I say it.' };
  expect((await visitor.post(path, typed)).status).toBe(400);
  expect((await visitor.post(path, { ...typed, proof, website: 'spam' })).status).toBe(400);
  expect(await wordsOf(await visitor.post(path, { ...typed, proof }))).toContain(
    'Thank you! Once we’ve taken a look, everybody can see it.',
  );
  expect((await visitor.post(path, { ...typed, proof })).status).toBe(400);
  const list = `/feedbag/${feedbag.projectId}/entries`;
  expect(await seen(undefined, list)).not.toContain(`Anonymous ${feedbag.number}`);
  const [, entry = ''] =
    new RegExp(`href="(${list}/[\\da-f-]{36})"`).exec(await (await site.ask('staff', list)).text()) ?? [];
  await act('staff', entry, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await seen(undefined, list)).toContain(`Anonymous ${feedbag.number}`);
  await addProject({ takesAnonymous: false });
  expect((await visitor.post(path, { ...typed, proof: 'x' })).status).toBe(401);
  await sweepProofs(asPerson(systemCurrent(site.parts), { userId: undefined, role: 'super' }, new Date(2100, 1)));
  expect(await site.parts.db.query(sql`select challenge from feedbag_proofs`)).toEqual([]);
});

test('without scripts a form is good once, some seconds after it came, and few are taken from one address', async () => {
  const path = `/feedbag/${feedbag.projectId}/entries/new`;
  const visitor = openVisitor(site);
  const openForm = async () => {
    const html = await (await visitor.get(path)).text();
    return /name="challenge" value="([^"]+)"/.exec(html)?.[1] ?? '';
  };
  const send = (challenge: string) =>
    visitor.post(path, { intent: 'feedbag.enter', title: 'No scripts here', body: 'I say it.', proof: '', challenge });
  const challenge = await openForm();
  expect((await send(challenge)).status).toBe(400);
  site.advanceClock(5000);
  const forged = JSON.parse(atob(challenge)) as { salt: string };
  forged.salt = forged.salt.replace(/\d+$/, (end) => String(Number(end) - 60));
  expect((await send(btoa(JSON.stringify(forged)))).status).toBe(400);
  expect(await wordsOf(await send(challenge))).toContain('Thank you! Once we’ve taken a look, everybody can see it.');
  expect((await send(challenge)).status).toBe(400);
  expect(await seen(undefined, `/feedbag/${feedbag.projectId}/entries`)).not.toContain('No scripts here');
  const door = openTestApp(site, { LIMITS: '1' });
  const others = await Promise.all(Array.from({ length: 5 }, openForm));
  site.advanceClock(5000);
  const sendFrom = (address: string, other = '') => {
    const fields = { intent: 'feedbag.enter', title: 'Many more', body: 'I say it.', challenge: other };
    return door.sendRequest(path, {
      method: 'POST',
      headers: FORM_HEADERS,
      address,
      body: String(new URLSearchParams(fields)),
    });
  };
  const answers = await Promise.all(others.slice(1).map((other) => sendFrom('203.0.113.9', other)));
  const taken = answers.filter(({ status }) => status === 200);
  expect([taken.length, answers.find(({ ok }) => !ok)?.status]).toEqual([3, 429]);
  expect((await sendFrom('198.51.100.4', others[0])).status).toBe(200);
});

test('what players write waits where that is wanted, until one is trusted, and who is blocked only reads', async () => {
  await addProject({ isModerated: true });
  const path = await enter('creator', `Moderated ${feedbag.number}`);
  const list = `/feedbag/${feedbag.projectId}/entries`;
  expect((await site.ask('player', path)).status).toBe(404);
  expect(await seen('creator', path)).toContain('Waiting for review');
  expect((await site.submit('player', path, { intent: 'feedbag.moderate', decision: 'show' })).status).toBe(403);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'trust' });
  expect(await seen(undefined, list)).toContain(`Moderated ${feedbag.number}`);
  expect(await seen(undefined, await enter('creator', `Trusted ${feedbag.number}`))).toContain(
    `Trusted ${feedbag.number}`,
  );
  await act('player', path, { intent: 'feedbag.comment', body: 'A held comment.' });
  expect(await seen(undefined, path)).not.toContain('A held comment.');
  expect(await stateOf(path)).toMatchObject({ comments: 0 });
  const html = await (await site.ask('staff', path)).text();
  const [, messageId = ''] = /name="messageId" value="([^"]+)"[^]{0,200}value="show"/.exec(html) ?? [];
  const decide = (decision: string) => {
    return site.submit('staff', path, {
      intent: 'feedbag.moderateComment',
      subjectId: idOf(path),
      messageId,
      decision,
    });
  };
  await decide('show');
  expect(await seen(undefined, path)).toContain('A held comment.');
  expect(await stateOf(path)).toMatchObject({ comments: 1 });
  await decide('block');
  expect(await seen(undefined, path)).not.toContain('A held comment.');
  for (const intent of ['feedbag.comment', 'feedbag.vote']) {
    expect((await site.submit('player', path, { intent, body: 'Again.' })).status).toBe(403);
  }
  await site.parts.db.query(sql`delete from thread_people`);
});

test('an export has all that a project has, however much it is', async () => {
  await site.parts.db
    .query(sql`insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status,
      status_at, standing, is_internal, participant_id, source, words, created_at, last_at)
    select gen_random_uuid(), ${feedbag.projectId}, 'Entry ' || n, '', '', '{}', 'open', now(), 'shown', false, 'visitor', 'site', '{}',
      now(), now() from generate_series(1, 1100) n`);
  const list = `/feedbag/${feedbag.projectId}/entries`;
  const titles = (csv: string) => new Set(csv.match(/Entry \d+/g)).size;
  expect(titles(await (await site.ask(undefined, `${list}.csv`)).text())).toBe(1100);
  const files = unpack(Buffer.from(await (await site.ask('staff', `${list}.zip`)).arrayBuffer()));
  const { entries, texts } = JSON.parse(String(files.get('entries.json'))) as Record<string, unknown[]>;
  expect([entries?.length, texts?.length, titles(String(files.get('entries.csv')))]).toEqual([1100, 1100, 1100]);
});

test('staff make a project, say who sees it, and do not write over each other', async () => {
  const made = `made${feedbag.number}`;
  const create = (who: CastName, id: string) =>
    site.submit(who, '/feedbag/settings', { intent: 'feedbag.createProject', name: 'Made', projectId: id });
  expect((await create('player', made)).status).toBe(403);
  for (const wrong of ['Settings', 'settings', 'a b', '-a', feedbag.projectId])
    expect((await create('staff', wrong)).status).toBe(400);
  expect((await create('staff', made)).headers.get('location')).toBe(`/feedbag/${made}/settings`);
  expect((await site.ask('player', `/feedbag/${made}/entries`)).status).toBe(404);
  const page = `/feedbag/${made}/settings`;
  const save = (who: CastName, more: Record<string, string>) => {
    const typed = { name: 'Made', about: '', welcome: 'Be kind.', template: 'What I did:', leastRole: 'public' };
    return site.submit(who, page, { intent: 'feedbag.saveProject', rev: '1', ...typed, ...more });
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
    site.submit(who, settings, {
      intent: 'feedbag.addStatus',
      name: `Needs a test ${feedbag.number}`,
      colour: 'violet',
      ...more,
    });
  expect((await add('player')).status).toBe(403);
  for (const wrong of [{ name: ' ' }, { colour: 'ultraviolet' }, { name: 'x'.repeat(31) }] as Record<
    string,
    string
  >[]) {
    expect((await add('staff', wrong)).status).toBe(400);
  }
  expect((await add('staff', { isOpen: 'on', isOnRoadmap: 'on' })).status).toBe(200);
  expect((await add('staff')).status).toBe(409);
  const status = `own-needs-a-test-${feedbag.number}`;
  const path = await enter('player', `Own ${feedbag.number}`);
  await act('staff', path, { intent: 'feedbag.status', status });
  await runJobs(site);
  expect(mailsTo('player', `“Own ${feedbag.number}” is now: Needs a test ${feedbag.number}`)).toHaveLength(1);
  const html = await (await site.ask(undefined, `/feedbag/${feedbag.projectId}/roadmap`)).text();
  expect(html).toMatch(new RegExp(`data-colour="violet"[^]*Needs a test ${feedbag.number}[^]*Own ${feedbag.number}`));
  expect(await seen(undefined, `/feedbag/${feedbag.projectId}/entries?status=${status}`)).toContain(
    `Own ${feedbag.number}`,
  );
  expect((await site.submit('creator', path, { intent: 'feedbag.vote' })).status).toBe(200);
  const change = { intent: 'feedbag.changeStatus', statusId: status, name: `Tested ${feedbag.number}`, colour: 'pink' };
  await act('staff', settings, change);
  expect((await site.submit('collaborator', path, { intent: 'feedbag.vote' })).status).toBe(409);
  expect(await seen(undefined, path)).toContain(`Tested ${feedbag.number}`);
  const remove = () => site.submit('staff', settings, { intent: 'feedbag.deleteStatus', statusId: status });
  expect((await remove()).status).toBe(409);
  await act('staff', path, { intent: 'feedbag.status', status: 'open' });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 400]);
});

test('staff see whom they trust or have blocked, take it back, and the audit keeps who did so to whom', async () => {
  const path = await enter('creator', `Blocked ${feedbag.number}`);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'block' });
  const settings = '/feedbag/settings';
  expect(await seen('staff', settings)).toContain('Blocked');
  const forget = (who: CastName) =>
    site.submit(who, settings, { intent: 'feedbag.forgetDecision', userId: CAST.creator.userId });
  expect([(await forget('player')).status, (await forget('admin')).status]).toEqual([403, 200]);
  const entries = await site.parts.db.query(sql`select user_id as by, after from audit
    where target = ${`account/${CAST.creator.userId}`} and action = 'feedback.person' order by audit_id desc limit 2`);
  expect(entries).toEqual([
    { by: CAST.admin.userId, after: { standing: '' } },
    { by: CAST.staff.userId, after: { standing: 'blocked' } },
  ]);
  expect((await site.submit('creator', await enter('player', 'Free'), { intent: 'feedbag.vote' })).status).toBe(200);
});

test('a player reports, finds that somebody has said so, votes, and is mailed by SMTP what becomes of it', async () => {
  const mail = await mailing(site);
  const path = await enter('creator', `The lift stops halfway ${feedbag.number}`);
  const similar = await site.ask(
    'player',
    `/api/feedbag/projects/${feedbag.projectId}/similar?text=lift%20stop%20halfwy`,
  );
  const { data } = (await similar.json()) as { data: { path: string }[] };
  expect(data.map((one) => one.path)).toEqual([path]);
  await act('player', path, { intent: 'feedbag.vote', version: '2.0' });
  const mine = await enter('player', `Lift broken ${feedbag.number}`);
  await act('staff', path, { intent: 'feedbag.merge', from: idOf(mine) });
  await act('staff', path, { intent: 'feedbag.status', status: 'completed', words: 'It goes all the way.' });
  await runJobs(mail);
  const mails = mail.taken
    .map((one) => Object.assign(readMail(one), { to: one.to }))
    .filter(({ text }) => text.includes(`“The lift stops halfway ${feedbag.number}” is done`));
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
