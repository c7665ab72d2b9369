import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';

import { listenForMails, smtpError, startMailServer } from '#test/mail/mail-server.ts';

import { MailDeliveryError } from './mail-delivery-error.ts';
import { createMailer } from './mailer.server.ts';
import type { Mailer, MailerOptions } from './mailer.server.ts';

const FROM = 'The Site <site@example.com>';
const MAIL = { to: 'pip@example.org', subject: 'Hello', text: 'How are you?' };

test('a mail reaches the server with its receiver, subject, both bodies, Message-ID and headers', async () => {
  const { url, taken } = await startMailServer();
  const mailer = open({ smtpUrl: url, publicUrl: 'https://site.example.net/path' });
  await mailer.send({
    ...MAIL,
    subject: 'Grüße, 你好',
    html: '<p>How <b>are</b> you?</p>',
    messageId: 'confirm-17',
    headers: { 'List-Unsubscribe': '<https://site.example.net/unsubscribe>' },
  });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ from: 'site@example.com', to: ['pip@example.org'] });
  const source = taken[0]?.source ?? '';
  expect(source).toMatch(/^From: The Site <site@example\.com>\r$/m);
  expect(source).toMatch(/^To: pip@example\.org\r$/m);
  expect(source).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(source).toMatch(/^Message-ID: <confirm-17@site\.example\.net>\r$/m);
  expect(source).toMatch(/^List-Unsubscribe: <https:\/\/site\.example\.net\/unsubscribe>\r$/m);
  expect(source).toContain('Content-Type: multipart/alternative');
  expect(source).toContain('How are you?');
  expect(source).toContain('<p>How <b>are</b> you?</p>');
  expect(mailer.keptMails()).toEqual([]);
});

test('many mails go over few connections', async () => {
  let connections = 0;
  const { url, taken } = await startMailServer({ onConnect: (_session, accept) => ((connections += 1), accept()) });
  const mailer = open({ smtpUrl: url });
  await Promise.all(Array.from({ length: 30 }, (_, index) => mailer.send({ ...MAIL, messageId: `n${index}` })));
  expect(new Set(taken.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])).size).toBe(30);
  expect(connections).toBeLessThanOrEqual(3);
});

test('with a key every mail is signed for its domain', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { url, taken } = await startMailServer();
  const mailer = open({ smtpUrl: url, dkim: { domainName: 'example.com', keySelector: 'site', privateKey } });
  await mailer.send(MAIL);
  expect(taken[0]?.source).toMatch(/^DKIM-Signature: [^]*d=example\.com;[^]*s=site;[^]*b=/m);
});

test('a receiver refused with 550 is a permanent failure, one refused with 450 is not', async () => {
  const { url } = await startMailServer({
    onRcptTo: ({ address }, _session, decide) =>
      decide(smtpError(address.startsWith('gone') ? 550 : 450, 'not this one')),
  });
  const mailer = open({ smtpUrl: url });
  await expectNotSent(mailer.send({ ...MAIL, to: 'gone@example.org' }), { permanent: true });
  await expectNotSent(mailer.send({ ...MAIL, to: 'full@example.org' }), { permanent: false });
});

test('a mail refused after its text is a failure of the kind that the server says', async () => {
  const { url } = await startMailServer({
    onData: (stream, _session, decide) =>
      void text(stream).then((source) => decide(smtpError(/Spam/.test(source) ? 554 : 451, 'no'))),
  });
  const mailer = open({ smtpUrl: url });
  await expectNotSent(mailer.send({ ...MAIL, subject: 'Spam' }), { permanent: true });
  await expectNotSent(mailer.send({ ...MAIL, subject: 'Ham' }), { permanent: false });
});

test('a wrong password is not the fault of the mail', async () => {
  const { url } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, decide) => decide(smtpError(535, 'who are you')),
  });
  const mailer = open({ smtpUrl: url.replace('//', '//user:wrong@') });
  await expectNotSent(mailer.send(MAIL), { permanent: false });
});

test('a server that is away, that hangs up or that never speaks is a temporary failure', async () => {
  const port = await freePort();
  await expectNotSent(open({ smtpUrl: `smtp://127.0.0.1:${port}` }).send(MAIL), { permanent: false });
  const hangsUp = await listen(createServer((socket) => socket.destroy()));
  await expectNotSent(open({ smtpUrl: hangsUp }).send(MAIL), { permanent: false, isUncertain: false });
});

test.each([
  ['never greets', 0, false],
  ['falls silent after its greeting', 1, false],
  ['falls silent before it takes the sender', 2, false],
  ['falls silent before it takes the text', 4, false],
  ['falls silent after the text', 5, true],
])('of a server that %s it is known whether it may have taken the mail', async (_what, answers, isUncertain) => {
  const smtpUrl = await listen(createServer((socket) => answerThenFallSilent(socket, answers)));
  const mailer = open({ smtpUrl, timeout: 100 });
  await expectNotSent(mailer.send(MAIL), { permanent: false, isUncertain, isServerAway: !isUncertain });
});

function answerThenFallSilent(socket: Socket, answers: number): void {
  onTestFinished(() => void socket.destroy());
  const script = ['220 Hello', '250 site', '250 Sender', '250 Receiver', '354 Go on'].slice(0, answers);
  const answer = () => {
    const line = script.shift();
    if (line !== undefined) socket.write(`${line}\r\n`);
  };
  answer();
  socket.on('data', answer);
}

test('a second server takes what the first is not there for, and nothing that the first has judged', async () => {
  const second = await startMailServer();
  const away = `smtp://127.0.0.1:${await freePort()}`;
  const mailer = open({ smtpUrl: away, fallbackUrl: second.url });
  await mailer.send({ ...MAIL, messageId: 'same' });
  await mailer.send(MAIL);
  expect(second.taken).toHaveLength(2);
  expect(second.taken[0]?.source).toContain('Message-ID: <same@');
  for (const code of [450, 550]) {
    const { url } = await startMailServer({ onRcptTo: (_to, _session, next) => next(smtpError(code, 'no')) });
    const judged = open({ smtpUrl: url, fallbackUrl: second.url });
    await expectNotSent(judged.send(MAIL), { permanent: code === 550 });
  }
  expect(second.taken).toHaveLength(2);
  await expectNotSent(open({ smtpUrl: away, fallbackUrl: away }).send(MAIL), { permanent: false, isUncertain: false });
});

test('without a server the newest mails are kept, newest first', async () => {
  const mailer = open({ keep: 3 });
  for (const subject of ['one', 'two', 'three', 'four']) await mailer.send({ ...MAIL, subject, messageId: subject });
  expect(mailer.keptMails().map(({ subject }) => subject)).toEqual(['four', 'three', 'two']);
  const [newest] = mailer.keptMails();
  expect(newest).toEqual({
    ...MAIL,
    subject: 'four',
    from: FROM,
    messageId: '<four@example.com>',
    headers: {},
    at: expect.any(Date),
  });
});

test('a mailer keeps a hundred mails by default', async () => {
  const mailer = open();
  for (let count = 0; count < 101; count += 1) await mailer.send(MAIL);
  expect(mailer.keptMails()).toHaveLength(100);
});

test.each([
  ['a receiver with a line break', { to: 'pip@example.org\r\nBcc: all@example.org' }],
  ['a receiver with a line feed at its end', { to: 'pip@example.org\n' }],
  ['two receivers', { to: 'pip@example.org, pop@example.org' }],
  ['a receiver with a name', { to: 'Pip <pip@example.org>' }],
  ['a quoted receiver', { to: '"pip@example.org, x"@example.com' }],
  ['a receiver without a host', { to: 'pip' }],
  ['no receiver', { to: '' }],
  ['a receiver of 255 characters', { to: `${'p'.repeat(243)}@example.org` }],
  ['a subject with a line break', { subject: 'Hello\r\nBcc: all@example.org' }],
  ['a subject with a carriage return', { subject: 'Hello\rBcc: all@example.org' }],
  ['no subject', { subject: '' }],
  ['no text', { text: ' \n' }],
  ['a Message-ID with a bracket', { messageId: 'x>\r\nBcc: all@example.org' }],
  ['a header value with a line break', { headers: { 'X-Note': 'a\r\nBcc: all@example.org' } }],
  ['a header name with a colon', { headers: { 'Bcc: all@example.org\r\nX': 'a' } }],
])('a mail with %s is refused before any server sees it', async (_what, wrong) => {
  const { url, taken } = await startMailServer();
  await expectNotSent(open({ smtpUrl: url }).send({ ...MAIL, ...wrong }), { permanent: true });
  await expectNotSent(open().send({ ...MAIL, ...wrong }), { permanent: true });
  expect(taken).toEqual([]);
});

describe('a mailer knows whether its server is there', () => {
  test('by a greeting, which it remembers for a while', async () => {
    let greetings = 0;
    const { url } = await startMailServer({ onConnect: (_session, accept) => ((greetings += 1), accept()) });
    const mailer = open({ smtpUrl: url });
    const asked = await Promise.all(Array.from({ length: 5 }, () => mailer.isThere(3000)));
    expect([...asked, await mailer.isThere(3000), greetings]).toEqual([true, true, true, true, true, true, 1]);
  });

  test('not where nothing listens, and again when it does', async () => {
    const port = await freePort();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${port}` });
    expect(await mailer.isThere(3000)).toBe(false);
    const late = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], closeTimeout: 100 });
    onTestFinished(() => new Promise<void>((closed) => late.close(closed)));
    late.listen(port, '127.0.0.1');
    await once(late.server, 'listening');
    expect(await mailer.isThere(3000)).toBe(true);
  });

  test('not when it is silent for as long as somebody waits', async () => {
    const mailer = open({ smtpUrl: await listen(createServer()), timeout: 500 });
    const start = performance.now();
    expect(await mailer.isThere(100)).toBe(false);
    expect(performance.now() - start).toBeLessThan(400);
  });

  test('no longer when a mail has found it away', async () => {
    const server = await listenForMails();
    const mailer = open({ smtpUrl: server.url });
    expect(await mailer.isThere(3000)).toBe(true);
    await server.close();
    await expectNotSent(mailer.send(MAIL), { isServerAway: true });
    expect(await mailer.isThere(3000)).toBe(false);
  });

  test('or the other one, which takes what the first is not there for', async () => {
    const { url } = await startMailServer();
    expect(await open({ smtpUrl: `smtp://127.0.0.1:${await freePort()}`, fallbackUrl: url }).isThere(3000)).toBe(true);
    expect(await open().isThere(3000)).toBe(true);
  });
});

function open(options: Partial<MailerOptions> = {}): Mailer {
  const mailer = createMailer({ from: FROM, ...options });
  onTestFinished(() => mailer.close());
  return mailer;
}

async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return urlOf(server);
}

function urlOf(server: Pick<Server, 'address'>): string {
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function expectNotSent(sending: Promise<void>, how: Partial<MailDeliveryError>): Promise<void> {
  const thrown = await sending.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(MailDeliveryError);
  expect(thrown).toMatchObject(how);
}
