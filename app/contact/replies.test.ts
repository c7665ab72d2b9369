import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { mailTakers } from '#app/arriving-mails.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { listenForMails } from '#app/mail/arriving/mail-taker.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { reportMail } from '#test/mail/reports.ts';
import { returnPathOf } from '#app/mail/arriving/return-path.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite({ INBOUND_DOMAIN: 'in.example.com', INBOUND_SMTP_PORT: '0' });
const FORM = { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' };
const TYPED = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };

interface MailIn {
  send(to: string, raw: string, from?: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Mails reach the site over TCP. */
const mailIn: { current?: MailIn } = {};
beforeAll(async () => {
  const listener = await listenForMails(() => systemCurrent(site.parts), mailTakers, '127.0.0.1');
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

const post = (who: CastName | undefined, path: string, fields: Record<string, string>) =>
  site.ask(who, path, { method: 'POST', headers: FORM, body: String(new URLSearchParams(fields)) });

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

async function seenOn(desk: string): Promise<string> {
  const html = await (await site.ask('staff', desk)).text();
  return /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

async function answerAsStaff(desk: string, fields: Record<string, string> = {}): Promise<void> {
  const seen = await seenOn(desk);
  const answer = { intent: 'contact.answer', kind: 'public', state: 'waiting', body: 'Try again.', seen, ...fields };
  expect((await post('staff', desk, answer)).status).toBe(200);
  await runJobs(site);
}

function mailOf(lines: readonly string[], headers: readonly string[] = []): string {
  testNumber += 1;
  return [
    ...[`From: <${ann}>`, `Message-ID: <m${testNumber}@example.com>`, 'Subject: Re: Your message', ...headers],
    ...['Content-Type: text/plain; charset=utf-8', '', ...lines],
  ].join('\r\n');
}

test('P3-C1 a reply by mail lands in its thread without what it quotes, and a closed one opens again', async () => {
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
  for (const absent of ['schrieb', 'Sales', 'above this line']) expect(words).not.toContain(absent);
  expect(words).toContain('On our desk');
  await answerAsStaff(desk, { body: 'Good.' });
  const [, sent = ''] = /Message-ID: (\S+)/.exec(raw) ?? [];
  expect(mailsTo(ann)[0]?.headers).toMatchObject({ 'In-Reply-To': sent, References: `${mailId} ${sent}` });
});

test('P3-C1 programs that answer each other end at once: nothing goes out for what arrives', async () => {
  const { path, reply } = await writeAsAnn();
  await mailIn.current?.send(reply, mailOf(['I am away.'], ['Auto-Submitted: auto-replied']));
  await mailIn.current?.send(reply, mailOf(['I am away too.'], ['Precedence: bulk']), '');
  for (let round = 0; round < 10; round += 1)
    await mailIn.current?.send(reply, mailOf([`Ticket ${round} was opened.`]));
  await runJobs(site);
  expect(mailsTo(ann)).toHaveLength(1);
  const words = await wordsOf(await openVisitor(site).get(path));
  expect(words).not.toContain('away');
  expect(words).toContain('Ticket 9');
});

test('P3-C2 an address that we have not signed has no mailbox', async () => {
  const [own, other] = [await writeAsAnn(), await writeAsAnn()];
  const [id, forId] = [own.desk, other.desk].map((desk) => (desk.split('/').at(-1) ?? '').replaceAll('-', ''));
  const forged = own.reply.replace(id ?? '', forId ?? '');
  expect(forged).not.toBe(own.reply);
  await expect(mailIn.current?.send(forged, mailOf(['Hello']))).rejects.toMatchObject({ responseCode: 550 });
});

test('P3-C3 what hangs on a mail is sniffed and bounded, and words count whatever hangs on them', async () => {
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
  await mailIn.current?.send(reply, mail(part('a.png', '<svg onload="alert(1)"/>')));
  await mailIn.current?.send(reply, mail(part('b.png', '\u0089PNG\r\nno picture')));
  const html = await (await openVisitor(site).get(path)).text();
  expect(html).toContain('See this');
  const [, file = ''] = /href="(\/contact\/submissions\/[^"]+\/files\/[^"]+)"/.exec(html) ?? [];
  const saved = await openVisitor(site).get(file);
  expect(saved.headers.get('content-type')).toBe('application/octet-stream');
  expect(saved.headers.get('content-disposition')).toContain('attachment');
});

test('an address from which our mails come back is marked at the desk', async () => {
  const { desk } = await writeAsAnn();
  expect(await (await site.ask('staff', desk)).text()).not.toContain('Mails do not arrive');
  const to = returnPathOf(systemCurrent(site.parts), ann) ?? '';
  await mailIn.current?.send(to, reportMail({ status: '5.1.1', messageId: ann }), '');
  expect(await (await site.ask('staff', desk)).text()).toContain('Mails do not arrive');
});

interface Reader {
  readonly name: string;
  /** As whom, and with which key of a link. */
  readonly who: CastName | undefined;
  readonly key: string;
  readonly reads: 'nothing' | 'own' | 'all';
}

async function postFiles(who: CastName | undefined, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('files', new File([`the file of ${fields['body']}`], 'save.dat'));
  const packed = new Response(form);
  const headers = { origin: FORM.origin, 'content-type': packed.headers.get('content-type') ?? '' };
  return site.ask(who, path, { method: 'POST', headers, body: new Uint8Array(await packed.arrayBuffer()) });
}

const fileIds = (html: string) => [...new Set([...html.matchAll(/\/files\/([\da-f-]{36})/g)].map(([, id = '']) => id))];

test.each(['creator', undefined] as const)(
  'P3-C2 every surface keeps the thread of %s, and its notes, from whoever they are not for',
  async (sender) => {
    const other = await writeAsAnn();
    ann = `ann${(testNumber += 1)}@example.com`;
    const typed = { ...TYPED, title: `Zebra${testNumber}`, body: `Okapi${testNumber}`, email: ann };
    const sent = await postFiles(sender, '/contact/topics/bug', typed);
    await runJobs(site);
    const [link = ''] = /\/contact\/submissions\/[\w?=.%-]+/.exec(mailsTo(ann)[0]?.text ?? '') ?? [];
    const subjectId = new URL(sent.headers.get('location') ?? '', FORM.origin).searchParams.get('submission');
    const desk = subjectId === null ? (link.split('?')[0] ?? '') : `/contact/submissions/${subjectId}`;
    const note = { intent: 'contact.answer', kind: 'internal', state: 'waiting', body: `Tapir${testNumber}`, seen: '' };
    expect((await postFiles('staff', desk, { ...note, seen: await seenOn(desk) })).status).toBe(200);
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
        expect(response.status, where).toBe(mayRead ? 200 : 404);
        for (const word of [typed.title, typed.body, 'Quagga']) expect(words.includes(word), where).toBe(mayRead);
        for (const word of ['Tapir', ofNote]) expect(words.includes(word), where).toBe(mayReadNotes);
      }
      expect((await get(`${desk}/files/${own}`)).status, name).toBe(mayRead ? 200 : 404);
      expect((await get(`${desk}/files/${ofNote}`)).status, name).toBe(mayReadNotes ? 200 : 404);
      for (const list of ['/contact/submissions', '/contact/submissions.csv', '/contact/submissions.data']) {
        const found = await (await get(`${list}?view=all&text=${typed.title}`)).text();
        expect(found.includes(subjectId ?? desk.split('/').at(-1) ?? ''), `${name} at ${list}`).toBe(mayReadNotes);
      }
      for (const path of ['/notifications', '/notifications.data', '/api/notifications/count', '/sitemap.xml']) {
        const isTold = name === 'the sender' && path.startsWith('/notifications');
        const words = await (await get(path)).text();
        expect([words.includes(typed.title), words.includes('Tapir')], `${name} at ${path}`).toEqual([isTold, false]);
      }
    }
    const mails = site.parts.mailer.keptMails();
    expect(mails.filter(({ text, html }) => `${text}${html}`.includes('Tapir'))).toEqual([]);
    const told = mails.filter(({ text }) => text.includes(`Quagga${testNumber}`)).map(({ to }) => to);
    expect(new Set(told)).toEqual(new Set([sender === undefined ? ann : CAST[sender].email]));
  },
);
