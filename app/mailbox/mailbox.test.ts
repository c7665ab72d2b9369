import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { enter } from '#app/feedbag/entries/entering.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';
import { seedPerks } from '#app/perks/seed-perks.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { findMailboxFiles } from './files.server.ts';
import { findMessages } from './mailbox.server.ts';
import type { MessageAudience } from './message.ts';

const site = useTestSite();
const { player } = CAST;
const MINUTE = 60_000;

beforeEach(async () => {
  site.clock.now = new Date();
  await site.parts.db
    .query(sql`truncate mailbox_messages, mailbox_files, mailbox_marks, follows, followers, follow_counts,
    notification_events, notification_deliveries, notifications, notification_settings`);
});

const as = (who: CastName): Current => {
  const system = systemCurrent(site.parts);
  const role = who === 'player' || who === 'creator' || who === 'collaborator' ? 'authenticated' : who;
  return { ...system, actor: { ...system.actor, userId: CAST[who].userId, role } };
};
const send = (who: CastName, path: string, intent: string, fields: Record<string, string> = {}) =>
  site.submit(who, path, { intent, ...fields });
const unread = async (who: CastName) =>
  (await dataOf<{ unread: number }>(await site.ask(who, '/api/notifications/count'))).unread;

const WORDS = { locale: 'en-US', title: 'A <b>gift</b>', body: 'First.\n\nSecond, <i>really</i>.', path: '' };

async function write(
  to: { audience: MessageAudience; of?: string },
  words: Partial<typeof WORDS & Record<'aboutKind' | 'aboutId' | 'perkId', string>> = {},
): Promise<string> {
  const answer = await send('staff', '/admin/mailbox', 'mailbox.create', { of: '', ...WORDS, ...to, ...words });
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

async function deliver(
  to: { audience: MessageAudience; of?: string },
  words: Partial<typeof WORDS & Record<'aboutKind' | 'aboutId' | 'perkId', string>> = {},
): Promise<string> {
  const messageId = await write(to, words);
  const sent = await send('admin', `/admin/mailbox/${messageId}`, 'mailbox.send', { rev: '1' });
  expect([sent.status, (await sent.text()).includes('Sent!')]).toEqual([200, true]);
  await runJobs(site);
  return messageId;
}

const seen = async (who: CastName, path = '/mailbox') => (await site.ask(who, path)).text();
const hasIt = async (who: CastName) => (await seen(who)).includes('A &lt;b&gt;gift');

test('a message to the Lookup Code of a merged account is for the account that was kept', async () => {
  await site.parts.db.query(sql`insert into merged_accounts (user_id, kept_user_id, merged_at)
    values ('o1dc0de', ${player.userId}, now())`);
  await deliver({ audience: 'user', of: 'o1dc0de' });
  expect(await hasIt('player')).toBe(true);
});

test('a message to one player is theirs alone, announced, read and put away without scripts', async () => {
  const messageId = await deliver({ audience: 'user', of: player.userId });
  expect([await hasIt('player'), await hasIt('creator'), await unread('player'), await unread('creator')]).toEqual([
    true,
    false,
    1,
    0,
  ]);
  expect(await seen('player', '/notifications')).toContain('waits in your mailbox');
  const path = `/mailbox/${messageId}`;
  for (const who of ['creator', 'staff', 'super'] as const) expect((await site.ask(who, path)).status).toBe(404);
  // To open the address changes nothing.
  for (let times = 0; times < 3; times += 1) expect(await seen('player', path)).toContain('Second, &lt;i&gt;really');
  expect(await seen('player')).toContain('One new message.');
  expect([
    /1 new message</.test(await seen('player', '/alerts')),
    /new message/.test(await seen('creator', '/alerts')),
  ]).toEqual([true, false]);
  const opened = await send('player', '/mailbox', 'mailbox.open', { messageId });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, path]);
  expect(await seen('player')).toContain('Nothing new');
  // What told of it is read as well.
  expect(await unread('player')).toBe(0);
  await send('player', '/mailbox', 'mailbox.archive', { messageId });
  expect([await hasIt('player'), (await seen('player', '/mailbox?tab=archived')).includes('gift')]).toEqual([
    false,
    true,
  ]);
  await send('player', '/mailbox', 'mailbox.unarchive', { messageId });
  await send('player', '/mailbox', 'mailbox.unread', { messageId });
  expect(await seen('player')).toContain('One new message.');
  for (const intent of ['open', 'read', 'unread', 'archive', 'unarchive', 'see']) {
    expect((await send('creator', '/mailbox', `mailbox.${intent}`, { messageId })).status, intent).toBe(404);
  }
});

test('a message to many is one row, whoever is in the segment reads it, and marks are each reader’s own', async () => {
  const messageId = await deliver({ audience: 'everyone' });
  const second = await deliver({ audience: 'user', of: player.userId });
  const unreadBefore = await unread('player');
  await send('player', '/mailbox', 'mailbox.archive', { messageId: second });
  // While one waits, so does what tells of it.
  expect([unreadBefore, await unread('player')]).toEqual([1, 1]);
  await send('player', '/mailbox', 'mailbox.read', { messageId });
  expect([await unread('player'), await unread('creator')]).toEqual([0, 1]);
  expect([await seen('player'), await seen('creator')].map((html) => html.includes('Nothing new'))).toEqual([
    true,
    false,
  ]);
  const [rows] = await site.parts.db.query<{ marks: number; notified: number }>(sql`
    select (select count(*)::integer from mailbox_marks) as marks, count(*)::integer as notified from notifications`);
  expect(rows).toEqual({ marks: 2, notified: Object.keys(CAST).length });
});

test('a message to staff, to followers and to players of the game is for those alone', async () => {
  await site.ask('player', '/api/following/posts.feed:news', { method: 'PUT' });
  await site.parts.db
    .query(sql`insert into levelhead_players (crate_id, item_id, user_id, created_at, updated_at, subscribers,
      play_time, plays, trophies, shoes, crowns, published, hidden_gem, tips_gotten, bucks_tipped, tips_per_level, tips_per_day,
      tipped_per_level_played, tipped_per_day)
    values ('levelhead', gen_random_uuid(), ${CAST.creator.userId}, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const titles = async (who: CastName) => {
    const { messages } = await findMessages(as(who), 'inbox');
    return messages.map(({ title }) => title).toSorted();
  };
  await deliver({ audience: 'staff' }, { title: 'staff' });
  await deliver({ audience: 'follows', of: 'posts.feed:news' }, { title: 'follows' });
  await deliver({ audience: 'players' }, { title: 'players' });
  await deliver({ audience: 'admin' }, { title: 'admin' });
  expect([await titles('player'), await titles('creator'), await titles('staff'), await titles('super')]).toEqual([
    ['follows'],
    ['players'],
    ['staff'],
    ['admin', 'staff'],
  ]);
  expect([
    await unread('player'),
    await unread('creator'),
    await unread('collaborator'),
    await unread('staff'),
  ]).toEqual([1, 1, 0, 1]);
  const waits = async () => (await seen('player', '/notifications')).includes('waits in your mailbox');
  expect(await waits()).toBe(true);
  await site.ask('player', '/api/following/posts.feed:news', { method: 'DELETE' });
  expect([await titles('player'), await waits()]).toEqual([[], false]);
});

test('each reads it in their language, or in English where nobody has written it in that', async () => {
  const messageId = await write({ audience: 'user', of: player.userId });
  const german = { ...WORDS, locale: 'de-DE', title: 'Ein Geschenk', audience: 'user', of: player.userId, rev: '1' };
  expect((await send('staff', `/admin/mailbox/${messageId}`, 'mailbox.save', german)).status).toBe(200);
  const spanish = { ...german, locale: 'es-XL', title: 'Un regalo', rev: '2' };
  expect((await send('staff', `/admin/mailbox/${messageId}`, 'mailbox.save', spanish)).status).toBe(200);
  await send('admin', `/admin/mailbox/${messageId}`, 'mailbox.send', { rev: '3' });
  expect(await seen('player', `/de-DE/mailbox/${messageId}`)).toContain('Ein Geschenk');
  // The names of our locales are not all names of languages.
  expect(await seen('player', `/es-XL/mailbox/${messageId}`)).toMatch(/lang="es-419"[^>]*>Un regalo/);
  expect(await seen('player', `/fr-FR/mailbox/${messageId}`)).toMatch(/lang="en-US"[^>]*>A &lt;b&gt;gift/);
});

test('staff write, admins send, a second person releases what more than a thousand would get', async () => {
  await site.parts.db.query(sql`insert into followers (subject, user_id)
    select 'posts.topic:crowd', 'u' || n from generate_series(1, 1001) n`);
  const messageId = await write({ audience: 'follows', of: 'posts.topic:crowd' });
  const path = `/admin/mailbox/${messageId}`;
  expect(await seen('admin', path)).toMatch(/>Release<[^]*>Send to 1,001 readers</);
  expect(await seen('staff', path)).toContain('1,001 readers');
  expect(await seen('staff', path)).toContain('an admin sends it');
  expect(await seen('staff', path)).not.toMatch(/>Release<|>Send to/);
  expect(await seen('staff', '/admin/mailbox')).toContain(path);
  expect(await seen('staff', `/admin/mailbox?before=${messageId}`)).not.toContain(path);
  expect((await send('staff', path, 'mailbox.send', { rev: '1' })).status).toBe(403);
  const alone = await send('admin', path, 'mailbox.send', { rev: '1' });
  expect([alone.status, (await alone.text()).includes('a second person has to release it')]).toEqual([409, true]);
  expect((await send('admin', path, 'mailbox.release', { rev: '1' })).status).toBe(200);
  // A change takes the release back.
  const change = { ...WORDS, audience: 'follows', of: 'posts.topic:crowd', rev: '1' };
  expect((await send('staff', path, 'mailbox.save', change)).status).toBe(200);
  expect((await send('admin', path, 'mailbox.send', { rev: '2' })).status).toBe(409);
  expect((await send('super', path, 'mailbox.release', { rev: '2' })).status).toBe(200);
  const presses = await Promise.all([1, 2].map(() => send('admin', path, 'mailbox.send', { rev: '2' })));
  expect(presses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const stale = await send('staff', path, 'mailbox.save', { ...change, title: 'Too late' });
  expect([stale.status, (await stale.text()).includes('Too late')]).toEqual([409, true]);
  const deeds = await site.parts.db.query<{ action: string }>(sql`
    select action from audit where target = ${`mailbox ${messageId}`} order by audit_id`);
  const actions = ['mailbox.release', 'mailbox.change', 'mailbox.release', 'mailbox.send'];
  expect(deeds.map(({ action }) => action)).toEqual(actions);
});

/** Of a message to one player: what is written below it, and its place at the desk. */
const threadOf = (messageId: string) => ({
  path: `/mailbox/${messageId}`,
  desk: `/contact/submissions/${messageId}`,
  reply: (who: CastName, body: string) => send(who, `/mailbox/${messageId}`, 'contact.reply', { body }),
});

async function answerAtDesk(desk: string, body: string): Promise<void> {
  const [, lastSeen = ''] = /name="seen" value="([^"]+)"/.exec(await seen('staff', desk)) ?? [];
  const answer = { kind: 'public', state: 'waiting', body, seen: lastSeen };
  expect((await send('staff', desk, 'contact.answer', answer)).status).toBe(200);
  await runJobs(site);
}

const unreadMessages = async (who: CastName) =>
  (await dataOf<{ messages: number }>(await site.ask(who, '/api/notifications/count'))).messages;

test('a message to one player is answered where it stands, and what staff answer there makes it new again', async () => {
  const { path, desk, reply } = threadOf(await deliver({ audience: 'user', of: player.userId }));
  site.clock.now = new Date(Date.now() + MINUTE);
  await deliver({ audience: 'user', of: player.userId }, { title: 'A later one' });
  expect(await seen('player', path)).toContain('Reply');
  expect((await reply('player', 'May I keep it?')).status).toBe(200);
  expect(await seen('player', path)).toMatch(/On our desk[^]*May I keep it\?/);
  expect(await seen('staff', desk)).toMatch(/wrote to their mailbox[^]*Second, &lt;i&gt;really[^]*May I keep it\?/);
  await send('player', path, 'mailbox.archive', { messageId: path.split('/').at(-1) ?? '' });
  expect(await unreadMessages('player')).toBe(1);

  site.clock.now = new Date(Date.now() + 2 * MINUTE);
  await answerAtDesk(desk, 'It is yours.');
  expect(await unreadMessages('player')).toBe(2);
  expect(await seen('player')).toMatch(/A &lt;b&gt;gift[^]*New reply[^]*A later one/);
  expect(await seen('player', path)).toMatch(/Answered[^]*May I keep it\?[^]*It is yours\./);
  const mails = site.parts.mailer.keptMails().map(({ text }) => text);
  expect(mails).toContainEqual(expect.stringContaining('It is yours.'));
  const elsewhere = await site.ask('player', desk);
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, path]);
});

test('an answer that came while its message was looked at is not read', async () => {
  const messageId = await deliver({ audience: 'user', of: player.userId });
  const { path, desk, reply } = threadOf(messageId);
  await reply('player', 'One question.');
  const see = (answeredAt: string) => send('player', path, 'mailbox.see', { messageId, answeredAt });
  await see('');
  expect(await unreadMessages('player')).toBe(0);
  site.clock.now = new Date(Date.now() + MINUTE);
  await answerAtDesk(desk, 'One answer.');
  for (const shown of ['', 'junk', '-271821-04-20T00:00:00Z', '9999-99-99T99:99Z', new Date(0).toISOString()])
    expect((await see(shown)).status).toBe(200);
  expect(await unreadMessages('player')).toBe(1);
  await see(site.clock.now.toISOString());
  expect(await unreadMessages('player')).toBe(0);
});

test('of two first answers at once both are kept, in the one conversation that a message has', async () => {
  const messageId = await deliver({ audience: 'user', of: player.userId });
  const { path, reply } = threadOf(messageId);
  const sent = await Promise.all(['First.', 'Second.'].map((body) => reply('player', body)));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  const html = await seen('player', path);
  expect([html.includes('First.'), html.includes('Second.')]).toEqual([true, true]);
  const [row] = await site.parts.db.query<{ messages: number }>(
    sql`select messages from contact_submissions where subject_id = ${messageId}`,
  );
  expect(row).toEqual({ messages: 2 });
});

test('nobody answers for another, nor what was written to many, and an answer without words is kept at its form', async () => {
  const own = threadOf(await deliver({ audience: 'user', of: player.userId }));
  const many = threadOf(await deliver({ audience: 'everyone' }));
  const draft = threadOf(await write({ audience: 'user', of: player.userId }));
  for (const who of ['creator', 'staff', 'super'] as const) expect((await own.reply(who, 'Mine!')).status).toBe(404);
  expect((await send('player', '/mailbox/no-message', 'contact.reply', { body: 'Hello?' })).status).toBe(404);
  for (const { path, desk, reply } of [many, draft]) {
    expect((await reply('player', 'Hello?')).status, path).toBe(404);
    expect((await site.ask('staff', desk)).status).toBe(404);
  }
  expect(await seen('player', many.path)).not.toContain('contact.reply');
  const empty = await own.reply('player', ' ');
  expect([empty.status, (await empty.text()).includes('aria-invalid')]).toEqual([400, true]);
  const long = await own.reply('player', 'x'.repeat(10_001));
  expect([long.status, (await long.text()).includes('x'.repeat(10_001))]).toEqual([400, true]);

  const files = [new File(['<script>alert(1)</script>'], 'mine.html')];
  const sent = await site.submitFiles('player', own.path, { intent: 'contact.reply', body: 'Mine.', files });
  expect(sent.status).toBe(200);
  const [file = ''] = /\/contact\/submissions\/[\w-]+\/files\/[\w-]+/.exec(await sent.text()) ?? [];
  const readers = (['player', 'staff', 'creator'] as const).map(async (who) => (await site.ask(who, file)).status);
  expect(await Promise.all(readers)).toEqual([200, 200, 404]);
  const [written] = await site.parts.db.query<{ subjectId: string; messageId: string }>(sql`
    select subject_id as "subjectId", message_id as "messageId" from thread_messages where body = 'Mine.'`);
  for (const intent of ['contact.reply', 'contact.edit', 'contact.close', 'contact.read']) {
    const stranger = await send('creator', own.path, intent, { body: 'Theirs.', ...written });
    expect(stranger.status, intent).toBe(404);
  }
  for (const path of [own.path, own.desk]) expect((await site.ask('creator', path)).status).toBe(404);
});

test('an answer that staff have put with another conversation of its writer is led to from the message', async () => {
  const typed = { title: 'About my level', body: 'Is it in the tower?', website: '' };
  const written = await send('player', '/contact/topics/other', 'contact.send', typed);
  const root = /submission=([\w-]+)/.exec(written.headers.get('location') ?? '')?.[1] ?? '';
  const messageId = await deliver({ audience: 'user', of: player.userId });
  const { path, reply } = threadOf(messageId);
  await reply('player', 'Here is what I mean.');
  expect((await send('staff', `/contact/submissions/${root}`, 'contact.merge', { from: messageId })).status).toBe(200);
  const html = await seen('player', path);
  expect([html.includes(`href="/contact/submissions/${root}"`), html.includes('contact.reply')]).toEqual([true, false]);
  // An old page still has the form.
  expect((await reply('player', 'One more thing.')).status).toBe(200);
  expect(await seen('player', `/contact/submissions/${root}`)).toMatch(/Here is what I mean\.[^]*One more thing\./);
  const long = `Too much. ${'é'.repeat(10_000)}`;
  const refused = await reply('player', long);
  expect([refused.status, (await refused.text()).includes(`${long}</textarea>`)]).toEqual([400, true]);
});

test('of a message that was withdrawn the conversation stays, for its writer and the desk', async () => {
  const messageId = await deliver({ audience: 'user', of: player.userId });
  const { path, desk, reply } = threadOf(messageId);
  await reply('player', 'What is this?');
  await send('admin', `/admin${path}`, 'mailbox.withdraw');
  expect((await site.ask('player', path)).status).toBe(404);
  expect((await reply('player', 'Hello?')).status).toBe(404);
  const html = await seen('player', desk);
  expect([html.includes('What is this?'), html.includes('Second, &lt;i&gt;')]).toEqual([true, false]);
  expect(await seen('staff', desk)).toMatch(/Withdrawn[^]*Second, &lt;i&gt;/);
});

const attach = (messageId: string, rev: number, ...files: File[]) =>
  site.submitFiles('staff', `/admin/mailbox/${messageId}`, { intent: 'mailbox.attach', rev: String(rev), files });

const fileIn = (html: string, messageId: string) =>
  new RegExp(`/mailbox/${messageId}/files/[0-9a-f-]+`).exec(html)?.[0] ?? '';

test('what is attached is saved by who gets the message, never shown, and by nobody else', async () => {
  const messageId = await write({ audience: 'user', of: player.userId });
  const page = new File(['<script>alert(1)</script>'], '../ev"il.html', { type: 'text/html' });
  const pixel = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const picture = new File([new Uint8Array(pixel)], 'pic.svg', { type: 'image/svg+xml' });
  expect((await attach(messageId, 1, page, picture)).status).toBe(200);
  const draft = await seen('staff', `/admin/mailbox/${messageId}`);
  const inAdmin = `/admin${fileIn(draft, messageId)}`;
  expect((await site.ask('staff', inAdmin)).status).toBe(200);
  for (const who of ['player', undefined] as const) {
    expect((await site.ask(who, inAdmin)).status).toBe(who === undefined ? 302 : 404);
    expect([302, 404]).toContain((await site.ask(who, inAdmin.replace('/admin', ''))).status);
  }
  await send('admin', `/admin/mailbox/${messageId}`, 'mailbox.send', { rev: '2' });
  const own = fileIn(await seen('player', `/mailbox/${messageId}`), messageId);
  const answer = await site.ask('player', own);
  expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''evil.html",
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  for (const who of ['creator', 'staff', 'super', undefined] as const) {
    expect([302, 404]).toContain((await site.ask(who, own)).status);
  }
  expect((await site.ask('player', `${own.slice(0, -1)}x`)).status).toBe(404);
  expect(await findMailboxFiles(as('player'), await fileKeys())).toHaveLength(2);
  await send('admin', `/admin/mailbox/${messageId}`, 'mailbox.withdraw');
  expect((await site.ask('player', own)).status).toBe(404);
});

const fileKeys = async () =>
  (await site.parts.db.query<{ file_key: string }>(sql`select file_key from mailbox_files`)).map((row) => row.file_key);

test('a message takes four files of five megabytes, and a change of them takes the release back', async () => {
  const messageId = await write({ audience: 'user', of: player.userId });
  const file = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name);
  const path = `/admin/mailbox/${messageId}`;
  expect((await attach(messageId, 1, ...['a', 'b', 'c'].map((name) => file(name)))).status).toBe(200);
  await send('admin', path, 'mailbox.release', { rev: '2' });
  for (const [files, status, words] of [
    [[], 400, 'Choose a file first.'],
    [[file('d'), file('e')], 400, 'Attach at most four files.'],
    [[file('huge', 5 * 1024 * 1024 + 1)], 413, 'A file can be at most 5 MB.'],
    [[file('none', 0)], 400, 'One of the files is empty.'],
  ] as const) {
    const answer = await attach(messageId, 2, ...files);
    expect([answer.status, (await answer.text()).includes(words)], words).toEqual([status, true]);
  }
  expect((await attach(messageId, 1, file('stale'))).status).toBe(409);
  const both = await Promise.all(['d', 'e'].map((name) => attach(messageId, 2, file(name))));
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const rows = await site.parts.db.query<{ released_by: string | null }>(sql`select released_by from mailbox_messages`);
  expect([(await fileKeys()).length, rows]).toEqual([4, [{ released_by: null }]]);
  const fileId =
    fileIn(await seen('staff', path), messageId)
      .split('/')
      .at(-1) ?? '';
  expect((await send('player', path, 'mailbox.detach', { rev: '3', fileId })).status).toBe(404);
  expect((await send('staff', path, 'mailbox.detach', { rev: '3', fileId })).status).toBe(200);
  await send('admin', path, 'mailbox.send', { rev: '4' });
  expect((await attach(messageId, 4, file('late'))).status).toBe(409);
  expect((await fileKeys()).length).toBe(3);
});

test('what is withdrawn is gone for whoever has read it, in the mailbox and in the notifications', async () => {
  const messageId = await deliver({ audience: 'everyone' });
  expect((await send('staff', `/admin/mailbox/${messageId}`, 'mailbox.withdraw')).status).toBe(403);
  expect((await send('admin', `/admin/mailbox/${messageId}`, 'mailbox.withdraw')).status).toBe(200);
  await runJobs(site);
  expect([await hasIt('player'), await unread('player')]).toEqual([false, 0]);
  expect((await site.ask('player', `/mailbox/${messageId}`)).status).toBe(404);
});

test('nobody is written to who is not there, no path leads elsewhere, and what was typed stays', async () => {
  for (const [fields, words] of [
    [{ audience: 'user', of: 'nobody' }, 'There is nobody like that.'],
    [{ audience: 'follows', of: 'nothing' }, 'There is nobody like that.'],
    [{ audience: 'everyone', path: 'https://elsewhere.example' }, 'a path on this site'],
    [{ audience: 'everyone', path: '//elsewhere.example' }, 'a path on this site'],
    [{ audience: 'everyone', title: ' ' }, 'It needs a title.'],
  ] as const) {
    const answer = await send('staff', '/admin/mailbox', 'mailbox.create', {
      of: '',
      ...WORDS,
      body: 'Typed',
      ...fields,
    });
    const html = await answer.text();
    expect([answer.status, html.includes(words), html.includes('Typed')]).toEqual([400, true, true]);
  }
  const empty = await write({ audience: 'follows', of: 'posts.feed:lore' });
  expect((await send('admin', `/admin/mailbox/${empty}`, 'mailbox.send', { rev: '1' })).status).toBe(409);
});

/** A level, a playlist and an entry of the player's own, with what each is called and where it is. */
const makeOwn = async () => {
  const { levels } = await seedSmallWorld(site, 30);
  const level = levels.find(({ states }) => !states.includes('beta'));
  // The world has its own creators, one of whom the player is now.
  await site.parts.db.query(
    sql`update items set collaborators = ${[player.userId]} where name = ${level?.levelId ?? ''}`,
  );
  const title = '<i>Mine</i>';
  const playlistId = await createPlaylist(
    as('player'),
    { name: title, note: '' },
    { levelIds: [level?.levelId ?? ''] },
  );
  const project = { projectId: 'own', name: 'Own', about: '', welcome: '', template: '', game: undefined, stages: [] };
  const rules = { leastRole: 'public', isModerated: false, takesAnonymous: false } as const;
  await saveProject(as('super'), { ...project, ...rules }, 0);
  const typed = { projectId: 'own', title, body: 'Hello', platform: '', version: '', tags: [], files: [] };
  const { subjectId } = await enter(as('player'), { ...typed, isInternal: false });
  return [
    { aboutKind: 'levelhead.level', id: level?.levelId ?? '', title: level?.title ?? '' },
    { aboutKind: 'levelhead.playlist', id: playlistId, title },
    { aboutKind: 'feedbag.entry', id: subjectId, title },
  ];
};

/** The words of the page and the address to which what it is about leads. */
const aboutIn = (html: string) => {
  const [, words = '', path = '', title = ''] =
    /<p class="[^"]*border-s-4[^>]*>(?:<span[^>]*>)?([^<]*)(?:<\/span>)?(?:<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>)?/.exec(
      html,
    ) ?? [];
  return { words, path, title };
};

test('a message to one player is about something of their own, by the name that it has, until it is gone or another’s', async () => {
  const own = await makeOwn();
  const about = ({ aboutKind, id }: (typeof own)[number]) => ({ ...WORDS, aboutKind, aboutId: id });
  for (const [at, one] of own.entries()) {
    const { audience, of } = { audience: 'user', of: player.userId } as const;
    // Of another, to many, of no kind and of another kind.
    for (const [fields, who] of [
      [{ ...about(one), audience, of: CAST.creator.userId }, 'staff'],
      [{ ...about(one), audience: 'everyone', of: '' }, 'staff'],
      [{ ...about(one), audience, of, aboutKind: '' }, 'staff'],
      [{ ...about(one), audience, of, aboutKind: own[(at + 1) % own.length]?.aboutKind ?? '' }, 'super'],
      [{ ...about(one), audience, of, aboutId: "%27' or 1=1" }, 'staff'],
      [{ ...about(one), audience, of, aboutId: 'ü'.repeat(200) }, 'staff'],
      [{ ...about(one), audience, of, aboutKind: 'posts.feed', aboutId: 'news' }, 'staff'],
    ] as const) {
      const refused = await send(who, '/admin/mailbox', 'mailbox.create', fields);
      const html = await refused.text();
      expect([refused.status, html.includes('That doesn’t exist, or isn’t theirs.')], JSON.stringify(fields)).toEqual([
        400,
        true,
      ]);
      expect(html).toContain('Second, &lt;i&gt;really');
    }
    expect((await send('player', '/admin/mailbox', 'mailbox.create', { ...about(one), audience, of })).status).toBe(
      404,
    );
    // An address is as good as an id.
    const messageId = await deliver(
      { audience, of },
      { ...about(one), aboutId: `https://any.example/x/${one.id}?a=b#c` },
    );
    const page = await seen('player', `/mailbox/${messageId}`);
    const shown = aboutIn(page);
    // A browser has not the texts that servers alone name.
    expect(page).not.toContain('mailbox.own.');
    expect(shown.words).toMatch(/^(?:Level|Playlist|Feedback)$/);
    expect([shown.title.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), shown.path.includes(one.id)]).toEqual([
      one.title,
      true,
    ]);
    expect((await site.ask('player', shown.path)).status).toBe(200);
    expect(aboutIn(await seen('staff', `/admin/mailbox/${messageId}`))).toEqual(shown);
  }
  const messages = (await findMessages(as('player'), 'inbox')).messages.map(({ messageId }) => `/mailbox/${messageId}`);
  expect(messages).toHaveLength(own.length);
  const give = async (userId: string) => {
    await site.parts.db.query(sql`update items set collaborators = ${[userId]}, user_id = ${userId}
      where ${player.userId} = any(collaborators) or user_id = ${player.userId}`);
    await site.parts.db.query(sql`update feedbag_entries set user_id = ${userId}`);
  };
  await give(CAST.creator.userId);
  for (const path of messages) {
    const html = await seen('player', path);
    expect(aboutIn(html)).toMatchObject({ words: 'What this was about is gone, or not yours anymore.', path: '' });
    expect(own.filter(({ id, title }) => html.includes(id) || html.includes(title))).toEqual([]);
    expect(aboutIn(await seen('super', `/admin${path}`)).path).toBe('');
  }
});

test('who is new reads nothing of what was sent before, and a page goes on after its last', async () => {
  await site.parts.db.query(sql`
    insert into mailbox_messages (message_id, state, segment, texts, created_by, created_at, sent_at)
    select gen_random_uuid(), 'sent', 'role:authenticated', jsonb_build_object('en-US', jsonb_build_object('title', 'T' || n,
      'body', 'b')), 'x', now(), now() - n * interval '1 minute' from generate_series(1, 45) n`);
  const titles: string[] = [];
  let after: string | undefined;
  do {
    const page = await findMessages(as('player'), 'inbox', after);
    titles.push(...page.messages.map(({ title }) => title));
    after = page.next;
  } while (after !== undefined);
  expect(titles).toEqual(Array.from({ length: 45 }, (_, at) => `T${at + 1}`));
  expect((await site.ask('player', '/mailbox?after=broken')).status).toBe(400);
  const newcomer = new Date(Date.now() - 10.5 * MINUTE);
  await site.parts.db.query(sql`update accounts set created_at = ${newcomer} where user_id = ${player.userId}`);
  site.parts.rowCache.forget({ topic: 'account' }, player.userId);
  expect((await findMessages(as('player'), 'inbox')).messages).toHaveLength(10);
});

test('what comes with a message is taken out of it once by each reader, and by nobody else', async () => {
  const system = systemCurrent(site.parts);
  const admin = { ...system, actor: { ...system.actor, userId: CAST.admin.userId } };
  await site.parts.db.query(sql`truncate perks, perk_batches, perk_codes, perk_grants, perk_keys, perk_rules`);
  await seedPerks(admin, (name) => CAST[name as CastName].userId);
  const refused = await send('staff', '/admin/mailbox', 'mailbox.create', {
    ...WORDS,
    audience: 'user',
    of: player.userId,
    perkId: 'no-hat',
  });
  expect(refused.status).toBe(404);
  const messageId = await deliver({ audience: 'user', of: player.userId }, { perkId: 'golden-hat' });
  const path = `/mailbox/${messageId}`;
  const html = await (await site.ask('player', path)).text();
  expect([html.includes('Golden hat'), html.includes('Take it')]).toEqual([true, true]);
  expect((await send('creator', '/mailbox', 'mailbox.takeGift', { messageId })).status).toBe(404);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send('player', path, 'mailbox.takeGift', { messageId })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
  const after = await (await site.ask('player', path)).text();
  expect([after.includes('yours since'), after.includes('Take it')]).toEqual([true, false]);
  const other = await deliver({ audience: 'user', of: player.userId });
  expect((await send('player', `/mailbox/${other}`, 'mailbox.takeGift', { messageId: other })).status).toBe(404);
});
