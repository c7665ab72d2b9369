import { createHmac } from 'node:crypto';

import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { inboundMailHandlers } from '#app/nouns.server.ts';
import { rateLimited } from '#lib/calls/problems.ts';
import { readInboundMail } from '#lib/mail/inbound/inbound-mail.server.ts';
import { Problem } from '#lib/problem.ts';
import { hostileMails } from '#test/mail/hostile-mails.ts';
import { reportMail } from '#test/mail/reports.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { findSuppression } from './bounces.server.ts';
import { handleMail, listenForMails } from './inbound-mail-handler.server.ts';
import type { InboundDelivery, InboundMailHandler } from './inbound-mail-handler.server.ts';
import { writeReturnPath } from './return-path.server.ts';

const site = useTestSite();
const KEY = 'a key of the mail provider, of 32 characters';
const VARIABLES = { INBOUND_DOMAIN: 'in.example.com', INBOUND_SMTP_PORT: '0', INBOUND_HOOK_KEY: KEY };
const COMPLAINTS = 'complaints@in.example.com';

type Send = (to: string, raw: string | Buffer, from?: string) => Promise<unknown>;

/** Mails reach the site over TCP. @param limits a factor of the limits; 0 turns them off */
async function openMailIn(handlers = inboundMailHandlers, limits = '0'): Promise<Send> {
  const { parts } = openTestApp(site, { ...VARIABLES, LIMITS: limits });
  const listener = await listenForMails(() => systemCurrent(parts), handlers, '127.0.0.1');
  onTestFinished(() => listener?.close());
  const transport = createTransport({ host: '127.0.0.1', port: listener?.port ?? 0, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return (to, raw, from = 'mallory@example.org') => transport.sendMail({ envelope: { from, to }, raw });
}

const handlerOf = (handle: (mail: InboundDelivery) => Promise<void>): InboundMailHandler => ({
  acceptsAutomatic: true,
  knows: () => true,
  handle: (_current, mail) => handle(mail),
});

const current = () => systemCurrent(openTestApp(site, VARIABLES).parts);

test('mails that are made to hold up the site are refused for good, and the next one is taken', async () => {
  const send = await openMailIn();
  for (const name of [
    '66,000 lines of >',
    'a megabyte of empty lines',
    '90,000 empty parts',
    'parts 1,000 deep',
    'HTML 15,000 deep',
    '100,000 header fields',
    'a header line of a megabyte',
    '100,000 receivers',
  ]) {
    const mail = hostileMails[name]?.() ?? '';
    await expect(send(COMPLAINTS, mail), name).rejects.toMatchObject({ responseCode: 554, command: 'DATA' });
  }
  await expect(send(COMPLAINTS, 'no head')).rejects.toMatchObject({ responseCode: 554 });
  const path = writeReturnPath(current(), 'pip@example.org') ?? '';
  await send(path, reportMail({ status: '5.1.1' }), '');
  expect(await findSuppression(current(), 'pip@example.org')).toBe('bounce');
});

/** Turns of the thread that answers while the work goes on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const progress = { turns: 0, isDone: false };
  const done = work().finally(() => (progress.isDone = true));
  while (!progress.isDone) {
    await new Promise(setImmediate);
    progress.turns += 1;
  }
  await done;
  return progress.turns;
}

test('a mail that takes long to read is read beside the thread that answers', async () => {
  const mail = Buffer.from((hostileMails['a megabyte in UTF-7']?.() ?? '').slice(0, 250_000), 'latin1');
  const answers: number[] = [];
  const handler = handlerOf((delivery) => Promise.resolve(void answers.push(delivery.lines.length)));
  const read = (source: Buffer) =>
    handleMail(current(), [{ to: COMPLAINTS, handler }], Buffer.from(source), {
      from: 'mallory@example.org',
      isTrusted: false,
    });
  await read(Buffer.from('Subject: x\r\n\r\nHello'));
  const beside = await turnsDuring(() => read(mail));
  const alone = await turnsDuring(() => readInboundMail(Buffer.from(mail), { from: '', to: '' }, 'site.example.com'));
  expect(answers).toEqual([1, 1]);
  expect(alone).toBeLessThan(10);
  expect(beside).toBeGreaterThan(100);
});

test('a network or a receiver with too many mails is to come again later', async () => {
  site.clock.now = new Date(Date.UTC(2030, 0, 1));
  // Three mails a minute.
  const send = await openMailIn(inboundMailHandlers, '0.05');
  for (let sent = 0; sent < 3; sent += 1) await send(COMPLAINTS, 'Subject: x\r\n\r\nHello');
  await expect(send(COMPLAINTS, 'Subject: x')).rejects.toMatchObject({ responseCode: 450, command: 'MAIL FROM' });
  site.advanceClock(60_000);
  await send(COMPLAINTS, 'Subject: x\r\n\r\nHello');
  // A point for the mail, and two for its megabytes.
  const large = `Subject: x\r\n\r\n${`${'x'.repeat(900)}\r\n`.repeat(2500)}`;
  await expect(send(COMPLAINTS, large)).rejects.toMatchObject({ responseCode: 450, command: 'DATA' });
  site.advanceClock(60_000);
  await send(COMPLAINTS, large);
  site.advanceClock(60_000);
  // Six mails in ten minutes.
  await expect(send(COMPLAINTS, 'Subject: x')).rejects.toMatchObject({ responseCode: 450, command: 'RCPT TO' });
  await send(writeReturnPath(current(), 'pop@example.org') ?? '', 'Subject: x\r\n\r\nHello');
});

test('a provider is told the same by the status', async () => {
  site.clock.now = new Date();
  const app = openTestApp(site, { ...VARIABLES, LIMITS: '0.02' });
  const send = (body: string, to = COMPLAINTS) => {
    const time = Math.floor(Date.now() / 1000);
    const value = createHmac('sha256', KEY).update(`${time}\n\n${to}\n${body}`).digest('hex');
    const headers = { 'rumpus-mail-to': to, 'rumpus-signature': `t=${time},v1=${value}` };
    return app.sendRequest('/api/mails/arrivals', { method: 'POST', body, headers });
  };
  const unreadable = await send(hostileMails['parts 1,000 deep']?.() ?? '');
  expect([unreadable.status, await unreadable.json()]).toMatchObject([422, { code: 'mail.unreadable' }]);
  expect((await send('Subject: x\r\n\r\nHello')).status).toBe(204);
  const busy = await send('Subject: x\r\n\r\nHello');
  expect([busy.status, busy.headers.get('retry-after'), await busy.json()]).toMatchObject([
    429,
    '60',
    { code: 'mail.busy' },
  ]);
});

test('a mail that could not be kept comes again, and so does one of somebody who writes too much', async () => {
  const failing = await openMailIn([handlerOf(() => Promise.reject(new Error('the database sleeps')))]);
  await expect(failing(COMPLAINTS, 'Subject: x')).rejects.toMatchObject({ responseCode: 451 });
  const limited = await openMailIn([handlerOf(() => Promise.reject(new Problem(rateLimited)))]);
  await expect(limited(COMPLAINTS, 'Subject: x')).rejects.toMatchObject({ responseCode: 450 });
});

test('words without a charset are read in that of the language of whoever writes', async () => {
  const words: unknown[] = [];
  const send = await openMailIn([
    {
      ...handlerOf((mail) => Promise.resolve(void words.push(mail.lines[0]?.text))),
      findLocale: (_current, to) => Promise.resolve(to.startsWith('ja') ? 'ja-JP' : undefined),
    },
  ]);
  const mail = Buffer.from('Subject: x\r\n\r\n\x83\x65\x83\x58\x83\x67', 'latin1');
  for (const to of ['ja@in.example.com', 'a@in.example.com']) await send(to, mail);
  expect(words).toEqual(['テスト', 'ƒeƒXƒg']);
});

test('a mail has as many files of five megabytes as a form, for each of its receivers', async () => {
  const got: (readonly [string, ...number[]])[] = [];
  const send = await openMailIn([
    handlerOf(({ to, files, source }) =>
      Promise.resolve(void got.push([to, source.length, ...files.map(({ bytes }) => bytes.length)])),
    ),
  ]);
  const file = Buffer.alloc(5 * 2 ** 20, 1)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n');
  const head = 'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  const mail = Buffer.from(
    `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${head}${file}\r\n`.repeat(4)}--b--\r\n`,
  );
  await send('a@in.example.com, b@in.example.com', mail);
  const files = Array.from({ length: 4 }, () => 5 * 2 ** 20);
  expect(got).toEqual([
    ['a@in.example.com', mail.length, ...files],
    ['b@in.example.com', mail.length, ...files],
  ]);
});
