import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { listenForMails } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import { writeReturnPath } from '#app/mail/inbound/return-path.server.ts';
import { inboundMailHandlers } from '#app/nouns.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { reportMail } from '#test/mail/reports.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';

import { forwardMail } from './forwarding/forward.mail.tsx';

const site = useTestSite({ INBOUND_DOMAIN: 'in.example.com', INBOUND_SMTP_PORT: '0' });
const TYPED = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };

interface MailIn {
  send(to: string, raw: string, from?: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Mails reach the site over TCP. */
const mailIn: { current?: MailIn } = {};
beforeAll(async () => {
  const listener = await listenForMails(() => systemCurrent(site.parts), inboundMailHandlers, '127.0.0.1');
  const transport = createTransport({ host: '127.0.0.1', port: listener?.port ?? 0, ignoreTLS: true });
  mailIn.current = {
    send: (to, raw, from = 'ann@example.com') => transport.sendMail({ envelope: { from, to }, raw }),
    close: async () => {
      transport.close();
      await listener?.close();
    },
  };
});
afterAll(() => mailIn.current?.close());

let testNumber = 0;
let ann = '';
beforeEach(() => {
  ann = `ann${(testNumber += 1)}@example.com`;
});

/** A deed alone, as a browser with scripts sends it: nothing is rendered. */
const act = (who: CastName | undefined, path: string, fields: Record<string, string>) =>
  site.submit(who, `${path}.data`, fields);

const mailsTo = (address: string) => site.parts.mailer.keptMails().filter(({ to }) => to === address);

/** What Ann has sent: her link, the way of the desk, and where she answers by mail. */
async function writeAsAnn(): Promise<{ path: string; desk: string; reply: string; mailId: string }> {
  await openVisitor(site).post('/contact/topics/bug', { ...TYPED, email: ann });
  await runJobs(site);
  const [mail] = mailsTo(ann);
  const [link = ''] = /https?:\/\/\S+\/contact\/submissions\/[\w?=.%-]+/.exec(mail?.text ?? '') ?? [];
  const { pathname, search } = new URL(link);
  const { 'Reply-To': reply = '' } = mail?.headers ?? {};
  return { path: pathname + search, desk: pathname, reply, mailId: mail?.messageId ?? '' };
}

/** The last message that is on a page of it. */
async function seenOn(desk: string): Promise<string> {
  const [thread] = await site.parts.db.query<{ id: string }>(sql`select last_message_id as id from threads
    where subject_id = ${desk.split('/').at(-1) ?? ''}`);
  return thread?.id ?? '';
}

async function answerAsStaff(desk: string, fields: Record<string, string> = {}): Promise<void> {
  const seen = await seenOn(desk);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Try again.', seen, ...fields };
  expect((await act('staff', desk, answer)).status).toBe(200);
  await runJobs(site);
}

function mailOf(lines: readonly string[], headers: readonly string[] = [], from = ann): string {
  testNumber += 1;
  return [
    `From: <${from}>`,
    `Message-ID: <m${testNumber}@example.com>`,
    'Subject: Re: Your message',
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...lines,
  ].join('\r\n');
}

test('a reply by mail lands in its thread without what it quotes, and a closed one opens again', async () => {
  const { path, desk, reply, mailId } = await writeAsAnn();
  await answerAsStaff(desk, { state: 'closed' });
  const [answer] = mailsTo(ann);
  expect(answer?.headers).toMatchObject({ 'In-Reply-To': mailId, References: mailId, 'Reply-To': reply });
  expect(answer?.messageId).toMatch(/^<[\w-]+@localhost>$/);
  const raw = mailOf(
    ['It works now,', 'thank you!', '', 'Am Montag, 2. Nov. 2026 um 10:00 schrieb Rumpus <site@example.com>:', '']
      .concat((answer?.text ?? '').split('\n').map((line) => `> ${line}`))
      .concat('', '-- ', 'Ann of the Sales Department'),
    [`In-Reply-To: ${answer?.messageId}`],
  );
  await mailIn.current?.send(reply, raw);
  // Its sender's server was not told, and comes again.
  await mailIn.current?.send(reply, raw);
  const html = await (await openVisitor(site).get(path)).text();
  expect(html.match(/class="message message-player"/g)).toHaveLength(2);
  const words = await wordsOf(new Response(html));
  expect(words).toContain('It works now, thank you!');
  for (const absent of ['schrieb', 'above this line']) expect(words).not.toContain(absent);
  expect(words).toContain('The rest of this email -- Ann of the Sales Department');
  expect(words).toContain('On our desk');
  await answerAsStaff(desk, { body: 'Good.' });
  const [, sent = ''] = /Message-ID: (\S+)/.exec(raw) ?? [];
  expect(mailsTo(ann)[0]?.headers).toMatchObject({ 'In-Reply-To': sent, References: `${mailId} ${sent}` });
});

test('who has no account writes, staff answer, the reply comes by mail and all is settled, over SMTP both ways', async () => {
  const mail = await mailing(site, undefined, { INBOUND_DOMAIN: 'in.example.com' });
  await openVisitor(site).post('/contact/topics/bug', { ...TYPED, email: ann });
  await runJobs(mail);
  const taken = () => mail.taken.filter(({ to }) => to.includes(ann)).map(readMail);
  const [received] = taken();
  const [, path = ''] = /https?:\/\/[^/\s]+(\/contact\/submissions\/[\w?=.%-]+)/.exec(received?.text ?? '') ?? [];
  const desk = path.split('?')[0] ?? '';
  const seen = await seenOn(desk);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Try it anew.', seen };
  expect((await site.submit('staff', desk, answer)).status).toBe(200);
  await runJobs(mail);
  const [, answered] = taken();
  expect(answered?.text).toContain('Try it anew.');
  expect(answered?.headers['in-reply-to']).toBe(received?.headers['message-id']);
  expect(answered?.headers['references']).toBe(received?.headers['message-id']);
  const quoted = (answered?.text ?? '').split('\n').map((line) => `> ${line}`);
  const raw = mailOf(['Works now.', '', ...quoted], [`In-Reply-To: ${answered?.headers['message-id']}`]);
  await mailIn.current?.send(answered?.headers['reply-to'] ?? '', raw);
  expect(await wordsOf(await site.ask('staff', desk))).toContain('Works now.');
  const last = { ...answer, body: 'Glad to hear it.', state: 'closed', seen: await seenOn(desk) };
  expect((await site.submit('staff', desk, last)).status).toBe(200);
  await runJobs(mail);
  expect(taken()[2]?.headers['in-reply-to']).toBe(`<${/Message-ID: <(\S+)>/.exec(raw)?.[1]}>`);
  const words = await wordsOf(await openVisitor(site).get(path));
  for (const part of ['On load.', 'Try it anew.', 'Works now.', 'Glad to hear it.', 'Closed'])
    expect(words).toContain(part);
  expect(taken()).toHaveLength(3);
});

test('staff see the mail of an answer as its reader will get it, in the locale of the reader, before it goes out', async () => {
  const mail = await mailing(site, undefined, { INBOUND_DOMAIN: 'in.example.com' });
  await openVisitor(site).post('/de-DE/contact/topics/bug', { ...TYPED, email: ann });
  await site.parts.db.query(sql`update accounts set locale = 'fr-FR' where user_id = ${CAST.creator.userId}`);
  const sent = await site.submit('creator', '/contact/topics/bug', TYPED);
  const own = new URL(sent.headers.get('location') ?? '', FORM_HEADERS.origin).searchParams.get('submission');
  await runJobs(mail);
  const ofAnn = mail.taken.filter(({ to }) => to.includes(ann)).map(readMail)[0];
  const annDesk = linksIn(ofAnn?.text)[0]?.split('?')[0] ?? '';
  const body =
    'Hi! <img src="https://evil.example/p.gif" onerror="alert(1)"></p></html><script>alert(2)</script>\n\n4111 1111 1111 1111';
  const typed = { intent: 'contact.answer', kind: 'public', state: 'waiting', body };
  for (const [path, address, lang] of [
    [annDesk, ann, 'lang="de-DE"'],
    [`/contact/submissions/${own}`, CAST.creator.email, 'lang="fr-FR"'],
  ] as const) {
    const look = async (as: string) => site.submit('staff', `${path}/mail`, { ...typed, as, files: 'save.dat' });
    const [looks, plain] = [await look('html'), await look('text')];
    expect(looks.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    const [html, text] = [await looks.text(), await plain.text()];
    expect(html).not.toMatch(/<(?:script|img|iframe|link|object)|<[^>]+ (?:src|background|srcset)=|url\(/);
    expect([`${html}${text}`.includes('4111 1111'), /reply\+|key=(?!\.\.\.)/.test(html + text)]).toEqual([
      false,
      false,
    ]);
    const page = await (await site.ask('staff', path)).text();
    expect((await sendWithFile('staff', path, { ...typed, seen: await seenOn(path) })).status).toBe(200);
    await runJobs(mail);
    const [, got] = mail.taken.filter(({ to }) => to.includes(address)).map(readMail);
    const bytes = (words = '') =>
      words
        .replaceAll('\r\n', '\n')
        .trimEnd()
        .replaceAll(/(?<=key=)[\w.-]+/g, '...');
    expect([bytes(html), bytes(text)]).toEqual([bytes(got?.html), bytes(got?.text)]);
    expect(html).toContain(lang);
    expect(text).toContain('1 file comes with it.');
    // As it was written: by lines.
    expect(bytes(got?.text)).toMatch(/alert\(2\)<\/script>\n\n•••• 1111\n/);
    expect(page).toContain(got?.headers['subject']);
  }
  for (const [who, status] of [[undefined, 401] as const, ['player', 403] as const]) {
    expect((await site.submit(who, `${annDesk}/mail`, { ...typed, as: 'html' })).status).toBe(status);
  }
  for (const wrong of [{ kind: 'internal' }, { kind: 'other' }, { body: ' ' }]) {
    const refused = await site.submit('staff', `${annDesk}/mail`, { ...typed, ...wrong });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  }
  // Letters that take most bytes.
  const long = await site.submit('staff', `${annDesk}/mail`, { ...typed, body: 'あ'.repeat(10_000), as: 'text' });
  expect(long.status).toBe(200);
  const nowhere = `/contact/submissions/${crypto.randomUUID()}/mail`;
  expect((await site.submit('staff', nowhere, { ...typed, as: 'html' })).status).toBe(404);
  expect((await site.ask('staff', `${annDesk}/mail`)).headers.get('location')).toBe(annDesk);
});

/** The messages of players on a page of the desk, the oldest first. */
async function playerMessages(desk: string): Promise<string[]> {
  const html = await (await site.ask('staff', desk)).text();
  const ids = html.matchAll(/name="intent" value="contact\.split"[^]*?name="messageId" value="([^"]+)"/g);
  return [...ids].map(([, id = '']) => id);
}

const linksIn = (text = '') =>
  [...text.matchAll(/https?:\/\/[^/\s]+(\/contact\/submissions\/[\w?=.%-]+)/g)].map(([, path = '']) => path);

test('what is about something else becomes a submission of its own with all after it, and is put back', async () => {
  const { path, desk, reply } = await writeAsAnn();
  await answerAsStaff(desk);
  const second = mailOf(['And the wombat shop?']);
  await mailIn.current?.send(reply, second);
  await sendWithFile(undefined, path, { intent: 'contact.reply', body: 'Its bill.' });
  const note = { intent: 'contact.answer', kind: 'internal', state: 'waiting', body: 'Tapir.', seen: '' };
  await act('staff', desk, { ...note, seen: await seenOn(desk) });
  const answer = { ...note, kind: 'public', body: 'Ask the shop.', seen: await seenOn(desk) };
  expect((await site.submit('staff', desk, answer)).status).toBe(200);
  const of = desk.split('/').at(-1) ?? '';
  const [messageId = '', billId] = await playerMessages(desk);
  await act('staff', desk, { intent: 'contact.read', subjectId: of, messageId: await seenOn(desk) });
  const split = { intent: 'contact.split', messageId, title: 'The shop' };
  expect((await site.submit(undefined, desk, split)).status).toBe(401);
  expect((await site.submit('player', desk, split)).status).toBe(403);
  expect((await site.submit('staff', desk, { ...split, title: ' ' })).status).toBe(400);
  const both = await Promise.all([site.submit('staff', desk, split), site.submit('admin', desk, split)]);
  const [done, ...refused] = both.toSorted((one, other) => one.status - other.status);
  expect([done?.status, ...refused.map(({ status }) => status)]).toEqual([200, 404]);
  const [, from = ''] = /name="from" value="([^"]+)"/.exec((await done?.text()) ?? '') ?? [];
  // The answer was on its way: it goes out in the conversation to which it belongs.
  await runJobs(site);
  const [answered, splitMail] = mailsTo(ann)
    .slice(0, 2)
    .toSorted((one) => (one.text.includes('Ask the shop.') ? -1 : 1));
  const [newPath = ''] = linksIn(splitMail?.text);
  expect(newPath).toContain(from);
  expect([splitMail, answered].map((mail) => mail?.headers['Reply-To'] === reply)).toEqual([false, false]);
  const [, mailId = ''] = /Message-ID: (\S+)/.exec(second) ?? [];
  expect(answered?.headers).toMatchObject({ 'In-Reply-To': mailId, References: `${splitMail?.messageId} ${mailId}` });
  // Again, because its sender was not told.
  await mailIn.current?.send(reply, second);
  const readsAt = async (way: string) => wordsOf(await openVisitor(site).get(way));
  const words = ['On load.', 'Try again.', 'wombat shop', 'Its bill.', 'Ask the shop.', 'Tapir'];
  const found = async (way: string) => {
    const page = await readsAt(way);
    return words.map((word) => page.includes(word));
  };
  expect(await found(path)).toEqual([true, true, false, false, false, false]);
  expect(await found(newPath)).toEqual([false, false, true, true, true, false]);
  const [file = ''] = fileIds(await (await openVisitor(site).get(newPath)).text());
  const [oldKey, newKey] = [path, newPath].map((way) => way.split('?')[1]);
  const fileOf = async (id: string, key = '') =>
    (await openVisitor(site).get(`/contact/submissions/${id}/files/${file}?${key}`)).status;
  expect([await fileOf(from, newKey), await fileOf(of, oldKey), await fileOf(from, oldKey)]).toEqual([200, 404, 404]);
  const reads = await site.parts.db.query(sql`select user_id from thread_reads where subject_id = ${from}`);
  expect(reads).toEqual([{ user_id: CAST.staff.userId }]);
  await mailIn.current?.send(splitMail?.headers['Reply-To'] ?? '', mailOf(['Thanks for the address.']));
  expect(await readsAt(newPath)).toContain('Thanks for the address.');
  expect((await site.submit('staff', desk, { ...split, messageId: billId ?? '' })).status).toBe(404);
  const undo = { intent: 'contact.unsplit', from };
  expect((await site.submit('player', desk, undo)).status).toBe(403);
  expect((await site.submit('staff', desk, undo)).status).toBe(200);
  expect((await site.submit('staff', desk, undo)).status).toBe(409);
  expect(await found(path)).toEqual([true, true, true, true, true, false]);
  const moved = await openVisitor(site).get(newPath);
  expect(moved.headers.get('location')).toContain(desk);
  await mailIn.current?.send(splitMail?.headers['Reply-To'] ?? '', mailOf(['One more.']));
  expect(await readsAt(path)).toContain('One more.');
  const list = await (await site.ask('staff', `/contact/submissions?view=all&text=${ann}`)).text();
  expect([list.includes(of), list.includes(from)]).toEqual([true, false]);
});

test('who was told of an answer is led to it where it is after a split, and each part is due by what is in it', async () => {
  const title = `Kowari${testNumber}`;
  const sent = await site.submit('creator', '/contact/topics/bug', { ...TYPED, title });
  const of = new URL(sent.headers.get('location') ?? '', FORM_HEADERS.origin).searchParams.get('submission') ?? '';
  const desk = `/contact/submissions/${of}`;
  await act('creator', desk, { intent: 'contact.reply', body: 'Another thing.' });
  await answerAsStaff(desk, { body: 'Of the other thing.' });
  const [messageId = ''] = await playerMessages(desk);
  const split = { intent: 'contact.split', messageId, title: 'Another thing' };
  const done = await (await site.submit('staff', desk, split)).text();
  const [, from = ''] = /name="from" value="([^"]+)"/.exec(done) ?? [];
  expect(await wordsOf(await site.ask('creator', '/notifications'))).toContain('answered “Another thing”');
  const stateOf = (id: string) =>
    site.parts.db.query(sql`select state, due_at is null as "isAnswered", messages
    from contact_submissions where subject_id = ${id}`);
  expect(await stateOf(of)).toEqual([{ state: 'open', isAnswered: false, messages: 1 }]);
  expect(await stateOf(from)).toEqual([{ state: 'waiting', isAnswered: true, messages: 2 }]);
  await act('staff', desk, { intent: 'contact.unsplit', from });
  expect(await stateOf(of)).toEqual([{ state: 'waiting', isAnswered: true, messages: 3 }]);
});

test('what its sender writes while staff merge it is told where it is read by then, and lost nowhere', async () => {
  const [old, root] = [await writeAsAnn(), await writeAsAnn()];
  const [from = '', into = ''] = [old.desk, root.desk].map((desk) => desk.split('/').at(-1));
  for (const [field, value] of Object.entries({ assign: 'me', state: 'closed' })) {
    for (const { desk } of [old, root]) await act('staff', desk, { intent: 'contact.change', field, value });
  }
  await act('staff', old.desk, { intent: 'contact.change', field: 'assign', value: '' });
  const { running } = await site.stranger.transaction(async (stranger) => {
    await stranger.query(
      sql`update threads set merged_into = ${into}, merged_root = ${into} where subject_id = ${from}`,
    );
    const running = openVisitor(site).post(old.path, { intent: 'contact.reply', body: 'Pademelon.' });
    await expect.poll(() => isWaitedFor(stranger)).toBe(true);
    return { running };
  });
  expect((await running).status).toBeLessThan(400);
  const stateOf = () =>
    site.parts.db.query(sql`select state, messages from contact_submissions where subject_id = ${into}`);
  expect(await stateOf()).toEqual([{ state: 'open', messages: 2 }]);
  await act('staff', root.desk, { intent: 'contact.change', field: 'state', value: 'closed' });
  await mailIn.current?.send(old.reply, mailOf(['By the old address.']));
  expect(await stateOf()).toEqual([{ state: 'open', messages: 3 }]);
  const events = await site.parts.db.query(sql`select group_key, user_ids from notification_events
    where kind = 'contact.returned' and group_key = any(${[from, into]}::text[])`);
  expect(events).toEqual([1, 2].map(() => ({ group_key: into, user_ids: [CAST.staff.userId] })));
});

test('staff pass a submission on to somebody outside without notes, and what they answer is a note for the studio', async () => {
  const { path, desk, reply } = await writeAsAnn();
  await answerAsStaff(desk, { body: 'Dingo.' });
  const answer = { intent: 'contact.answer', kind: 'internal', state: 'waiting', body: 'Tapir.' };
  await act('staff', desk, { ...answer, seen: await seenOn(desk) });
  await act('staff', desk, { intent: 'contact.change', field: 'assign', value: 'me' });
  const legal = `legal${testNumber}@publisher.example`;
  const forward = { intent: 'contact.forward', email: legal, body: 'Is this known?', seen: await seenOn(desk) };
  expect((await site.submit(undefined, desk, forward)).status).toBe(401);
  expect((await site.submit('player', desk, forward)).status).toBe(403);
  for (const email of ['no address', `${legal}, ${ann}`, `${legal}\r\nBcc: ${ann}`, ann, reply, '']) {
    const refused = await site.submit('staff', desk, { ...forward, email });
    expect([refused.status, (await refused.text()).includes('Is this known?')], email).toEqual([400, true]);
  }
  // Pressed twice, and by two at once: it goes out once.
  const pressed = await Promise.all([site.submit('staff', desk, forward), site.submit('admin', desk, forward)]);
  expect(pressed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  await runJobs(site);
  const [mail, ...more] = mailsTo(legal);
  expect(more).toEqual([]);
  for (const part of ['Is this known?', 'On load.', 'Dingo.']) expect(mail?.text).toContain(part);
  for (const part of ['Tapir', ann]) expect(`${mail?.text}${mail?.html}`).not.toContain(part);
  const { 'Reply-To': back = '' } = mail?.headers ?? {};
  const raw = mailOf(['We know. Okapi.', '', ...(mail?.text ?? '').split('\n').map((line) => `> ${line}`)], [], legal);
  await mailIn.current?.send(back, raw, legal);
  await mailIn.current?.send(back, raw, legal);
  await mailIn.current?.send(back, mailOf(['I am away.'], ['Auto-Submitted: auto-replied'], legal), legal);
  const ticket = ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'];
  await mailIn.current?.send(back, mailOf(['It is refunded.'], ticket, 'help@store.example'), legal);
  const forged = back.replace(/^forward\+(.*?)1(.{20}@)/, 'forward+$12$2');
  await expect(mailIn.current?.send(forged, mailOf(['Hello']))).rejects.toMatchObject({ responseCode: 550 });
  await runJobs(site);
  expect([mailsTo(legal).length, mailsTo(ann).length]).toEqual([1, 2]);
  const html = await (await site.ask('staff', desk)).text();
  expect(html.match(/<p[^>]*>We know\. Okapi\.</g)).toHaveLength(1);
  const words = await wordsOf(new Response(html));
  for (const part of [`Passed on to ${legal}`, legal]) expect(words).toContain(part);
  expect(words).toContain('Automatic reply now What it says I am away.');
  expect(words).toMatch(/Sent by a program \S+ Sent from another address: help@store\.example It is refunded\./);
  expect(words.match(/Sent from another address/g)).toHaveLength(1);
  const own = await wordsOf(await openVisitor(site).get(path));
  for (const absent of ['Okapi', 'Is this known', legal, 'Tapir', 'away', 'refunded'])
    expect(own).not.toContain(absent);
  expect(await wordsOf(await site.ask('staff', '/notifications'))).toContain('a reply to “It crashes”');
  const deeds = await site.parts.db.query(sql`select user_id, after->>'host' as host from audit
    where action = 'submission.forward' and target like ${`submission/${desk.split('/').at(-1)}/%`}`);
  expect(deeds).toEqual([{ user_id: expect.any(String) as string, host: 'publisher.example' }]);
  // Deleted before the mail goes out.
  const place = { subjectId: crypto.randomUUID(), number: 1 };
  expect(await forwardMail.find(systemCurrent(site.parts), place)).toBeUndefined();
  await expect(forwardMail.undelivered?.(systemCurrent(site.parts), place)).resolves.toBeUndefined();
});

test('programs that answer each other end at once: nothing goes out for what arrives', async () => {
  const { path, reply } = await writeAsAnn();
  await mailIn.current?.send(reply, mailOf(['I am away.'], ['Auto-Submitted: auto-replied']));
  await mailIn.current?.send(reply, mailOf(['I am away too.'], ['Precedence: bulk']), '');
  const rounds = Array.from({ length: 10 }, (_, round) => mailOf([`Ticket ${round} was opened.`]));
  await Promise.all(rounds.map(async (mail) => mailIn.current?.send(reply, mail)));
  await runJobs(site);
  expect(mailsTo(ann)).toHaveLength(1);
  const words = await wordsOf(await openVisitor(site).get(path));
  for (const part of ['Automatic reply 1 second ago What it says I am away.', 'Sent by a program', 'Ticket 9'])
    expect(words.replaceAll(/(?:now|\d+ seconds? ago)/g, '1 second ago')).toContain(part);
});

test('that somebody is away neither opens their conversation again nor holds up who answers in it', async () => {
  const { path, desk, reply } = await writeAsAnn();
  await answerAsStaff(desk, { state: 'closed' });
  const seen = await seenOn(desk);
  const rows = () =>
    site.parts.db.query(sql`select state, last_at, messages from contact_submissions
    where subject_id = ${desk.split('/').at(-1) ?? ''}`);
  const before = await rows();
  for (const [subject, header] of [
    ['Re: Your message', 'X-Auto-Response-Suppress: All'],
    ['Abwesenheitsnotiz: Ihre Nachricht', 'X-Mailer: x'],
    ['自動応答: Re', 'X-Mailer: x'],
  ] as const) {
    const away = mailOf([`Away by ${subject}.`], [header]).replace('Subject: Re: Your message', `Subject: ${subject}`);
    await mailIn.current?.send(reply, away);
  }
  expect(await rows()).toEqual(before);
  expect((await wordsOf(await openVisitor(site).get(path))).match(/What it says Away by/g)).toHaveLength(3);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'closed', body: 'Bye.', seen };
  expect((await site.submit('staff', desk, answer)).status).toBe(200);
});

test('answers between the lines of our own mail are read in order, from text and from HTML, and nothing of it is', async () => {
  const { desk, reply } = await writeAsAnn();
  await answerAsStaff(desk, { body: 'Which platform do you play on?\n\nAnd which version is it?' });
  const [answer] = mailsTo(ann);
  const wrote = `On Mon, 23 Nov 2026 at 10:00, Rumpus <${reply}> wrote:`;
  const quoted = (answer?.text ?? '').split('\n').map((line) => `> ${line}`);
  const at = quoted.findIndex((line) => line.includes('Which platform'));
  const lines = [wrote, ...quoted.slice(0, at + 1), 'A Steam Deck.', ...quoted.slice(at + 1), '', 'All the best'];
  await mailIn.current?.send(reply, mailOf(lines));
  const html = (answer?.html ?? '').replace(
    'And which version is it?',
    'And which version is it?<div>1.4.2 of it</div>',
  );
  const gmail = `<div dir="ltr">See <b>below</b>.</div><div class="gmail_quote"><div class="gmail_attr">${wrote.replace('<', '&lt;')}<br></div><blockquote class="gmail_quote">${html}</blockquote></div><div>Ann</div>`;
  await mailIn.current?.send(reply, mailOf([gmail]).replace('text/plain', 'text/html'));
  const rows = await site.parts.db.query<{
    body: string;
    rest: string | null;
  }>(sql`select body, rest from thread_messages
    where subject_id = ${desk.split('/').at(-1) ?? ''} and mail_id is not null order by message_id`);
  expect(rows).toEqual([
    { body: 'A Steam Deck.\n\nAll the best', rest: null },
    { body: 'See below.\n\n1.4.2 of it\n\nAnn', rest: null },
  ]);
});

test('an answer that is longer than a message goes on in the rest of its mail, and one that names nobody is marked', async () => {
  const { desk, reply } = await writeAsAnn();
  const lines = Array.from({ length: 1500 }, (_, at) => `word${at} and more`);
  await mailIn.current?.send(reply, mailOf(lines).replace(/^From: .*\r\n/, ''), 'eve@example.org');
  const [row] = await site.parts.db.query<{ body: string; rest: string; sender: string }>(sql`
    select body, rest, sender from thread_messages
    where subject_id = ${desk.split('/').at(-1) ?? ''} and mail_id is not null`);
  expect([(row?.body.length ?? 0) <= 10_000, row?.sender]).toEqual([true, 'eve@example.org']);
  const kept = `${row?.body} ${row?.rest}`.split(/\s+/).filter((word) => word !== '…');
  expect(kept).toEqual(lines.join(' ').split(' '));
});

const mailLinks = (page: string) =>
  [...page.matchAll(/href="(\/contact\/submissions\/[^"]+\/mails\/[^"]+)"/g)].map(([, href = '']) => href);

test('the whole mail is text without secrets, for the studio and who sent it alone, for 30 days', async () => {
  const other = await writeAsAnn();
  ann = `ann${(testNumber += 1)}@example.com`;
  const { path, desk, reply } = await writeAsAnn();
  const card = '4111 1111 1111 1111';
  const html = Buffer.from(`<p>Words.</p><p>Bettong <b>${card}</b></p><script>alert(1)</script>`).toString('base64');
  const parts = ['', '--b', 'Content-Type: text/plain', '', 'Words.', '', '-- ', `Ann, ${card}`].concat(
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    html,
    '--b--',
  );
  const alternative = (mail: string) =>
    mail.replace(/Content-Type: text\/plain.*/, 'Content-Type: multipart/alternative; boundary=b');
  await mailIn.current?.send(reply, alternative(mailOf(parts)));
  await mailIn.current?.send(reply, mailOf(['Numbat.', '', '> Quoll.'], [], 'bob@example.org'));
  const deskPage = await (await site.ask('staff', desk)).text();
  const [own = '', foreign = ''] = mailLinks(deskPage);
  const key = path.split('?')[1] ?? '';
  const readers = [
    ['a visitor', undefined, '', 404, 404],
    ['another player', 'player', '', 404, 404],
    ['the link of another thread', undefined, `?${other.path.split('?')[1]}`, 404, 404],
    ['the link', undefined, `?${key}`, 200, 404],
    ['staff', 'staff', '', 200, 200],
  ] as const;
  for (const [name, who, query, ownStatus, foreignStatus] of readers) {
    const status = async (mail: string) => (await site.ask(who, `${mail}${query}`)).status;
    expect([await status(own), await status(foreign)], name).toEqual([ownStatus, foreignStatus]);
  }
  const elsewhere = own.replace(desk.split('/').at(-1) ?? '', other.desk.split('/').at(-1) ?? '');
  expect((await site.ask('staff', elsewhere)).status).toBe(404);
  const whole = await site.ask('staff', own);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/) as string,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const text = await whole.text();
  for (const part of [`From: <${ann}>`, 'Words.', 'Bettong •••• 1111', 'Ann, •••• 1111']) expect(text).toContain(part);
  for (const absent of ['4111', 'alert', html.slice(0, 20)]) expect(text).not.toContain(absent);
  for (const part of ['Sent from another address: bob@example.org', '&gt; Quoll.']) expect(deskPage).toContain(part);
  for (const page of [path, path.replace('?', '.data?')]) {
    const seen = await (await openVisitor(site).get(page)).text();
    expect([seen.includes('Numbat'), /bob@|Quoll/.test(seen), seen.includes('4111 1111')]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect(mailLinks(await (await openVisitor(site).get(path)).text())).toEqual([`${own}?${key}`]);
  const fileKeys = await site.parts.db.query<{ key: string }>(sql`select mail_file as key from thread_messages
    where subject_id = ${desk.split('/').at(-1) ?? ''} and mail_file is not null order by message_id`);
  const [first = '', second = ''] = fileKeys.map(({ key: one }) => one);
  const messageId = foreign.split('/').at(-1) ?? '';
  await act('staff', desk, { intent: 'contact.redact', subjectId: desk.split('/').at(-1) ?? '', messageId });
  expect((await site.ask('staff', foreign)).status).toBe(404);
  expect(await (await site.ask('staff', desk)).text()).not.toMatch(/bob@|Quoll/);
  const start = Date.now();
  const statusAfter = async (days: number) => {
    site.clock.now = new Date(start + days * 86_400_000);
    await runJob('contact:deleteOldMails');
    await runJob('storage:sweepFiles');
    return (await site.ask('staff', own)).status;
  };
  expect(await statusAfter(29)).toBe(200);
  await expect(site.parts.files.read(second)).rejects.toBeInstanceOf(FileMissing);
  expect(await statusAfter(31)).toBe(404);
  await expect(site.parts.files.read(first)).rejects.toBeInstanceOf(FileMissing);
  expect(await wordsOf(await site.ask('staff', desk))).toContain('Words.');
  site.clock.now = new Date();
});

test('an address that we have not signed has no mailbox', async () => {
  const [own, other] = [await writeAsAnn(), await writeAsAnn()];
  const [id, forId] = [own.desk, other.desk].map((desk) => (desk.split('/').at(-1) ?? '').replaceAll('-', ''));
  const forged = own.reply.replace(id ?? '', forId ?? '');
  expect(forged).not.toBe(own.reply);
  await expect(mailIn.current?.send(forged, mailOf(['Hello']))).rejects.toMatchObject({ responseCode: 550 });
});

test('what hangs on a mail is sniffed and bounded, and words count whatever hangs on them', async () => {
  const { path, reply } = await writeAsAnn();
  const part = (name: string, text: string) =>
    ['--b', `Content-Disposition: attachment; filename="${name}"`, 'Content-Type: image/png', '', text].join('\r\n');
  const mail = (...files: string[]) =>
    [`From: <${ann}>`, `Message-ID: <f${(testNumber += 1)}@example.com>`]
      .concat(
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="b"',
        '',
        '--b',
        'Content-Type: text/html',
        '',
      )
      .concat('<p>See <b>this</b></p><blockquote>On load.</blockquote>', ...files, '--b--', '')
      .join('\r\n');
  const outside = ['<img src="https://evil.example/p.gif">', '<a href="javascript:alert(1)">click</a>'].join('');
  const hostile = mail().replace('<p>See', `${outside}![p](https://evil.example/q.gif)<p>See`);
  await mailIn.current?.send(reply, hostile);
  const staffView = await (await site.ask('staff', path.split('?')[0] ?? '')).text();
  expect(staffView).not.toMatch(/(?:src|href|srcset|action|style)="[^"]*(?:evil|javascript:)/);
  await mailIn.current?.send(reply, mail(part('a.png', '<svg onload="alert(1)"/>')));
  const broken = Buffer.from('\u0089PNG\r\n\u001a\nno picture', 'latin1').toString('base64');
  const picture = part('b.png', broken).replace('image/png', 'image/png\r\nContent-Transfer-Encoding: base64');
  const files = ['1', '2', '3', '4', '5'].map((name) => part(`${name}.log`, name));
  await mailIn.current?.send(reply, mail(picture, ...files));
  const html = await (await openVisitor(site).get(path)).text();
  expect(html).toContain('See this');
  const words = await wordsOf(new Response(html));
  for (const left of [
    'b.png was left out: it can’t be read.',
    '5.log was left out: a message can have at most four files.',
  ])
    expect(words).toContain(left);
  for (const kept of ['1.log (1 kB)', '4.log (1 kB)', 'a.png (1 kB)']) expect(words).toContain(kept);
  const [, file = ''] = /href="(\/contact\/submissions\/[^"]+\/files\/[^"]+)"/.exec(html) ?? [];
  const saved = await openVisitor(site).get(file);
  expect(saved.headers.get('content-type')).toBe('application/octet-stream');
  expect(saved.headers.get('content-disposition')).toContain('attachment');
});

test('an address from which our mails come back is marked at the desk', async () => {
  const { desk } = await writeAsAnn();
  expect(await (await site.ask('staff', desk)).text()).not.toContain('Email trouble');
  const to = writeReturnPath(systemCurrent(site.parts), ann) ?? '';
  await mailIn.current?.send(to, reportMail({ status: '5.1.1', messageId: ann }), '');
  expect(await (await site.ask('staff', desk)).text()).toContain('Email trouble');
});

test('the mail about a letter of somebody with an account leads to the sign-in, and that to the letter', async () => {
  const sent = await site.submit('creator', '/contact/topics/bug', { ...TYPED, title: 'My own letter' });
  const own = new URL(sent.headers.get('location') ?? '', FORM_HEADERS.origin).searchParams.get('submission') ?? '';
  await answerAsStaff(`/contact/submissions/${own}`);
  await runJobs(site);
  const [link = ''] = /\/contact\/submissions\/[\w?=.%-]+/.exec(mailsTo(CAST.creator.email)[0]?.text ?? '') ?? [];
  expect(link).toBe(`/contact/submissions/${own}`);
  for (const path of [link, `/contact/submissions/${crypto.randomUUID()}`]) {
    const { status, headers } = await openVisitor(site).get(path);
    expect([status, headers.get('location')]).toEqual([302, `/login?returnTo=${encodeURIComponent(path)}`]);
  }
  expect(await (await site.ask('creator', link)).text()).toContain('My own letter');
});

interface Reader {
  readonly name: string;
  /** As whom, and with which key of a link. */
  readonly who: CastName | undefined;
  readonly key: string;
  readonly reads: 'nothing' | 'own' | 'all';
}

const sendWithFile = (who: CastName | undefined, path: string, fields: Record<string, string>) =>
  site.submitFiles(who, path, { ...fields, files: new File([`the file of ${fields['body']}`], 'save.dat') });

const fileIds = (html: string) => [...new Set([...html.matchAll(/\/files\/([\da-f-]{36})/g)].map(([, id = '']) => id))];

test.each(['creator', undefined] as const)(
  'every surface keeps the thread of %s, and its notes, from whoever they are not for',
  async (sender) => {
    const other = await writeAsAnn();
    ann = `ann${(testNumber += 1)}@example.com`;
    const typed = { ...TYPED, title: `Zebra${testNumber}`, body: `Okapi${testNumber}`, email: ann };
    const sent = await sendWithFile(sender, '/contact/topics/bug', typed);
    await runJobs(site);
    const [link = ''] = /\/contact\/submissions\/[\w?=.%-]+/.exec(mailsTo(ann)[0]?.text ?? '') ?? [];
    const subjectId = new URL(sent.headers.get('location') ?? '', FORM_HEADERS.origin).searchParams.get('submission');
    const desk = subjectId === null ? (link.split('?')[0] ?? '') : `/contact/submissions/${subjectId}`;
    const note = { intent: 'contact.answer', kind: 'internal', state: 'waiting', body: `Tapir${testNumber}`, seen: '' };
    expect((await sendWithFile('staff', desk, { ...note, seen: await seenOn(desk) })).status).toBe(200);
    await answerAsStaff(desk, { body: `Quagga${testNumber}` });
    const [own = '', ofNote = ''] = fileIds(await (await site.ask('staff', desk)).text());
    const readers: Reader[] = [
      { name: 'a visitor', who: undefined, key: '', reads: 'nothing' },
      { name: 'another player', who: 'player', key: '', reads: 'nothing' },
      { name: 'the link of another thread', who: undefined, key: other.path.split('?')[1] ?? '', reads: 'nothing' },
      { name: 'a wrong link', who: undefined, key: 'key=no.such', reads: 'nothing' },
      ...(sender === undefined
        ? [{ name: 'the link', who: undefined, key: link.split('?')[1] ?? '', reads: 'own' } as const]
        : [{ name: 'the sender', who: sender, key: '', reads: 'own' } as const]),
      { name: 'staff', who: 'staff', key: '', reads: 'all' },
      { name: 'an admin', who: 'admin', key: '', reads: 'all' },
    ];
    for (const { name, who, key, reads } of readers) {
      const [mayRead, mayReadNotes] = [reads !== 'nothing', reads === 'all'];
      const get = (path: string) => site.ask(who, `${path}${path.includes('?') ? '&' : '?'}${key}`);
      for (const path of [desk, `${desk}.data`, `${desk}?before=ffffffff-ffff-7fff-bfff-ffffffffffff`]) {
        const response = await get(path);
        const words = await response.text();
        const where = `${name} at ${path}`;
        const signIn = path === `${desk}.data` ? 202 : 302;
        const refused = who === undefined && key === '' ? signIn : 404;
        expect(response.status, where).toBe(mayRead ? 200 : refused);
        for (const word of [typed.title, typed.body, 'Quagga']) expect(words.includes(word), where).toBe(mayRead);
        for (const word of ['Tapir', ofNote]) expect(words.includes(word), where).toBe(mayReadNotes);
      }
      expect((await get(`${desk}/files/${own}`)).status, name).toBe(mayRead ? 200 : 404);
      expect((await get(`${desk}/files/${ofNote}`)).status, name).toBe(mayReadNotes ? 200 : 404);
      for (const list of ['/contact/submissions', '/contact/submissions.csv', '/contact/submissions.data']) {
        const found = await (await get(`${list}?view=all&text=${typed.title}`)).text();
        expect(found.includes(subjectId ?? desk.split('/').at(-1) ?? ''), `${name} at ${list}`).toBe(mayReadNotes);
      }
      for (const path of ['/notifications', '/notifications.data', '/api/notifications/count']) {
        const isNotified = name === 'the sender' && path.startsWith('/notifications');
        const words = await (await get(path)).text();
        expect([words.includes(typed.title), words.includes('Tapir')], `${name} at ${path}`).toEqual([
          isNotified,
          false,
        ]);
      }
    }
    expect(await (await site.ask(undefined, '/sitemap.xml')).text()).not.toContain('/contact/submissions');
    const mails = site.parts.mailer.keptMails();
    expect(mails.filter(({ text, html }) => `${text}${html}`.includes('Tapir'))).toEqual([]);
    const receivers = mails.filter(({ text }) => text.includes(`Quagga${testNumber}`)).map(({ to }) => to);
    expect(new Set(receivers)).toEqual(new Set([sender === undefined ? ann : CAST[sender].email]));
  },
);

/** Which tables hold the word, in whatever column. */
async function tablesWith(word: string): Promise<string[]> {
  const rows = await site.parts.db.query<{ table_name: string }>(sql`
    select table_name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and query_to_xml(
      format('select 1 as found from %I.%I t where t::text ilike %L limit 1', table_schema, table_name, ${`%${word}%`}::text),
      true, false, '')::text like '%found%' order by table_name`);
  return rows.map((row) => row.table_name);
}

async function runJob(name: string): Promise<void> {
  await jobs(site.parts)
    .find((job) => job.name === name)
    ?.run({});
}

async function writeWithFile(fields: Record<string, string>): Promise<{ path: string; desk: string; id: string }> {
  await sendWithFile(undefined, '/contact/topics/bug', { ...TYPED, email: ann, ...fields });
  await runJobs(site);
  const [link = ''] = /\/contact\/submissions\/[\w?=.%-]+/.exec(mailsTo(ann)[0]?.text ?? '') ?? [];
  const desk = link.split('?')[0] ?? '';
  return { path: link, desk, id: desk.split('/').at(-1) ?? '' };
}

const storedFiles = async (id: string) =>
  (
    await site.parts.db.query<{ file_key: string }>(sql`select file_key from thread_files where subject_id = ${id}`)
  ).map((row) => row.file_key);

test('what a message says is taken away by staff from every table, mail and search, and who did it is kept', async () => {
  const other = await writeAsAnn();
  ann = `ann${(testNumber += 1)}@example.com`;
  const { path, desk, id } = await writeWithFile({ title: 'Quoll', body: 'Numbat one', version: 'bilby' });
  const first = await seenOn(desk);
  const visitor = openVisitor(site);
  await visitor.post(path, { intent: 'contact.edit', subjectId: id, messageId: first, body: 'Numbat two' });
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Numbat three', seen: first };
  expect((await site.submit('staff', desk, answer)).status).toBe(200);
  const second = await seenOn(desk);
  const [fileId = ''] = fileIds(await (await site.ask('staff', desk)).text());
  const [fileKey = ''] = await storedFiles(id);
  const redact = (who: CastName | undefined, messageId: string) =>
    site.submit(who, desk, { intent: 'contact.redact', subjectId: id, messageId });
  expect((await redact(undefined, first)).status).toBe(401);
  expect((await redact('player', first)).status).toBe(403);
  const of = { intent: 'contact.redact', subjectId: id, messageId: first };
  expect((await site.submit('staff', other.desk, of)).status).toBe(404);
  expect(await tablesWith('numbat')).toEqual(['contact_submissions', 'thread_history', 'thread_messages']);
  for (const messageId of [first, second, first]) expect((await redact('staff', messageId)).status).toBe(200);
  await runJobs(site);
  for (const word of ['numbat', 'quoll', 'bilby']) expect(await tablesWith(word), word).toEqual([]);
  expect(await storedFiles(id)).toEqual([]);
  expect(mailsTo(ann).filter(({ text }) => /numbat/i.test(text))).toEqual([]);
  expect((await visitor.get(`${desk}/files/${fileId}?${path.split('?')[1]}`)).status).toBe(404);
  const words = await wordsOf(await visitor.get(path));
  expect(words).toContain('We removed what was written here.');
  const edit = { intent: 'contact.edit', subjectId: id, messageId: first, body: 'Again' };
  expect((await visitor.post(path, edit)).status).toBe(409);
  const found = async (text: string) => (await site.ask('staff', `/contact/submissions?view=all&text=${text}`)).text();
  expect([(await found('numbat')).includes(id), (await found(ann)).includes(id)]).toEqual([false, true]);
  const deeds = await site.parts.db.query(sql`select user_id, after->'files' as files from audit
    where action = 'submission.redact' and target like ${`submission/${id}/%`} order by audit_id`);
  expect(deeds).toEqual([1, 0].map((files) => ({ user_id: CAST.staff.userId, files })));
  site.clock.now = new Date(Date.now() + 3 * 3_600_000);
  await runJob('storage:sweepFiles');
  await expect(site.parts.files.read(fileKey)).rejects.toBeInstanceOf(FileMissing);
});

test('what was settled a year ago is deleted whole in the night, and nothing that came back', async () => {
  const [root, merged, back, open] = [
    await writeWithFile({ title: 'Potoroo', body: 'Potoroo' }),
    await writeWithFile({ title: 'Potoroo', body: 'Potoroo' }),
    await writeWithFile({ title: 'Quokka', body: 'Quokka' }),
    await writeWithFile({ title: 'Dunnart', body: 'Dunnart' }),
  ];
  const close = { intent: 'contact.change', field: 'state', value: 'closed' };
  for (const { desk } of [root, merged]) await act('staff', desk, close);
  expect((await site.submit('staff', root.desk, { intent: 'contact.merge', from: merged.id })).status).toBe(200);
  await openVisitor(site).post(back.path, { intent: 'contact.close' });
  await openVisitor(site).post(back.path, { intent: 'contact.reply', body: 'It is back.' });
  const answer = { intent: 'contact.answer', kind: 'public', state: 'closed', body: 'Done.' };
  expect((await site.submit('staff', open.desk, { ...answer, seen: await seenOn(open.desk) })).status).toBe(200);
  const undone = await (await site.submit('staff', open.desk, { ...close, value: 'open' })).text();
  expect(undone).toContain('1 message changed.');
  const keys = [...(await storedFiles(root.id)), ...(await storedFiles(merged.id))];
  expect(keys).toHaveLength(2);
  const left = async () => {
    const ids = [root, merged, back, open].map(({ id }) => id);
    const rows = await site.parts.db.query<{ id: string }>(sql`
      select subject_id as id from contact_submissions where subject_id = any(${ids}::uuid[])
      union select subject_id from threads where subject_id = any(${ids}::uuid[])`);
    return ids.filter((one) => rows.some(({ id }) => id === one));
  };
  const start = Date.now();
  site.clock.now = new Date(start + 364 * 86_400_000);
  await runJob('contact:deleteSettled');
  expect(await left()).toHaveLength(4);
  site.clock.now = new Date(start + 367 * 86_400_000);
  // Its sender writes while the night works: whoever has the thread first decides.
  const ran = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from threads where subject_id = ${root.id} for update`);
    const running = runJob('contact:deleteSettled');
    await expect.poll(() => isWaitedFor(stranger)).toBe(true);
    await stranger.query(
      sql`update contact_submissions set state = 'open', closed_at = null where subject_id = ${root.id}`,
    );
    return { running };
  });
  await ran.running;
  expect(await left()).toHaveLength(4);
  await site.stranger.query(sql`update contact_submissions set state = 'closed',
    closed_at = ${new Date(start)} where subject_id = ${root.id}`);
  await runJob('contact:deleteSettled');
  expect(await left()).toEqual([back.id, open.id]);
  expect(await tablesWith('potoroo')).toEqual([]);
  expect((await openVisitor(site).post(root.path, { intent: 'contact.link' })).status).toBe(410);
  const deeds = await site.parts.db.query(sql`select user_id, after from audit where action = 'submission.expire'`);
  expect(deeds).toContainEqual({ user_id: null, after: { count: 2 } });
  await runJob('storage:sweepFiles');
  for (const key of keys) await expect(site.parts.files.read(key)).rejects.toBeInstanceOf(FileMissing);
});

async function isWaitedFor(holder: { query: typeof site.stranger.query }): Promise<boolean> {
  const rows = await holder.query(sql`select from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`);
  return rows.length > 0;
}
