import { isDeepStrictEqual } from 'node:util';

import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';

import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { EventReader } from '#test/event-reader.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { findDesk } from './desk/desk.server.ts';
import { readDeskQuery } from './desk/desk.ts';
import type { DeskNow } from './desk/desk.ts';
import { macroText } from './macros/macro.ts';
import { indexOldSubmissions } from './search-index.server.ts';

const site = useTestSite();
const TYPED = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };

let testNumber = 0;
let ann = '';
beforeEach(() => {
  ann = `ann${(testNumber += 1)}@example.com`;
});

const mailsTo = (address: string) => site.parts.mailer.keptMails().filter(({ to }) => to === address);

function linkIn(text = ''): string {
  const [link = ''] = /https?:\/\/\S+\/contact\/submissions\/[\w?=.%-]+/.exec(text) ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function writeAsAnn(more: Record<string, string> = {}): Promise<{ path: string; desk: string }> {
  const sent = await openVisitor(site).post('/contact/topics/bug', { ...TYPED, email: ann, ...more });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/thanks']);
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  return { path, desk: path.split('?')[0] ?? '' };
}

const seenOn = async (desk: string) => {
  const html = await (await site.ask('staff', desk)).text();
  return /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';
};

test('who has no account writes, reads the answer by the link of a mail, writes back and closes', async () => {
  const { path, desk } = await writeAsAnn();
  expect(mailsTo(ann)[0]?.text).not.toContain('crashes');
  const seen = await seenOn(desk);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Try again.', seen };
  expect((await site.submit('staff', desk, answer)).status).toBe(200);
  await runJobs(site);
  expect(mailsTo(ann)[0]).toMatchObject({ text: expect.stringContaining('Try again.') as string });
  expect(mailsTo(ann)[0]?.headers['In-Reply-To']).toBe(mailsTo(ann)[1]?.messageId);
  const ways = openVisitor(site);
  expect(await wordsOf(await ways.get(linkIn(mailsTo(ann)[0]?.text)))).toContain('Try again.');
  await ways.post(path, { intent: 'contact.reply', body: 'Thanks!' });
  expect(await wordsOf(await ways.get(path))).toContain('On our desk');
  await ways.post(path, { intent: 'contact.close' });
  expect(await wordsOf(await ways.get(path))).toContain('Closed');
});

test('an answer is refused when the thread has moved, until it was seen', async () => {
  const { path, desk } = await writeAsAnn();
  const seen = await seenOn(desk);
  await openVisitor(site).post(path, { intent: 'contact.reply', body: 'One more thing.' });
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'All done.' };
  const refused = await site.submit('staff', desk, { ...answer, seen });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('All done.');
  // Nor does anybody settle what they have not read.
  const close = { intent: 'contact.change', field: 'state', value: 'closed' };
  for (const stale of [seen, 'x'])
    expect((await site.submit('staff', desk, { ...close, seen: stale })).status).toBe(409);
  const words = await (await site.ask('staff', desk)).text();
  expect(words).toMatch(/name="field" value="state"\/><input[^>]*value="closed"\/><input[^>]*name="seen"/);
  expect((await site.submit('staff', desk, { ...answer, seen: await seenOn(desk) })).status).toBe(200);
});

test('the desk finds what somebody wrote by their alias, any of their addresses, their lookup code and the number in its mails', async () => {
  const { userId, email } = CAST.creator;
  const system = systemCurrent(site.parts);
  await setAlias(system, DEFAULT_CONTEXT, userId, 'Gherkin Wombat');
  await setAlias(system, DEFAULT_CONTEXT, userId, 'Kumquat Wombat');
  await addVerifiedEmail(system, userId, 'second@example.org');
  const sent = await site.submit('creator', '/contact/topics/bug', { ...TYPED, title: 'Hidden in plain sight' });
  const id = new URL(sent.headers.get('location') ?? '', 'http://x').searchParams.get('submission') ?? '';
  await writeAsAnn({ title: 'Of somebody else' });
  const number = id.slice(-6).toUpperCase();
  const isFound = async (text: string) => {
    const html = await (
      await site.ask('staff', `/contact/submissions?${new URLSearchParams({ text }).toString()}`)
    ).text();
    return ['Hidden in plain sight', 'Of somebody else'].map((title) => html.includes(title));
  };
  const names = [
    'Kumquat Wombat',
    'kumquat wombat',
    'kumq',
    'Gherkin Wombat',
    email,
    email.toUpperCase(),
    'second@example.org',
  ];
  for (const text of [
    ...names,
    userId,
    `@${userId}`,
    number,
    number.toLowerCase(),
    `Re: Your message to us (${number})`,
  ]) {
    expect([text, await isFound(text)]).toEqual([text, [true, false]]);
  }
  for (const text of ['Somebody Unknown', 'nobody@example.org', '@zzzzzz', '000000']) {
    expect([text, await isFound(text)]).toEqual([text, [false, false]]);
  }
  const csv = await (await site.ask('staff', `/contact/submissions.csv?view=all&text=${number}`)).text();
  expect(csv.trim().split('\n')).toHaveLength(2);
});

test('of two of staff who answer at once the second sees the text of the first, and must confirm', async () => {
  const { desk } = await writeAsAnn();
  const seen = await seenOn(desk);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', seen };
  const names = ['staff', 'admin'] as const;
  const sent = await Promise.all(names.map((who) => site.submit(who, desk, { ...answer, body: `Wombat of ${who}.` })));
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = sent.findIndex(({ status }) => status === 409);
  const [winner = 'staff', loser = 'admin'] = refused === 1 ? names : names.toReversed();
  const page = (await sent[refused]?.text()) ?? '';
  expect(page).toMatch(new RegExp(`<p[^>]*>Wombat of ${winner}\\.</p>`));
  expect(page).toContain(`Wombat of ${loser}.</textarea>`);
  const [, next = ''] = /name="seen" value="([^"]+)"/.exec(page) ?? [];
  expect((await site.submit(loser, desk, { ...answer, seen: next, body: `Wombat of ${loser}.` })).status).toBe(200);
});

test('who else has a submission open, who writes, and that a message came, is told to staff at once', async () => {
  const { path, desk } = await writeAsAnn();
  const call = `/api/contact/presence/${desk.split('/').at(-1)}`;
  const headers = { accept: 'text/event-stream' };
  const join = (who: CastName | undefined, query = '') => site.ask(who, call + query, { method: 'POST', headers });
  for (const [who, status] of [[undefined, 401] as const, ['player', 403] as const]) {
    expect((await join(who)).status).toBe(status);
  }
  const stream = new EventReader((await join('staff')).body as ReadableStream<Uint8Array>);
  const until = async (names: Record<string, boolean>, messages: number) => {
    for (let isThere = false; !isThere;) {
      const event = await stream.next();
      if (event === undefined) throw new Error('the stream has ended');
      const shown = JSON.parse(event.data || 'null') as DeskNow | null;
      const people = shown?.people.map(({ userId, writingSince }) => [userId, writingSince !== null] as const) ?? [];
      isThere = isDeepStrictEqual([Object.fromEntries(people), shown?.messages], [names, messages]);
    }
  };
  const [ada, bob] = [CAST.staff.userId, CAST.admin.userId];
  await until({ [ada]: false }, 1);
  const writer = (await join('admin', '?isWriting=true')).body?.getReader();
  await writer?.read();
  await until({ [ada]: false, [bob]: true }, 1);
  expect(await wordsOf(await site.ask('staff', desk))).toContain(`${CAST.admin.alias} started typing`);
  await openVisitor(site).post(path, { intent: 'contact.reply', body: 'One more thing.' });
  await until({ [ada]: false, [bob]: true }, 2);
  await writer?.cancel();
  await until({ [ada]: false }, 2);
  await stream.cut();
  expect(await (await openVisitor(site).get(path)).text()).not.toContain(CAST.admin.alias);
});

test('who is blocked writes nothing more, by no form and under none of their addresses, until they are let in again', async () => {
  const [other, { path, desk }] = [ann, await writeAsAnn()];
  const block = { intent: 'contact.block' };
  for (const [who, status] of [[undefined, 401] as const, ['player', 403] as const]) {
    expect((await site.submit(who, desk, block)).status).toBe(status);
  }
  expect(await (await site.submit('staff', desk, block)).text()).toContain('value="contact.unblock"');
  const again = (email: string) => openVisitor(site).post('/contact/topics/bug', { ...TYPED, email });
  const refused = await again(` ${other.toUpperCase()}`);
  expect([refused.status, (await refused.text()).includes('On load.')]).toEqual([403, true]);
  expect((await again(other.replace('@', '+again@'))).status).toBe(403);
  expect((await openVisitor(site).post(path, { intent: 'contact.reply', body: 'But why?' })).status).toBe(403);
  expect((await openVisitor(site).get(path)).status).toBe(200);
  expect((await again(`not-${other}`)).status).toBe(303);
  expect((await site.submit('admin', desk, { intent: 'contact.unblock' })).status).toBe(200);
  expect((await again(other)).status).toBe(303);
  const sent = await site.submit('creator', '/contact/topics/bug', TYPED);
  const subjectId = new URL(sent.headers.get('location') ?? '', FORM_HEADERS.origin).searchParams.get('submission');
  expect((await site.submit('staff', `/contact/submissions/${subjectId}`, block)).status).toBe(200);
  expect((await site.submit('creator', '/contact/topics/bug', TYPED)).status).toBe(403);
  expect((await again(CAST.creator.email)).status).toBe(403);
  await site.submit('staff', `/contact/submissions/${subjectId}`, { intent: 'contact.unblock' });
  expect((await again(CAST.creator.email)).status).toBe(303);
});

test('of 200 messages in a minute from one place ten are taken, and others and the desk go on', async () => {
  const door = openTestApp(site, { LIMITS: '1' });
  const send = (address: string, at: number) =>
    door.sendRequest('/contact/topics/bug.data', {
      method: 'POST',
      headers: FORM_HEADERS,
      address,
      body: String(new URLSearchParams({ ...TYPED, title: 'Flood', email: `flood${at}.${ann}` })),
    });
  const flood = Array.from({ length: 200 }, (_, at) => send('203.0.113.9', at));
  const others = [201, 202].map((at) => send('198.51.100.4', at));
  const desk = site.ask('staff', '/contact/submissions?text=Flood');
  const answers = await Promise.all(flood);
  const statuses = Map.groupBy(answers, ({ status }) => status);
  // A form that leads on answers 202 here.
  expect(new Map([...statuses].map(([status, { length }]) => [status, length]))).toEqual(
    new Map([
      [202, 10],
      [429, 190],
    ]),
  );
  for (const { headers } of statuses.get(429) ?? []) {
    expect([Number(headers.get('x-rate-limit-reset')) > 0, Number(headers.get('retry-after')) > 0]).toEqual([
      true,
      true,
    ]);
  }
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([202, 202]);
  expect((await desk).status).toBe(200);
  const listed = await (await site.ask('staff', '/contact/submissions?text=Flood')).text();
  expect(listed.match(/data-walk=""/g)).toHaveLength(12);
  const form = await (await site.ask(undefined, '/contact/topics/bug')).text();
  expect(form).not.toMatch(/<(?:script|iframe|img)[^>]* src="(?:https?:)?\/\//);
});

test('a note is for the studio alone, and another person gets 404 as for none', async () => {
  const { path, desk } = await writeAsAnn();
  await site.submit('staff', desk, {
    intent: 'contact.answer',
    kind: 'internal',
    body: 'He is odd.',
    seen: await seenOn(desk),
  });
  expect(await (await openVisitor(site).get(path)).text()).not.toContain('He is odd.');
  expect(await (await site.ask('admin', desk)).text()).toContain('He is odd.');
  expect((await site.ask('player', desk)).status).toBe(404);
  expect((await site.ask(undefined, desk)).headers.get('location')).toContain('/login?returnTo=');
  expect((await openVisitor(site).get(`${path.slice(0, -4)}AAAA`)).status).toBe(404);
  expect(
    (await site.submit('player', desk, { intent: 'contact.answer', kind: 'internal', body: 'x', seen: '' })).status,
  ).toBe(403);
});

test('wrong fields are named, nothing typed is lost, and secrets are masked', async () => {
  const refused = await openVisitor(site).post('/contact/topics/bug', { ...TYPED, email: 'no', game: 'no-such' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('On load.');
  const { path } = await writeAsAnn({ body: 'Card 4111 1111 1111 1111, password: hunter22' });
  const page = await (await openVisitor(site).get(path)).text();
  expect(page).not.toContain('4111 1111');
  expect(page).not.toContain('hunter22');
});

test('the history of a conversation keeps who changed it, who took that back, and when', async () => {
  const { desk } = await writeAsAnn();
  const changed = await site.submit('staff', desk, { intent: 'contact.change', field: 'assign', value: 'me' });
  const [, batchId = ''] = /name="batchId" value="([^"]+)"/.exec(await changed.text()) ?? [];
  await site.submit('admin', desk, { intent: 'contact.undo', batchId });
  const history = await site.parts.db.query(sql`select deed, user_id as by, at > now() - interval '1 minute' as "isNow"
    from thread_history where subject_id = ${desk.split('/').at(-1) ?? ''} order by entry_id`);
  expect(history).toEqual([
    { deed: 'change', by: CAST.staff.userId, isNow: true },
    { deed: 'undo', by: CAST.admin.userId, isNow: true },
  ]);
});

test('the desk finds letters by words as people type them, by addresses, and by most words where none has all', async () => {
  const first = await writeAsAnn({
    title: 'Wolpertinger crashed on my Steam Deck',
    body: 'In der Schlüsselstraße, AB-1234, see help.wolpertinger.example. 新しい武器をください',
  });
  const writer = ann;
  ann = `b${ann}`;
  const second = await writeAsAnn({ title: 'The Wolpertinger sings', body: 'Too loud.' });
  const [one = '', other = ''] = [first.desk, second.desk].map((desk) => desk.split('/').at(-1));
  const find = async (text: string) => {
    const html = await (
      await site.ask('staff', `/contact/submissions?view=all&text=${encodeURIComponent(text)}`)
    ).text();
    return [one, other].map((id) => html.includes(id));
  };
  const searches = async () => {
    for (const [text, found] of [
      ['wolpertinger', [true, true]],
      ['wolpertinger steamdeck', [true, false]],
      ['wolpertinger crashes', [true, false]],
      ['wolpretinger singing', [false, true]],
      ['schluesselstrasse', [true, false]],
      ['SCHLÜSSELSTRASSE ab1234', [true, false]],
      ['1234 wolpert', [true, false]],
      ['help.wolpertinger.example', [true, false]],
      ['武器 wolpertinger', [true, false]],
      ['wolpertinger crashed teapot', [true, false]],
      ['wolpertinger -steam', [false, true]],
      [writer, [true, false]],
      [ann, [false, true]],
      ['zzyzx', [false, false]],
      ['!!!', [false, false]],
      ["wolpertinger' & \\", [true, true]],
    ] as const) {
      expect([text, await find(text)]).toEqual([text, found]);
    }
  };
  await searches();
  // As they were before.
  await site.parts.db.query(sql`update contact_submissions set search = '', has_old_words = true`);
  expect(await find('wolpertinger')).toEqual([false, false]);
  await indexOldSubmissions(systemCurrent(site.parts));
  await searches();
});

test('what has the words in its title comes before what has them in its text, page by page', async () => {
  const inTitle = await writeAsAnn({ title: 'The quokka falls', body: 'On load.' });
  const inText = await writeAsAnn({ title: 'It falls', body: 'A quokka on load.' });
  const newer = await writeAsAnn({ title: 'Two quokkas fall', body: 'A quokka on load.' });
  const newest = await writeAsAnn({ title: 'Falling', body: 'The quokka falls.' });
  const ranked = [newer, inTitle, newest, inText].map(({ desk }) => desk.split('/').at(-1));
  const read = async (view: string, size: number) => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const query = { ...readDeskQuery(new URLSearchParams({ view, text: 'quokka' })), after };
      const page = await findDesk(systemCurrent(site.parts), query, size);
      expect(page.submissions.length).toBeLessThanOrEqual(size);
      found.push(...page.submissions.map(({ subjectId }) => subjectId));
      after = page.next;
    } while (after !== undefined);
    return found;
  };
  for (const size of [1, 2, 3, 30]) expect([size, await read('all', size)]).toEqual([size, ranked]);
  await site.parts.db.query(sql`update contact_submissions set due_at = created_at where search @@ 'quokka'`);
  expect(await read('overdue', 1)).toEqual([inTitle, newer, inText, newest].map(({ desk }) => desk.split('/').at(-1)));
});

test('a letter with more words than are found is taken, and so are all that follow', async () => {
  const body = Array.from({ length: 1200 }, (_, at) => `漢${String.fromCodePoint(0x4e00 + at)}`).join(' ');
  const { path } = await writeAsAnn({ body: body.slice(0, 3000) });
  for (let at = 0; at < 3; at += 1) {
    const reply = { intent: 'contact.reply', body: `${at}${body.slice(at * 300, at * 300 + 2500)}` };
    expect((await openVisitor(site).post(path, reply)).status).toBe(200);
  }
});

test('the desk finds, changes, undoes, merges and exports for staff alone', async () => {
  const first = await writeAsAnn();
  const second = await writeAsAnn({ title: '=1+1', name: '＝2' });
  const [from = '', to = ''] = [first.desk, second.desk].map((desk) => desk.split('/').at(-1));
  for (const path of [
    '?text=crash',
    '?view=mine',
    '?view=unassigned',
    '?view=overdue',
    '?topic=bug&tag=x',
    '?view=snoozed',
    '?view=closed',
  ]) {
    expect((await site.ask('staff', `/contact/submissions${path}`)).status).toBe(200);
  }
  const change = { intent: 'contact.change', field: 'tag', value: 'Crash' };
  expect(await (await site.submit('staff', first.desk, change)).text()).toContain('1 message changed.');
  for (const [field, value] of Object.entries({
    state: 'closed',
    priority: '3',
    assign: 'me',
    snooze: '24',
    untag: 'crash',
  })) {
    const changed = await (await site.submit('staff', first.desk, { intent: 'contact.change', field, value })).text();
    const batchId = /name="batchId" value="([^"]+)"/.exec(changed)?.[1] ?? '';
    expect(await (await site.submit('staff', first.desk, { intent: 'contact.undo', batchId })).text()).toContain(
      'as it was',
    );
  }
  const rowOf = () => site.parts.db.query(sql`select * from contact_submissions where subject_id = ${from}`);
  const state = (value: string) =>
    site.submit('staff', first.desk, { intent: 'contact.change', field: 'state', value });
  await state('closed');
  const closed = await rowOf();
  site.advanceClock(60_000);
  const [, reopened = ''] = /name="batchId" value="([^"]+)"/.exec(await (await state('open')).text()) ?? [];
  await site.submit('staff', first.desk, { intent: 'contact.undo', batchId: reopened });
  expect(await rowOf()).toEqual(closed);
  await state('open');
  expect((await site.submit('staff', second.desk, { intent: 'contact.merge', from })).status).toBe(200);
  expect(await (await openVisitor(site).get(second.path)).text()).toContain('On load.');
  expect((await openVisitor(site).get(first.path)).headers.get('location')).toContain(to);
  const [, merged = ''] =
    /name="messageId" value="([^"]+)"/.exec(await (await openVisitor(site).get(second.path)).text()) ?? [];
  const ways = openVisitor(site);
  await ways.post(second.path, { intent: 'contact.edit', subjectId: from, messageId: merged, body: 'On start.' });
  expect(await (await ways.get(second.path)).text()).toContain('On start.');
  expect((await site.submit('staff', second.desk, { intent: 'contact.unmerge', from })).status).toBe(200);
  const other = { intent: 'contact.edit', subjectId: from, messageId: merged, body: 'By the other link.' };
  expect((await ways.post(second.path, other)).status).toBe(404);
  expect((await openVisitor(site).get(first.path)).status).toBe(200);
  const csv = await site.ask('staff', '/contact/submissions.csv?view=all');
  // A spreadsheet runs none of it.
  expect(await csv.text()).toMatch(new RegExp(`${to},.*,'=1\\+1,'＝2,[^]*${from}`));
  expect((await site.ask('player', '/contact/submissions.csv')).status).toBe(403);
});

test('the table of the desk has all that a view holds, however much it is', async () => {
  const { desk } = await writeAsAnn({ title: 'Many' });
  await site.parts.db.query(sql`insert into contact_submissions
    select (jsonb_populate_record(s, jsonb_build_object('subject_id', gen_random_uuid(), 'title', 'Many ' || n, 'state', 'waiting',
      'last_at', s.last_at, 'search', ''))).*
    from contact_submissions s, generate_series(1, 1100) n where s.subject_id = ${desk.split('/').at(-1) ?? ''}`);
  const csv = await site.ask('staff', '/contact/submissions.csv?view=waiting');
  // It is read by pages of 500.
  const titles = [...(await csv.text()).matchAll(/,(Many \d+),/g)].map(([, title]) => title);
  expect([titles.length, new Set(titles).size]).toEqual([1100, 1100]);
  await site.parts.db.query(sql`delete from contact_submissions where title like 'Many %'`);
});

test('an open question that is merged into what was closed opens it, and is taken out again without a trace', async () => {
  const [open, settled, third] = [await writeAsAnn({ title: 'Asked' }), await writeAsAnn(), await writeAsAnn()];
  const [from = '', into = ''] = [open.desk, settled.desk].map((desk) => desk.split('/').at(-1));
  const change = (desk: string, field: string, value: string) =>
    site.submit('staff', desk, { intent: 'contact.change', field, value });
  const rows = () =>
    site.parts.db.query<{ state: string; in_queue: boolean }>(sql`
      select * from contact_submissions where subject_id = any(${[from, into]}::uuid[]) order by subject_id`);
  const inView = async (view: string) =>
    (await (await site.ask('staff', `/contact/submissions?view=${view}&text=${ann}`)).text()).includes(into);
  await change(open.desk, 'assign', 'me');
  await change(settled.desk, 'state', 'closed');
  await change(settled.desk, 'snooze', '24');
  const before = await rows();
  site.advanceClock(60_000);
  const merge = { intent: 'contact.merge', from };
  const merged = await Promise.all([
    site.submit('staff', settled.desk, merge),
    site.submit('admin', settled.desk, merge),
  ]);
  expect(merged.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect([await inView('open'), await inView('mine'), await inView('closed')]).toEqual([true, true, false]);
  expect(await wordsOf(await site.ask('staff', settled.desk))).toContain(`From No. ${from.slice(-6).toUpperCase()}`);
  const undo = { intent: 'contact.unmerge', from };
  expect((await site.submit('staff', settled.desk, undo)).status).toBe(200);
  expect(await rows()).toEqual(before);
  // What somebody has changed since stays as they left it.
  await site.submit('staff', settled.desk, merge);
  await change(settled.desk, 'state', 'waiting');
  await site.submit('staff', settled.desk, undo);
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['open', 'waiting']);
  // What is closed opens nothing.
  await change(third.desk, 'state', 'closed');
  await change(settled.desk, 'state', 'closed');
  await site.submit('staff', settled.desk, { intent: 'contact.merge', from: third.desk.split('/').at(-1) ?? '' });
  expect((await rows()).find((row) => row.state !== 'open')?.state).toBe('closed');
});

test('an answer to what somebody else has merged meanwhile is kept, and sent once the rest was seen', async () => {
  const [old, other] = [await writeAsAnn(), await writeAsAnn({ title: 'Other', body: 'Bandicoot.' })];
  const [from = ''] = [old.desk.split('/').at(-1)];
  const answer = { intent: 'contact.answer', kind: 'public', state: 'closed', body: 'Half of an hour.' };
  const seen = await seenOn(old.desk);
  expect((await site.submit('admin', other.desk, { intent: 'contact.merge', from })).status).toBe(200);
  const refused = await site.submit('staff', old.desk, { ...answer, seen });
  const page = await refused.text();
  expect([refused.status, page.includes('Half of an hour.</textarea>')]).toEqual([409, true]);
  expect(await wordsOf(new Response(page))).toContain('Bandicoot.');
  const [, next = ''] = /name="seen" value="([^"]+)"/.exec(page) ?? [];
  expect((await site.submit('staff', old.desk, { ...answer, seen: next })).status).toBe(200);
  const states = () =>
    site.parts.db.query(sql`select state, in_queue as "isRoot" from contact_submissions
      where subject_id = any(${[old, other].map(({ desk }) => desk.split('/').at(-1) ?? '')}::uuid[])
      order by in_queue desc`);
  expect(await states()).toEqual([
    { state: 'closed', isRoot: true },
    { state: 'open', isRoot: false },
  ]);
  // Its sender has an old page, too, and goes on where the conversation is now, with what they have typed.
  const long = `Typed ${'é'.repeat(10_000)}`;
  const kept = await openVisitor(site).post(old.path, { intent: 'contact.reply', body: long });
  const form = await kept.text();
  expect([kept.status, form.includes(`${long}</textarea>`), form.includes('Bandicoot.')]).toEqual([400, true, true]);
  const [, action = ''] = /action="(\/contact\/submissions\/[^"]+key=[^"]+)"/.exec(form) ?? [];
  expect(action).toContain(other.desk);
  await openVisitor(site).post(action, { intent: 'contact.reply', body: 'Shorter.' });
  expect(await wordsOf(await openVisitor(site).get(other.path))).toContain('Shorter.');
  await openVisitor(site).post(old.path, { intent: 'contact.reopen' });
  expect((await states())[0]).toEqual({ state: 'open', isRoot: true });
});

test('what is ticked is changed together: first it says what would change, then it does, and takes it back at once', async () => {
  const desks = [(await writeAsAnn({ title: 'Numbat' })).desk, (await writeAsAnn({ title: 'Bilby' })).desk];
  const send = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    for (const desk of desks) body.append('subjectId', desk.split('/').at(-1) ?? '');
    return site.ask('staff', '/contact/submissions', { method: 'POST', headers: FORM_HEADERS, body: String(body) });
  };
  const statesOf = async () => {
    const pages = desks.map(async (desk) => (await site.ask('staff', desk)).text());
    return (await Promise.all(pages)).map((html) => html.includes('value="echidna"'));
  };
  const preview = await wordsOf(await send({ intent: 'contact.preview', change: 'priority:3' }));
  for (const title of ['Numbat', 'Bilby']) expect(preview).toContain(title);
  expect(await statesOf()).toEqual([false, false]);
  // What was written since the list was made is not settled with the others.
  const late = site.clock.now.getTime();
  await site.parts.db.query(sql`update contact_submissions set last_at = ${new Date(late - 1000)}
    where subject_id = ${desks[0]?.split('/').at(-1) ?? ''}`);
  const closed = await (
    await send({ intent: 'contact.change', field: 'state', value: 'closed', until: String(late - 500) })
  ).text();
  expect(closed).toContain('1 message changed.');
  expect(await (await send({ intent: 'contact.preview', change: 'priority:3', until: '17' })).text()).toMatch(
    /name="until" value="17"/,
  );
  const changed = await (await send({ intent: 'contact.change', field: 'tag', value: 'echidna' })).text();
  expect([changed.includes('2 messages changed.'), await statesOf()]).toEqual([true, [true, true]]);
  const [, batchId = ''] = /name="batchId" value="([^"]+)"/.exec(changed) ?? [];
  // One of them has changed again since, and stays.
  await site.submit('staff', desks[1] ?? '', { intent: 'contact.change', field: 'tag', value: 'other' });
  const undone = await site.submit('staff', '/contact/submissions', { intent: 'contact.undo', batchId });
  expect([undone.status, await statesOf()]).toEqual([200, [false, true]]);
  expect((await site.submit('staff', '/contact/submissions', { intent: 'contact.undo', batchId })).status).toBe(409);
});

test('what waits longest is the first of what is overdue, page by page', async () => {
  const { desk } = await writeAsAnn({ title: 'Overdue' });
  const subjectId = desk.split('/').at(-1) ?? '';
  await site.parts.db.query(sql`insert into contact_submissions
    select (jsonb_populate_record(s, jsonb_build_object('subject_id', gen_random_uuid(), 'title', 'Overdue ' || n,
      'due_at', s.created_at - n * interval '1 hour'))).*
    from contact_submissions s, generate_series(1, 40) n where s.subject_id = ${subjectId}`);
  const titles = async (query: string) => {
    const html = await (await site.ask('staff', `/contact/submissions?view=overdue${query}`)).text();
    const [, next] = /href="[^"]*[?&;]after=([^"&]+)"/.exec(html) ?? [];
    return { next, titles: [...html.matchAll(/>(Overdue \d+)</g)].map(([, title]) => title) };
  };
  const first = await titles('');
  const second = await titles(`&after=${first.next}`);
  const all = Array.from({ length: 40 }, (_, at) => `Overdue ${40 - at}`);
  expect([...first.titles, ...second.titles]).toEqual(all);
});

test('what a browser tells of itself is kept when its sender agrees, and not else', async () => {
  const sent = { lastError: 'e-4711', body: 'On load.' };
  const silent = await writeAsAnn(sent);
  const withDiagnostics = await writeAsAnn({ ...sent, diagnostics: 'on' });
  const wordsAt = async ({ desk }: { desk: string }) => wordsOf(await site.ask('staff', desk));
  expect((await wordsAt(silent)).includes('e-4711')).toBe(false);
  for (const part of ['e-4711', 'en-US', 'Firefox']) expect(await wordsAt(withDiagnostics)).toContain(part);
});

test('the desk and a long thread are read page by page', async () => {
  const { path, desk } = await writeAsAnn({ title: 'Long' });
  const subjectId = desk.split('/').at(-1) ?? '';
  const { db } = site.parts;
  await db.query(sql`insert into contact_submissions
    select (jsonb_populate_record(s, jsonb_build_object('subject_id', gen_random_uuid()))).*
    from contact_submissions s, generate_series(1, 31) where s.subject_id = ${subjectId}`);
  await db.query(sql`insert into thread_messages
    select (jsonb_populate_record(m, jsonb_build_object('message_id', gen_random_uuid()))).*
    from thread_messages m, generate_series(1, 101) where m.subject_id = ${subjectId}`);
  const first = await (await site.ask('staff', '/contact/submissions?view=all')).text();
  const [, after = ''] = /href="[^"]*[?&;]after=([^"&]+)"/.exec(first) ?? [];
  expect((await site.ask('staff', `/contact/submissions?view=all&after=${after}`)).status).toBe(200);
  expect((await site.ask('staff', '/contact/submissions?after=no.such')).status).toBe(400);
  const newest = await (await openVisitor(site).get(path)).text();
  const [, before = ''] = /href="[^"]*[?&;]before=([^"&]+)"/.exec(newest) ?? [];
  const older = await openVisitor(site).get(`${path}&before=${before}`);
  expect([after !== '', before !== '', older.status]).toEqual([true, true, 200]);
});

test('a file is sniffed, saved and never shown, and is for who may read its message', async () => {
  const files = new File(['<svg onload="alert(1)"/>'], 'a.png', { type: 'image/png' });
  const sent = await site.submitFiles(undefined, '/contact/topics/bug', { ...TYPED, email: ann, files });
  expect(sent.status).toBe(303);
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  const page = await (await openVisitor(site).get(path)).text();
  const [, file = ''] = /href="(\/contact\/submissions\/[^"]+\/files\/[^"]+)"/.exec(page) ?? [];
  expect(file).not.toBe('');
  const saved = await openVisitor(site).get(file);
  expect(saved.status, file).toBe(200);
  expect(saved.headers.get('content-type')).toBe('application/octet-stream');
  expect(saved.headers.get('content-disposition')).toContain('attachment');
  expect(saved.headers.get('content-security-policy')).toContain('sandbox');
  expect(saved.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await site.ask('player', file.split('?')[0] ?? '')).status).toBe(404);
});

test('a picture is made anew as far as it goes, a sequence keeps moving, and what cannot be made anew stays as it was sent', async () => {
  const picture = (background: string) => sharp({ create: { width: 40, height: 20, channels: 3, background } });
  const frames = ['#18b3cc', '#ffd047'].map((color) => picture(color).png().toBuffer());
  const webp = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and the rest', 'latin1');
  const sent: [string, Buffer][] = [
    ['cut.jpg', (await picture('red').jpeg().toBuffer()).subarray(0, -2)],
    ['moves.webp', webp],
    ['still.avif', await picture('red').avif({ effort: 0 }).toBuffer()],
    ['phone.heic', heic],
  ];
  const files = sent.map(([name, bytes]) => new File([new Uint8Array(bytes)], name));
  const to = 'pictures@example.com';
  expect((await site.submitFiles(undefined, '/contact/topics/bug', { ...TYPED, email: to, files })).status).toBe(303);
  const rows = await site.parts.db.query<{ name: string; type: string; width: number | null; file_key: string }>(sql`
    select name, type, width, file_key from thread_files where name = any(${sent.map(([name]) => name)}::text[]) order by name`);
  expect(rows.map(({ name, type, width }) => [name, type, width])).toEqual([
    ['cut.jpg', 'image/jpeg', 40],
    ['moves.webp', 'image/webp', 40],
    ['phone.heic', 'application/octet-stream', null],
    ['still.avif', 'image/avif', 40],
  ]);
  const [, moves, phone] = await Promise.all(
    rows.map(async ({ file_key: key }) => new Response(await site.parts.files.read(key)).arrayBuffer()),
  );
  expect((await sharp(Buffer.from(moves ?? new ArrayBuffer(0)), { animated: true }).metadata()).pages).toBe(2);
  expect(Buffer.from(phone ?? new ArrayBuffer(0)).equals(heic)).toBe(true);
});

test('a picture that nothing can read takes neither the words nor the other files along', async () => {
  const file = (name: string, bytes: string) => new File([Buffer.from(bytes, 'latin1')], name);
  const files = [
    file('broken.png', '\u0089PNG\r\n\u001a\nno picture'),
    file('game.log', 'It crashed.'),
    file('none.txt', ''),
  ];
  const sent = await site.submitFiles(undefined, '/contact/topics/bug', { ...TYPED, email: ann, files });
  expect(sent.status).toBe(303);
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  const [words, desk] = [await openVisitor(site).get(path), await site.ask('staff', path.split('?')[0] ?? '')];
  for (const page of [await wordsOf(words), await wordsOf(desk)]) {
    for (const part of [
      TYPED.body,
      'game.log (1 kB)',
      'broken.png was left out: it can’t be read.',
      'none.txt was left out',
    ])
      expect(page).toContain(part);
  }
});

const MACRO = {
  intent: 'macro.save',
  name: 'Again',
  'text.en-US': 'Please try again.',
  'text.de-DE': 'Versuch es noch einmal.',
  state: 'closed',
  tag: 'Again',
};

test('a saved reply has the name and the number of whoever is answered, and nothing goes out that is not filled in', async () => {
  const text = 'Hello {{alias}}, it is about {{ number }}.';
  const strange = { ...MACRO, name: 'Slots', 'text.en-US': text, 'text.de-DE': 'Hallo {{name}}!' };
  const refused = await site.submit('staff', '/contact/macros/new', strange);
  expect([refused.status, (await refused.text()).includes('In double braces only “alias” and “number”')]).toEqual([
    400,
    true,
  ]);
  await site.submit('staff', '/contact/macros/new', { ...strange, 'text.de-DE': '' });
  const list = await (await site.ask('staff', '/contact/macros')).text();
  const [, macro = ''] = /href="\/contact\/macros\/([\da-f-]{36})"[^>]*>Slots/.exec(list) ?? [];
  const fill = async (desk: string) =>
    (
      await site.submit('staff', desk, { intent: 'contact.fill', macro, body: '', kind: 'public', state: 'waiting' })
    ).text();
  await setAlias(systemCurrent(site.parts), DEFAULT_CONTEXT, CAST.collaborator.userId, 'Waffle Wombat');
  const sent = await site.submit('collaborator', '/contact/topics/bug', TYPED);
  const id = new URL(sent.headers.get('location') ?? '', 'http://x').searchParams.get('submission') ?? '';
  const number = id.slice(-6).toUpperCase();
  expect(await fill(`/contact/submissions/${id}`)).toContain(`Hello Waffle Wombat, it is about ${number}.</textarea>`);
  const { desk } = await writeAsAnn();
  expect(await fill(desk)).toContain('Hello {{alias}}, it is about');
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Hello {{alias}}!' };
  const seen = await seenOn(desk);
  const kept = await site.submit('staff', desk, { ...answer, seen });
  expect([kept.status, (await kept.text()).includes('Hello {{alias}}!</textarea>')]).toEqual([400, true]);
  expect((await site.submit('staff', desk, { ...answer, seen, kind: 'internal' })).status).toBe(200);
  expect((await site.submit('staff', desk, { ...answer, seen: await seenOn(desk), body: 'Hello Ann!' })).status).toBe(
    200,
  );
});

test('a macro fills an answer in the language of its reader, and nobody saves over what they have not seen', async () => {
  for (const [who, status] of [[undefined, 401] as const, ['player', 403] as const]) {
    expect((await site.submit(who, '/contact/macros/new', MACRO)).status).toBe(status);
  }
  const refused = await site.submit('staff', '/contact/macros/new', { ...MACRO, 'text.en-US': ' ', tag: 'a b' });
  expect(refused.status).toBe(400);
  const typed = await refused.text();
  for (const words of ['Write it in English at least.', 'Versuch es', 'A tag is one word'])
    expect(typed).toContain(words);
  const long = { ...MACRO, 'text.ja-JP': 'あ'.repeat(5000), 'text.ko-KR': '가'.repeat(5000) };
  const saved = await site.submit('staff', '/contact/macros/new', long);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/contact/macros']);
  const list = await (await site.ask('admin', '/contact/macros')).text();
  const [, macro = ''] = /href="\/contact\/macros\/([\da-f-]{36})"/.exec(list) ?? [];
  const fill = async (desk: string) => {
    const fields = { intent: 'contact.fill', macro, body: 'Hallo Ann,', kind: 'internal', state: 'waiting' };
    return (await site.submit('staff', desk, fields)).text();
  };
  await openVisitor(site).post('/de-DE/contact/topics/bug', { ...TYPED, email: ann });
  await runJobs(site);
  const desk =
    linkIn(mailsTo(ann)[0]?.text)
      .replace(/^\/de-DE/, '')
      .split('?')[0] ?? '';
  const filled = await fill(desk);
  expect(filled).toContain('Hallo Ann,\n\nVersuch es noch einmal.</textarea>');
  expect(filled).toContain('<option value="internal" selected="">');
  expect(filled).toContain('<option value="closed" selected="">');
  expect(filled).toContain('name="value" value="again"');
  const batchId = /name="batchId" value="([^"]+)"/.exec(filled)?.[1] ?? '';
  expect(await (await site.submit('staff', desk, { intent: 'contact.undo', batchId })).text()).toContain('as it was');
  expect(await fill((await writeAsAnn()).desk)).toContain('Please try again.</textarea>');
  const page = `/contact/macros/${macro}`;
  expect((await site.submit('staff', page, { ...MACRO, rev: '1', name: 'Once more' })).status).toBe(200);
  const late = await site.submit('admin', page, { ...MACRO, rev: '1', name: 'Mine' });
  expect(late.status).toBe(409);
  const both = await late.text();
  for (const words of ['What it says now', 'value="Mine"', 'Once more']) expect(both).toContain(words);
  expect((await site.submit('player', page, { intent: 'macro.delete', rev: '2' })).status).toBe(403);
  expect((await site.submit('admin', page, { intent: 'macro.delete', rev: '1' })).status).toBe(409);
  expect((await site.submit('admin', page, { intent: 'macro.delete', rev: '2' })).status).toBe(303);
  expect((await site.ask('staff', page)).status).toBe(404);
});

test('a reader without a text of their own gets that of their language, else English', () => {
  const texts = { 'en-US': 'Hi', 'es-XL': 'Hola', 'pt-BR': 'Oi' };
  const of = (reader: Locale) => macroText({ texts }, reader).text;
  expect((['es-XL', 'es-ES', 'pt-BR', 'ja-JP'] as const).map(of)).toEqual(['Hola', 'Hola', 'Oi', 'Hi']);
});

test('a view of the desk is kept for oneself alone, twenty at most however many are kept at once', async () => {
  const keep = (name: string) =>
    site.submit('staff', '/contact/submissions', {
      intent: 'contact.saveView',
      name,
      query: 'view=closed&tag=crash&after=x',
    });
  await site.parts.db.query(sql`insert into contact_views (user_id, slot, name, query)
    select ${CAST.staff.userId}, slot, 'Zorilla', 'view=all' from generate_series(0, 17) slot`);
  const kept = await Promise.all(['Zorilla 7', 'Zorilla 8', 'Zorilla 9'].map(keep));
  expect(kept.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
  const pageOf = async (who: CastName) => (await site.ask(who, '/contact/submissions')).text();
  const own = await pageOf('staff');
  expect(own).toContain('href="/contact/submissions?view=closed&amp;tag=crash"');
  expect(await pageOf('admin')).not.toContain('Zorilla');
  const [, slot = '', name = ''] =
    /name="slot" value="(\d+)"\/><input[^>]* name="name" value="(Zorilla \d)"/.exec(own) ?? [];
  const remove = { intent: 'contact.deleteView', slot, name };
  expect((await site.submit('player', '/contact/submissions', remove)).status).toBe(403);
  await site.submit('staff', '/contact/submissions', { ...remove, name: 'Another' });
  await site.submit('admin', '/contact/submissions', remove);
  expect(await pageOf('staff')).toContain(`Delete the view ${name}`);
  expect(await (await site.submit('staff', '/contact/submissions', remove)).text()).toContain(
    'value="contact.saveView"',
  );
  expect(await pageOf('staff')).not.toContain(`Delete the view ${name}`);
  expect((await keep(' ')).status).toBe(400);
});

test('the figures of the desk say how much came, and how soon it was answered', async () => {
  const desks: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    ann = `press${at}@example.com`;
    await openVisitor(site).post('/contact/topics/press', { ...TYPED, outlet: 'The Paper', email: ann });
    await runJobs(site);
    desks.push(linkIn(mailsTo(ann)[0]?.text).split('?')[0] ?? '');
  }
  const [answered = '', late = ''] = desks;
  const older = (desk: string, hours: number) =>
    site.parts.db
      .query(sql`update contact_submissions set created_at = created_at - ${hours}::integer * interval '1 hour'
      where subject_id = ${desk.split('/').at(-1) ?? ''}`);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'closed', body: 'Yes.' };
  await older(answered, 10);
  await older(late, 80);
  await site.submit('staff', answered, { ...answer, seen: await seenOn(answered) });
  await site.submit('staff', late, { ...answer, kind: 'internal', seen: await seenOn(late) });
  const words = await wordsOf(await site.ask('admin', '/contact/stats?days=7'));
  const median = 'Hours (median) 10';
  expect(words).toContain(`Press and business Received 3 Answered 1 Closed 1 Late 1 ${median} `);
});

test('who wrote a message changes it for a while, and how far people have read is known to staff', async () => {
  const { path, desk } = await writeAsAnn();
  const subjectId = desk.split('/').at(-1) ?? '';
  const messageId = await seenOn(desk);
  const visitor = openVisitor(site);
  await visitor.post(path, { intent: 'contact.edit', subjectId, messageId, body: 'On save.' });
  expect(await (await visitor.get(path)).text()).toContain('On save.');
  await visitor.post(path, { intent: 'contact.read', subjectId, messageId });
  expect(await site.parts.db.query(sql`select from thread_reads where subject_id = ${subjectId}`)).toHaveLength(1);
  // A form as the page has it takes all letters that a message may have.
  expect(await (await visitor.get(path)).text()).toMatch(
    /encType="multipart\/form-data"[^>]*><input[^>]*formKey[^>]*><input[^>]*contact\.edit/,
  );
  const long = { intent: 'contact.edit', subjectId, messageId, body: 'あ'.repeat(10_000) };
  expect((await site.submitFiles(undefined, path, long)).status).toBe(200);
  site.advanceClock(20 * 60_000);
  expect((await visitor.post(path, { intent: 'contact.edit', subjectId, messageId, body: 'Late.' })).status).toBe(409);
});

test('an expired link opens nothing, and mails another one', async () => {
  const { path } = await writeAsAnn();
  site.advanceClock(31 * 86_400_000);
  expect(await wordsOf(await openVisitor(site).get(path))).toContain('This link has expired');
  // What somebody typed while it expired is not lost.
  const late = await openVisitor(site).post(path, { intent: 'contact.reply', body: 'A week of <notes>.' });
  const kept = await late.text();
  expect([late.status, kept.includes('A week of &lt;notes&gt;.</textarea>')]).toEqual([410, true]);
  expect(kept).toContain('so your reply wasn’t sent');
  await openVisitor(site).post(path, { intent: 'contact.link' });
  await runJobs(site);
  expect(await (await openVisitor(site).get(linkIn(mailsTo(ann)[0]?.text))).text()).toContain('On load.');
  const subjectId = /submissions\/([\da-f-]{36})/.exec(path)?.[1] ?? '';
  await site.parts.db.query(sql`delete from contact_submissions where subject_id = ${subjectId}`);
  const gone = await openVisitor(site).post(path, { intent: 'contact.link' });
  expect([gone.status, (await wordsOf(gone)).includes('This conversation is gone')]).toEqual([410, true]);
  // A link that still works knows that there was something; nobody else does.
  const link = linkIn(mailsTo(ann)[0]?.text);
  const seen = await openVisitor(site).get(link);
  expect([seen.status, (await wordsOf(seen)).includes('This conversation is gone')]).toEqual([410, true]);
  expect((await openVisitor(site).post(link, { intent: 'contact.reply', body: 'Hello?' })).status).toBe(410);
  // By then the session of staff is over too.
  for (const who of [undefined, 'staff'] as const) {
    expect((await site.ask(who, link.split('?')[0] ?? '')).status).toBe(302);
  }
});
