import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { dataOf } from '#test/storage.ts';

import { sweepReports } from './reports.server.ts';

const feedbag = useFeedbag();
const { site, enter, seen } = feedbag;

const levelIds: string[] = [];
beforeAll(async () => {
  await seedSmallWorld(site);
  const cast = Object.values(CAST).map(({ userId }) => userId);
  const rows = await site.parts.db.query<{ level_id: string }>(sql`select level_id from levelhead_levels
    where user_id <> all(${cast}::text[]) and not tags && '{unlisted,beta}'::text[] order by level_id`);
  levelIds.push(...rows.map((row) => row.level_id));
});

interface Thing {
  readonly kind: string;
  readonly thingId: string;
}

const ID = '01890000-0000-7000-8000-000000000000';

/** One that no other test reports. */
const aLevel = (): Thing => ({ kind: 'level', thingId: levelIds.pop() ?? '' });
const pathOf = ({ kind, thingId }: Thing) => `/report/${kind}/${thingId}`;

const report = (who: CastName | undefined, thing: Thing, reason = 'spam', words = '', at = site) =>
  at.submit(who, pathOf(thing), { intent: 'reports.send', reason, words });

async function rowOf({ kind, thingId }: Thing): Promise<{ waiting: number; rev: string } | undefined> {
  const [row] = await site.parts.db.query<{ waiting: number; rev: string }>(sql`
    select waiting, rev from reported_things where kind = ${kind} and thing_id = ${thingId}`);
  return row;
}

async function decide(thing: Thing, decision: string, more: Record<string, string> = {}, who: CastName = 'staff') {
  const rev = (await rowOf(thing))?.rev ?? '';
  return site.submit(who, '/admin/reports', { intent: `reports.${decision}`, ...thing, rev, ...more });
}

async function lastDecision({ thingId }: Thing): Promise<string> {
  const [row] = await site.parts.db.query<{ id: string }>(sql`select max(decision_id::text) as id from report_decisions
    where thing_id = ${thingId}`);
  return row?.id ?? '';
}

const undo = async (thing: Thing) =>
  site.submit('staff', '/admin/reports', { intent: 'reports.undo', decisionId: await lastDecision(thing) });

const auditOf = async ({ kind, thingId }: Thing) =>
  (
    await site.parts.db.query<{ action: string }>(sql`select action from audit
      where target = ${`report/${kind}/${thingId}`} order by audit_id`)
  ).map(({ action }) => action);

async function told(who: CastName, kind: string): Promise<number> {
  await runJobs(site);
  const [row] = await site.parts.db.query<{ size: number }>(sql`select count(*)::integer as size from notifications
    where user_id = ${CAST[who].userId} and kind = ${kind}`);
  return row?.size ?? 0;
}

describe('a report', () => {
  test('is sent without scripts, waits at the desk, is counted on /admin, and whoever sent it is told of the decision', async () => {
    const level = aLevel();
    const page = await (await site.ask('player', `/games/levelhead/levels/${level.thingId}`)).text();
    expect(page).toContain(`href="${pathOf(level)}"`);
    expect(await seen('staff', '/admin')).not.toContain('report waiting');
    const form = await (await site.ask('player', pathOf(level))).text();
    expect(form).toMatch(/<form [^>]*method="post"/);
    expect(form).toContain('name="reason"');
    const sent = await report('player', level, 'other', 'It says <b>my street</b>.');
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('Thanks! We’ll look at it')]);
    expect(await seen('player', pathOf(level))).toContain('You reported this. We’ll tell you what we decide.');
    expect(await seen('staff', '/admin')).toMatch(/1\s*report waiting for a decision/);
    const queue = await seen('staff', '/admin/reports');
    expect(queue).toContain('It says &lt;b&gt;my street&lt;/b&gt;.');
    expect(queue).toContain('1 report');
    const before = await told('player', 'reports.decided');
    expect((await decide(level, 'dismiss')).status).toBe(200);
    expect(await seen('staff', '/admin')).not.toContain('report waiting');
    expect(await auditOf(level)).toEqual(['report.dismiss']);
    expect(await told('player', 'reports.decided')).toBe(before + 1);
    expect(await seen('player', '/notifications')).toContain('the level you reported and found nothing');
    expect(await seen('player', pathOf(level))).toContain('You reported this, and we’ve looked at it.');
    await undo(level);
    expect(await told('player', 'reports.decided')).toBe(before);
  });

  test('leads who is not signed in to the sign-in and back, and to nothing of which there is nothing', async () => {
    const level = aLevel();
    const answer = await site.ask(undefined, pathOf(level));
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/login?returnTo=${encodeURIComponent(pathOf(level))}`,
    ]);
    expect((await report(undefined, level)).status).toBe(302);
    expect(await rowOf(level)).toBeUndefined();
  });

  test('is one for each person and thing, however many arrive at once', async () => {
    const level = aLevel();
    const senders = ['player', 'player', 'player', 'creator', 'creator'] as const;
    const answers = await Promise.all(senders.map((who) => report(who, level)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await rowOf(level)).toEqual({ waiting: 2, rev: '2' });
    await decide(level, 'dismiss');
    expect((await report('player', level)).status).toBe(200);
    expect(await rowOf(level)).toEqual({ waiting: 0, rev: '3' });
    await report('collaborator', level);
    expect(await rowOf(level)).toEqual({ waiting: 1, rev: '4' });
  });

  test('is one at each address, whatever key its form has, and sent again by scripts it is the same', async () => {
    const [one, other] = [aLevel(), aLevel()];
    const sent = { intent: 'reports.send', reason: 'spam', formKey: 'of one page' };
    await site.submit('player', pathOf(one), sent);
    await site.submit('player', pathOf(other), sent);
    expect([await rowOf(one), await rowOf(other)]).toMatchObject([{ waiting: 1 }, { waiting: 1 }]);
    const claims = () => site.parts.db.query(sql`select from form_answers`);
    const before = (await claims()).length;
    expect((await site.submit('player', `${pathOf(one)}.data`, sent)).status).toBe(200);
    expect(await claims()).toHaveLength(before);
  });

  test('is of nothing of one’s own', async () => {
    const own = { kind: 'player', thingId: CAST.player.userId };
    const statuses = [await site.ask('player', pathOf(own)), await report('player', own, 'name')];
    expect(statuses.map(({ status }) => status)).toEqual([403, 403]);
    expect(await (await site.ask('player', `/games/levelhead/players/${own.thingId}`)).text()).not.toContain(
      pathOf(own),
    );
  });

  test('is refused from somebody who has sent twenty in a day', async () => {
    const limited = await site.openBeside({ LIMITS: '1' });
    const level = aLevel();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await report('admin', level, 'spam', '', limited)).status);
    await limited.close();
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  test.each([
    ['no reason', { reason: '' }, 'Pick a reason.'],
    ['a reason that is none', { reason: 'constructor' }, 'Pick a reason.'],
    ['a reason of another kind', { reason: 'cheating' }, 'Pick a reason.'],
    ['another reason without a word', { reason: 'other', words: ' \r\n ' }, 'Say what’s wrong with it.'],
    ['too many words', { reason: 'spam', words: 'a'.repeat(1001) }, 'At most 1000 characters.'],
    ['a word that nobody can store', { reason: 'spam', words: 'a\0b' }, ''],
  ])('with %s is refused', async (_, fields, says) => {
    const level = aLevel();
    const answer = await site.submit('player', pathOf(level), { intent: 'reports.send', ...fields });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(says)]);
    expect(await rowOf(level)).toBeUndefined();
    levelIds.push(level.thingId);
  });

  test.each([
    ['no such level', 'level/nosuch1'],
    ['an id with a zero', 'level/%00'],
    ['an id of other letters', 'level/%F0%9F%A6%86'],
    ['a long id', `level/${'a'.repeat(3000)}`],
    ['no such player', 'player/nobody1'],
    ['half an id', `comment/${ID}`],
    ['no such comment', `comment/${ID}.${ID}`],
    ['no such kind', 'constructor/none'],
    ['a kind of the language', '__proto__/none'],
  ])('of %s is refused', async (_, thing) => {
    const answers = [
      await site.ask('player', `/report/${thing}`),
      await site.submit('player', `/report/${thing}`, { intent: 'reports.send', reason: 'spam' }),
    ];
    for (const { status } of answers) expect([400, 404, 414]).toContain(status);
  });
});

describe('a decision', () => {
  test('is one of two that come at once, and none of who has not seen the last report', async () => {
    const level = aLevel();
    await report('player', level);
    const { rev } = (await rowOf(level)) ?? { rev: '' };
    const both = await Promise.all([decide(level, 'dismiss'), decide(level, 'act', {}, 'admin')]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await auditOf(level)).toHaveLength(1);
    await undo(level);
    await report('creator', level);
    expect((await decide(level, 'dismiss', { rev })).status).toBe(409);
    expect(await rowOf(level)).toMatchObject({ waiting: 2 });
  });

  test('that is undone has all reports wait again, and is undone once', async () => {
    const level = aLevel();
    await report('player', level);
    await report('creator', level);
    await decide(level, 'dismiss');
    const undone = await Promise.all([undo(level), undo(level)]);
    expect(undone.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
    expect(await rowOf(level)).toMatchObject({ waiting: 2 });
    expect(await auditOf(level)).toEqual(['report.dismiss', 'report.undo']);
    expect((await decide(level, 'dismiss')).status).toBe(200);
    expect(await rowOf(level)).toMatchObject({ waiting: 0 });
  });

  test('that notes what was done elsewhere says what', async () => {
    const level = aLevel();
    await report('player', level);
    const silent = await decide(level, 'note');
    expect([silent.status, await silent.text()]).toEqual([400, expect.stringContaining('Say what you did about it.')]);
    expect((await decide(level, 'note', { note: 'a'.repeat(281) })).status).toBe(400);
    expect((await decide(level, 'note', { note: 'Wrote to them.' })).status).toBe(200);
    const [entry] = await site.parts.db.query(sql`select reason from audit where action = 'report.note'`);
    expect(entry).toEqual({ reason: 'Wrote to them.' });
  });

  test('stands in the list of decisions until it is taken back there, also by somebody else', async () => {
    const path = '/admin/reports?state=decided';
    const level = aLevel();
    await report('player', level);
    await decide(level, 'note', { note: 'Wrote to <b>them</b>.' });
    const page = await (await site.ask('admin', path)).text();
    expect(page).toContain('Wrote to &lt;b&gt;them&lt;/b&gt;.');
    expect(page).toContain(`href="/games/levelhead/levels/${level.thingId}"`);
    const fields = { intent: 'reports.undo', decisionId: await lastDecision(level) };
    expect(page).toContain(`value="${fields.decisionId}"`);
    expect((await site.submit('admin', path, fields)).status).toBe(200);
    expect(await (await site.ask('admin', path)).text()).not.toContain(fields.decisionId);
    await decide(level, 'dismiss');
  });

  test('of what is not a thing, a revision or a decision is refused', async () => {
    const level = aLevel();
    await report('player', level);
    const statuses = [
      await decide({ kind: 'constructor', thingId: 'x' }, 'dismiss'),
      await decide({ kind: 'level', thingId: 'nosuch1' }, 'dismiss'),
      await decide(level, 'dismiss', { rev: '1; drop table' }),
      await decide(level, 'dismiss', { rev: '9'.repeat(400) }),
      await site.submit('staff', '/admin/reports', { intent: 'reports.undo', decisionId: 'no-such' }),
      await site.ask('staff', '/admin/reports?after=a.b'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 409, 409, 409, 404, 400]);
    await decide(level, 'dismiss');
  });

  test('is for nobody about what is their own', async () => {
    const path = await enter('staff', `Of staff ${feedbag.number}`);
    const comment = await newestComment(path);
    await report('player', comment);
    expect((await decide(comment, 'dismiss')).status).toBe(403);
    expect(await rowOf(comment)).toMatchObject({ waiting: 1 });
    expect((await decide(comment, 'dismiss', {}, 'admin')).status).toBe(200);
  });
});

async function newestComment(path: string): Promise<Thing> {
  const [row] = await site.parts.db.query<{ id: string }>(sql`select message_id as id from thread_messages
    where subject_id = ${idOf(path)} order by message_id desc limit 1`);
  return { kind: 'comment', thingId: `${idOf(path)}.${row?.id}` };
}

async function say(who: CastName, path: string, body: string, kind = 'public'): Promise<Thing> {
  expect((await site.submit(who, path, { intent: 'feedbag.comment', body, kind })).status).toBe(200);
  return newestComment(path);
}

describe('what is done about it', () => {
  test('takes a level into the trash with its data, tells its creator, and brings it back', async () => {
    const { userId } = CAST.creator;
    const content = { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 };
    const words = { title: 'Ducks <i>ahead</i>', tags: ['ltag_boss'], avatarId: 'jibber', locale: 'en-US' };
    const facts = { requiredPlayers: 1, creatorTime: 61.5, gameVersion: '1.20.4', data: 'SGVsbG8gd29ybGQ=' };
    const body = { userId, ...words, ...facts, content };
    const published = await site.ask('admin', '/api/levelhead/levels', { method: 'POST', body });
    const { levelId } = await dataOf<{ levelId: string }>(published);
    const level = { kind: 'level', thingId: levelId };
    const page = `/games/levelhead/levels/${levelId}`;
    const itemsOf = async () => {
      const names = [levelId, `level-data:${levelId}`];
      const items = await site.parts.db.query(sql`select from items where name = any(${names}::text[])`);
      const [player] = await site.parts.db.query<{ published: number }>(sql`
        select published from levelhead_players where user_id = ${userId}`);
      return [items.length, player?.published ?? 0] as const;
    };
    const [, count] = await itemsOf();
    await report('player', level);
    const acted = await decide(level, 'act');
    expect(acted.status, await acted.clone().text()).toBe(200);
    expect(await itemsOf()).toEqual([0, count - 1]);
    for (const path of [page, pathOf(level)]) expect((await site.ask('player', path)).status).toBe(404);
    expect(await told('creator', 'reports.removed')).toBe(1);
    expect(await seen('creator', '/notifications')).toContain('“Ducks &lt;i&gt;ahead&lt;/i&gt;” down');
    const undone = await undo(level);
    expect(undone.status, await undone.clone().text()).toBe(200);
    expect(await itemsOf()).toEqual([2, count]);
    expect((await site.ask('player', page)).status).toBe(200);
    expect(await told('creator', 'reports.removed')).toBe(0);
    expect(await auditOf(level)).toEqual(['report.act', 'report.undo']);
  });

  test('hides a comment and shows it again, and its writer is told', async () => {
    const path = await enter('player', `Commented ${feedbag.number}`);
    const comment = await say('creator', path, 'Buy my hats!');
    expect(await (await site.ask(undefined, path)).text()).toContain(`href="${pathOf(comment)}"`);
    expect((await report('player', comment)).status).toBe(200);
    expect(await seen('staff', '/admin/reports')).toContain('Buy my hats!');
    expect((await decide(comment, 'act')).status).toBe(200);
    expect(await seen('player', path)).not.toContain('Buy my hats!');
    expect(await told('creator', 'reports.removed')).toBe(1);
    expect((await undo(comment)).status).toBe(200);
    expect(await seen('player', path)).toContain('Buy my hats!');
  });

  test('hides an entry by its first message', async () => {
    const path = await enter('creator', `Rude ${feedbag.number}`);
    const comment = await newestComment(path);
    await report('player', comment, 'insult');
    await decide(comment, 'act');
    expect((await site.ask('player', path)).status).toBe(404);
    await undo(comment);
    expect((await site.ask('player', path)).status).toBe(200);
    await site.submit('staff', path, { intent: 'feedbag.moderate', decision: 'hide' });
    await decide(comment, 'act');
    await undo(comment);
    expect((await site.ask('player', path)).status, 'hidden by somebody else before').toBe(404);
  });

  test('gives a player another name and the old one back, and what is said of a name counts where names are judged', async () => {
    const player = { kind: 'player', thingId: CAST.creator.userId };
    const aliasOf = async () =>
      (
        await site.parts.db.query(sql`select alias, reports from aliases
          where context = 'levelhead' and user_id = ${player.thingId}`)
      )[0];
    const before = await aliasOf();
    expect((await report('player', player, 'name')).status).toBe(200);
    expect((await report('collaborator', player, 'cheating')).status).toBe(200);
    expect(await aliasOf()).toEqual({ ...before, reports: 1 });
    expect((await decide(player, 'act')).status).toBe(400);
    const acted = await decide(player, 'act', { note: 'It is rude.' });
    expect(acted.status, await acted.clone().text()).toBe(200);
    expect(await aliasOf()).not.toMatchObject({ alias: before?.['alias'] });
    expect((await undo(player)).status).toBe(200);
    expect(await aliasOf()).toMatchObject({ alias: before?.['alias'] });
    expect(await rowOf(player)).toMatchObject({ waiting: 2 });
    await decide(player, 'dismiss');
  });
});

test('what somebody may not see they cannot report', async () => {
  const path = await enter('player', `Seen ${feedbag.number}`);
  const note = await say('staff', path, 'A note.', 'internal');
  const internal = await newestComment(await enter('staff', `Internal ${feedbag.number}`, { internal: 'on' }));
  const hidden = await say('creator', path, 'Words.');
  const [subjectId = '', messageId = ''] = hidden.thingId.split('.');
  const fields = { intent: 'feedbag.moderateComment', subjectId, messageId, decision: 'hide' };
  expect((await site.submit('staff', path, fields)).status).toBe(200);
  const foreign = { kind: 'comment', thingId: `${internal.thingId.split('.')[0]}.${note.thingId.split('.')[1]}` };
  for (const thing of [note, internal, hidden, foreign]) {
    const answers = [await site.ask('player', pathOf(thing)), await report('player', thing)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await rowOf(thing)).toBeUndefined();
  }
});

test('of what is in a project that somebody of staff may not see, they neither see nor count nor decide reports', async () => {
  const comment = await say('creator', await enter('player', `For admins ${feedbag.number}`), 'Rude words.');
  const sayMore = (who: CastName) => report(who, comment, 'other', `It quotes the plan ${feedbag.number}.`);
  await sayMore('player');
  const seenBy = async (who: CastName) => ({
    queue: (await seen(who, '/admin/reports')).includes(`It quotes the plan ${feedbag.number}.`),
    decided: (await seen(who, '/admin/reports?state=decided')).includes(`For admins ${feedbag.number}`),
    waiting: Number(/(\d+)\s*reports? waiting/.exec(await seen(who, '/admin'))?.[1] ?? 0),
  });
  const before = await seenBy('staff');
  expect(before).toMatchObject({ queue: true, decided: false });
  await feedbag.addProject({ leastRole: 'admin' });
  const waiting = before.waiting - 1;
  expect(await seenBy('staff')).toEqual({ queue: false, decided: false, waiting });
  for (const decision of ['dismiss', 'act']) expect((await decide(comment, decision)).status).toBe(409);
  expect((await decide(comment, 'note', { note: 'Wrote to them.' })).status).toBe(409);
  expect(await seenBy('admin')).toEqual({ ...before, queue: true });
  expect((await decide(comment, 'dismiss', {}, 'admin')).status).toBe(200);
  expect(await seenBy('admin')).toEqual({ queue: false, decided: true, waiting });
  expect(await seenBy('staff')).toEqual({ queue: false, decided: false, waiting });
  expect((await undo(comment)).status).toBe(404);
  expect(await rowOf(comment)).toMatchObject({ waiting: 0 });
});

test('the desk shows every thing once, page by page, the longest waiting first', async () => {
  const at = new Date();
  await site.parts.db.query(sql`insert into reported_things (kind, thing_id, waiting, since)
    select 'level', 'gone' || n, 1, ${at}::timestamptz + (n / 3) * interval '1 second' from generate_series(100, 145) n`);
  const found: string[] = [];
  let path: string | undefined = '/admin/reports';
  while (path !== undefined) {
    const page: string = await (await site.ask('staff', path)).text();
    found.push(...Array.from(page.matchAll(/\(gone(\d+)\)/g), ([, id = '']) => id));
    path = /href="(\/admin\/reports\?after=[^"&]+)"/.exec(page)?.[1];
  }
  expect(found).toEqual(Array.from({ length: 46 }, (_, n) => String(100 + n)));
});

test('the list of decisions shows each once, page by page, the latest first', async () => {
  await site.parts.db.query(sql`
    insert into report_decisions (decision_id, kind, thing_id, title, decision, note, decided_by, decided_at)
    select ('ffffffff-0000-7000-8000-000000000' || n)::uuid, 'level', 'gone', 'past' || n, 'dismiss', '', 'x', now()
    from generate_series(100, 145) n`);
  const found: string[] = [];
  let path: string | undefined = '/admin/reports?state=decided';
  while (path !== undefined) {
    const page: string = await (await site.ask('staff', path)).text();
    found.push(...Array.from(page.matchAll(/>past(\d+)</g), ([, id = '']) => id));
    path = /href="(\/admin\/reports\?state=decided&amp;after=[^"&]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(found).toEqual(Array.from({ length: 46 }, (_, n) => String(145 - n)));
  for (const wrong of ['x', '%00', 'ffffffff'])
    expect((await site.ask('staff', `/admin/reports?state=decided&after=${wrong}`)).status).toBe(400);
});

test('what was settled a year ago is forgotten, and what waits is not', async () => {
  const [settled, waiting] = [aLevel(), aLevel()];
  for (const level of [settled, waiting]) await report('player', level);
  await decide(settled, 'dismiss');
  const sweep = (days: number) => {
    const system = systemCurrent(site.parts);
    return sweepReports({ ...system, now: () => new Date(system.now().getTime() + days * 86_400_000) });
  };
  await sweep(364);
  expect(await rowOf(settled)).toMatchObject({ waiting: 0 });
  await sweep(366);
  expect([await rowOf(settled), await lastDecision(settled)]).toEqual([undefined, '']);
  expect(await rowOf(waiting)).toMatchObject({ waiting: 1 });
});
