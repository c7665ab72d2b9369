import { beforeEach, expect, test } from 'vitest';

import { profilePath } from '#app/aliases/alias.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { runJobs } from '#test/mail/jobs.ts';

const feedbag = useFeedbag();
const { site, enter, seen } = feedbag;

let path = '';
beforeEach(async () => void (path = await enter('player', `Talked of ${feedbag.number}`)));

/** @returns the id of the message */
async function say(who: CastName, body: string, kind = 'public'): Promise<string> {
  expect((await site.submit(who, path, { intent: 'feedbag.comment', body, kind })).status).toBe(200);
  const [row] = await site.parts.db.query<{ message_id: string }>(sql`select message_id from thread_messages
    where subject_id = ${idOf(path)} order by message_id desc limit 1`);
  return row?.message_id ?? '';
}

const countsOf = async (where: string) =>
  (await site.parts.db.query(sql`select votes, comments from feedbag_entries where subject_id = ${idOf(where)}`))[0];

test('a message has reactions, one of a kind of each reader, from those who may read it', async () => {
  const [messageId, note] = [await say('creator', 'A thought.'), await say('staff', 'A note.', 'internal')];
  const press = (who: CastName | undefined, more: Record<string, string> = {}) => {
    const fields = { intent: 'feedbag.react', subjectId: idOf(path), messageId, reaction: 'love', on: 'on', ...more };
    return site.submit(who, path, fields);
  };
  await Promise.all([press('player'), press('player'), press('creator'), press('player', { reaction: 'like' })]);
  expect(await seen(undefined, path)).toMatch(/Like ?1.*Love ?2/);
  await press('player', { on: '' });
  expect(await seen('player', path)).toMatch(/Love ?1/);
  const statuses = [
    await press(undefined),
    await press('player', { reaction: 'spit' }),
    await press('player', { messageId: note }),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([401, 400, 404]);
  expect((await press('player', { subjectId: crypto.randomUUID() })).status).toBe(404);
});

test('whom a message names by alias or id is told, if they may read it', async () => {
  const other = await enter('staff', `Internal ${feedbag.number}`, { internal: 'on' });
  await say(
    'creator',
    `Ask @${CAST.player.alias}, @${CAST.staff.userId}, @${CAST.player.userId}, @nobody and me@example.org.`,
  );
  const name = (state: 'pending' | 'approved') =>
    site.parts.db.query(sql`update aliases set state = ${state} where user_id = ${CAST.collaborator.userId}`);
  await name('pending');
  await say('creator', `@${CAST.collaborator.alias} has a name that nobody sees yet.`);
  await name('approved');
  await site.submit('staff', other, { intent: 'feedbag.comment', body: `@${CAST.player.alias} @${CAST.admin.userId}` });
  await say('staff', `@${CAST.creator.userId} must not know.`, 'internal');
  await say('creator', `I am @${CAST.creator.userId}.`);
  await runJobs(site);
  const rows = await site.parts.db.query<{ user_id: string; subject: string }>(sql`
    select user_id, details->>'subjectId' as subject from notifications where kind = 'feedbag.mentioned'
    order by user_id`);
  const notified = rows.map(({ user_id, subject }) => `${user_id} ${subject}`);
  const wanted = [
    `${CAST.player.userId} ${idOf(path)}`,
    `${CAST.staff.userId} ${idOf(path)}`,
    `${CAST.admin.userId} ${idOf(other)}`,
  ];
  expect(notified.toSorted()).toEqual(wanted.toSorted());
  expect(await seen('player', '/notifications')).toContain(`Somebody mentioned you in “Talked of ${feedbag.number}”`);
  const mails = site.parts.mailer
    .keptMails()
    .filter(({ text }) => text.includes(`mentioned you in “Talked of ${feedbag.number}”`));
  expect(mails.map(({ to }) => to).toSorted()).toEqual([CAST.player.email, CAST.staff.email].toSorted());
});

test('a comment becomes an entry of its own with its files and reactions, and a comment again', async () => {
  const messageId = await say('creator', 'By the way, the hat is too small.');
  await say('player', 'Yes.');
  const fields = { subjectId: idOf(path), messageId };
  await site.submit('player', path, { intent: 'feedbag.react', ...fields, reaction: 'like', on: 'on' });
  const before = await countsOf(path);
  const split = (who: CastName, title: string, more: Record<string, string> = {}) =>
    site.submit(who, path, { intent: 'feedbag.split', ...fields, title, ...more });
  expect((await split('player', 'A hat')).status).toBe(403);
  expect((await split('staff', ' ')).status).toBe(400);
  const done = await (await split('staff', `Small hat ${feedbag.number}`)).text();
  const [, made = ''] = /name="from" value="([^"]+)"/.exec(done) ?? [];
  const entry = `/feedbag/${feedbag.projectId}/entries/${made}`;
  expect((await split('staff', 'Again')).status).toBe(404);
  expect(await seen(undefined, path)).not.toContain('the hat is too small');
  expect(await seen('player', entry)).toMatch(/the hat is too small.*Like ?1/);
  expect(await countsOf(entry)).toEqual({ votes: 1, comments: 0 });
  expect(await countsOf(path)).toEqual({ votes: 1, comments: 1 });
  expect(await seen('creator', `/feedbag/${feedbag.projectId}/entries?text=small`)).toContain(
    `Small hat ${feedbag.number}`,
  );
  await site.submit('collaborator', entry, { intent: 'feedbag.vote' });
  const undo = (who: CastName) => site.submit(who, path, { intent: 'feedbag.unsplit', from: made });
  expect([(await undo('player')).status, (await undo('staff')).status]).toEqual([403, 409]);
  await site.submit('collaborator', entry, { intent: 'feedbag.unvote' });
  expect((await undo('staff')).status).toBe(200);
  expect((await site.ask('staff', entry)).status).toBe(404);
  expect(await seen('player', path)).toMatch(/the hat is too small.*Like ?1/);
  expect(await countsOf(path)).toEqual(before);
  const [first = ''] = (
    await site.parts.db.query<{ id: string }>(sql`select message_id as id from thread_messages
      where subject_id = ${idOf(path)} order by message_id limit 1`)
  ).map(({ id }) => id);
  expect((await split('staff', 'The first', { messageId: first })).status).toBe(409);
});

test('who reads again sees what is new, and may change what they have said for a while', async () => {
  const messageId = await say('creator', 'The first thought.');
  expect(await seen('player', path)).not.toContain('New The');
  await site.submit('player', path, { intent: 'feedbag.read', subjectId: idOf(path), messageId });
  await say('creator', 'The second thought.');
  const page = async () => (await site.ask('player', path)).text();
  expect((await page()).match(/badge-loud">New</g)).toHaveLength(1);
  const edit = (who: CastName, body: string) =>
    site.submit(who, path, { intent: 'feedbag.edit', subjectId: idOf(path), messageId, body });
  expect((await edit('player', 'Not mine.')).status).toBe(404);
  expect((await edit('creator', 'The better thought.')).status).toBe(200);
  expect(await page()).toContain('The better thought.');
  site.clock.now = new Date(Date.now() + 16 * 60_000);
  expect((await edit('creator', 'Too late.')).status).toBe(409);
  site.clock.now = new Date();
});

test('a note of the studio changes nothing that others see, not even when something was last said', async () => {
  await say('creator', 'Said aloud.');
  const surfaces = [
    `/feedbag/${feedbag.projectId}/entries.atom`,
    `${path}/atom`,
    `/feedbag/${feedbag.projectId}/entries.csv`,
    '/sitemap.xml',
  ];
  const shown = () => Promise.all(surfaces.map(async (one) => (await site.ask(undefined, one)).text()));
  const before = await shown();
  site.clock.now = new Date(Date.now() + 3_600_000);
  await say('staff', 'Not aloud.', 'internal');
  expect(await shown()).toEqual(before);
  site.clock.now = new Date();
});

test('names lead to the page about who wrote, under the name that everyone sees', async () => {
  await say('creator', 'Look who I am.');
  const main = async (who?: CastName) => {
    const html = await (await site.ask(who, path)).text();
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  };
  expect(await main()).toContain(`href="${profilePath(CAST.creator.alias)}"`);
  expect(await main('creator')).not.toContain(`href="${profilePath(CAST.creator.alias)}"`);
  const hold = (state: 'pending' | 'approved') =>
    site.parts.db.query(sql`update aliases set state = ${state} where user_id = ${CAST.creator.userId}`);
  await hold('pending');
  const [held, forStaff] = [await main(), await main('staff')];
  await hold('approved');
  for (const html of [held, forStaff]) {
    expect(html).toMatch(/href="\/players\/[A-Z]\w+%20\w+%20%23\d{5}"/);
    expect(html).not.toContain(`href="${profilePath(CAST.creator.alias)}"`);
  }
});

test('what somebody writes is folded for whoever has blocked them, until they are unblocked in the talk or in the settings', async () => {
  const messageId = await say('creator', 'A tiresome thought.');
  const send = (who: CastName | undefined, intent: string, fields: Record<string, string> = {}) =>
    site.submit(who, path, { intent, subjectId: idOf(path), messageId, ...fields });
  const pageFor = async (who: CastName | undefined) => (await site.ask(who, path)).text();
  const FOLDED = 'From somebody you’ve blocked';
  expect((await send('player', 'feedbag.block')).status).toBe(200);
  await send('player', 'feedbag.block');
  expect(await pageFor('player')).toContain(FOLDED);
  for (const other of [undefined, 'creator', 'collaborator', 'staff'] as const) {
    expect(await pageFor(other), other).not.toContain(FOLDED);
  }
  const settings = async () => (await site.ask('player', '/account/settings')).text();
  expect(await settings()).toContain(CAST.creator.alias);
  await site.submit('player', '/account', { intent: 'blocks.lift', userId: CAST.creator.userId });
  expect([await pageFor('player'), await settings()].join('')).not.toContain(FOLDED);
  await send('player', 'feedbag.block');
  expect((await send('player', 'feedbag.unblock')).status).toBe(200);
  expect(await pageFor('player')).not.toContain(FOLDED);
});

test('whoever has blocked somebody is not told of what they write, and everybody else is', async () => {
  const messageId = await say('creator', 'Tiresome once.');
  await runJobs(site);
  const told = async () => {
    await runJobs(site);
    const rows = await site.parts.db.query<{ told: string }>(sql`select concat(user_id, ' ', kind) as told
      from notification_deliveries where details->>'subjectId' = ${idOf(path)} and at >= ${since} order by 1`);
    return rows.map((row) => row.told);
  };
  await say('collaborator', 'I follow by writing.');
  const press = (intent: string) => site.submit('player', path, { intent, subjectId: idOf(path), messageId });
  await press('feedbag.block');
  await runJobs(site);
  site.advanceClock(1000);
  const since = site.parts.now();
  await say('creator', `@${CAST.player.userId} and @${CAST.collaborator.userId}, listen.`);
  const both = [`${CAST.collaborator.userId} feedbag.commented`, `${CAST.collaborator.userId} feedbag.mentioned`];
  expect(await told()).toEqual(both);
  await press('feedbag.unblock');
  await say('creator', `@${CAST.player.userId}, you again.`);
  expect(await told()).toContain(`${CAST.player.userId} feedbag.mentioned`);
});

test('nobody blocks themselves, the studio, or whom they cannot read', async () => {
  const [own, studio, note] = [
    await say('player', 'Mine.'),
    await say('staff', 'Ours.'),
    await say('staff', 'A note.', 'internal'),
  ];
  const statusOf = async (messageId: string, who: CastName | undefined) =>
    (await site.submit(who, path, { intent: 'feedbag.block', subjectId: idOf(path), messageId })).status;
  const statuses = [await statusOf(own, 'player'), await statusOf(studio, 'player'), await statusOf(note, 'player')];
  expect(statuses).toEqual([409, 409, 404]);
  expect(await statusOf(own, undefined)).toBe(401);
  expect(await site.parts.db.query(sql`select from account_blocks where user_id = ${CAST.player.userId}`)).toEqual([]);
});
