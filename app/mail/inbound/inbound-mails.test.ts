import { createHmac } from 'node:crypto';

import { createTransport } from 'nodemailer';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { inboundMailHandlers } from '#app/inbound-mails.server.ts';
import { addSubscriber, confirmSubscriptions, findPreferences } from '#app/telegrams/subscribers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createMailer } from '#lib/mail/mailer.server.ts';
import { startMailServer } from '#test/mail/mail-server.ts';
import { complaintMail, reportMail } from '#test/mail/reports.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { findSuppression, forgetBounces, sweepBounces } from './bounces.server.ts';
import { MAX_MAIL_BYTES, handleMail, listenForMails } from './inbound-mail-handler.server.ts';
import { addressHashOf, returnPathOf } from './return-path.server.ts';

const site = useTestSite();
const KEY = 'a key of the mail provider, of 32 characters';
const VARIABLES = { INBOUND_DOMAIN: 'in.example.com', INBOUND_SMTP_PORT: '0', INBOUND_HOOK_KEY: KEY };
const PIP = 'Pip@Example.org';

beforeEach(async () => {
  site.clock.now = new Date();
  await site.parts.db.query(sql`truncate mail_bounces, subscribers, newsletter_suppressions cascade`);
});

const current = () => systemCurrent(openTestApp(site, VARIABLES).parts);
const pathOf = (address: string) => returnPathOf(current(), address) ?? '';

/** Mails reach the site over TCP. */
async function openMailIn(): Promise<(to: string, raw: string) => Promise<unknown>> {
  const listener = await listenForMails(current, inboundMailHandlers, '127.0.0.1');
  onTestFinished(() => listener?.close());
  const transport = createTransport({ host: '127.0.0.1', port: listener?.port ?? 0, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return (to, raw) => transport.sendMail({ envelope: { from: '', to }, raw });
}

test('a mail goes out with a return path of its receiver, by which a report names whom it is about', async () => {
  const { url, taken } = await startMailServer();
  const mailer = createMailer({
    smtpUrl: url,
    from: 'site@example.com',
    returnPath: (to) => returnPathOf(current(), to),
  });
  onTestFinished(() => mailer.close());
  await mailer.send({ to: PIP, subject: 'Hello', text: 'How are you?' });
  const [mail] = taken;
  expect(mail?.from).toMatch(/^bounce\+[0-9a-f]{48}@in\.example\.com$/);
  expect(mail?.source).toMatch(/^From: site@example\.com\r$/m);
  const receive = await openMailIn();
  await receive(
    mail?.from.toUpperCase().replace('IN.EXAMPLE.COM', 'in.example.com') ?? '',
    reportMail({ status: '5.1.1' }),
  );
  expect(await findSuppression(current(), 'pip@example.org')).toBe('bounce');
});

test('a report for a path that we have not signed is refused, so that nobody has others suppressed', async () => {
  const receive = await openMailIn();
  const forged = pathOf(PIP).replace(/[0-9a-f](?=@)/, (digit) => (digit === '0' ? '1' : '0'));
  for (const to of [forged, 'bounce+@in.example.com', 'pip@in.example.com', pathOf(PIP).replace('in.', 'out.')]) {
    await expect(receive(to, reportMail({ status: '5.1.1' }))).rejects.toMatchObject({ responseCode: 550 });
  }
  // Whoever has a signed path of their own speaks of themselves alone, whatever the report says.
  await receive(pathOf('mallory@example.org'), reportMail({ status: '5.1.1' }));
  expect(await findSuppression(current(), 'pip@example.org')).toBeUndefined();
  expect(await findSuppression(current(), 'mallory@example.org')).toBe('bounce');
});

test('failures that may pass suppress after three, each once, and decay', async () => {
  const receive = await openMailIn();
  const report = (messageId: string) => receive(pathOf(PIP), reportMail({ status: '5.2.2', messageId }));
  await report('one');
  await report('one');
  await report('two');
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  await report('three');
  expect(await findSuppression(current(), PIP)).toBe('bounce');
  site.clock.now = new Date(Date.now() + 7 * 86_400_000);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  await report('four');
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  await report('five');
  expect(await findSuppression(current(), PIP)).toBe('bounce');
});

test('failures that have decayed are forgotten, and bounces for good and complaints are not', async () => {
  const receive = await openMailIn();
  const [soft, hard] = [pathOf('soft@example.org'), pathOf('hard@example.org')];
  for (const messageId of ['one', 'two', 'three']) await receive(soft, reportMail({ status: '5.2.2', messageId }));
  await receive(hard, reportMail({ status: '5.1.1' }));
  await receive(hard, reportMail({ status: '5.2.2', messageId: 'later' }));
  await receive('complaints@in.example.com', complaintMail({ returnPath: pathOf(PIP) }));
  const left = async (days: number) => {
    site.clock.now = new Date(Date.now() + days * 86_400_000);
    await sweepBounces(current());
    const rows = await site.parts.db.query<{ address_hash: string }>(sql`select address_hash from mail_bounces`);
    return rows.map((row) => row.address_hash).toSorted();
  };
  const lasting = [addressHashOf('hard@example.org'), addressHashOf(PIP)];
  // Of three failures 0.19 is left after four weeks, and 0.05 after six.
  expect(await left(28)).toEqual([...lasting, addressHashOf('soft@example.org')].toSorted());
  expect(await left(42)).toEqual(lasting.toSorted());
});

test('a hard bounce suppresses a reader, a complaint outweighs it, and a mail that has arrived since forgives', async () => {
  const receive = await openMailIn();
  const subscriberId = await addSubscriber(current(), { email: PIP }, null);
  await confirmSubscriptions(current(), subscriberId, ['ballyhoo']);
  await receive(pathOf(PIP), reportMail({ status: '5.1.1' }));
  expect((await findPreferences(current(), subscriberId)).suppressed).toBe('bounce');
  await receive('complaints@in.example.com', complaintMail({ returnPath: pathOf(PIP) }));
  expect((await findPreferences(current(), subscriberId)).suppressed).toBe('complaint');
  const consents = await site.parts.db.query<{ kind: string }>(sql`
    select kind from newsletter_consents where subscriber_id = ${subscriberId} order by kind`);
  expect(consents.map(({ kind }) => kind)).toEqual(['bounce', 'complaint']);
  await forgetBounces(current(), PIP);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
});

test('a complaint without a signed path, and an answer to a bounce address, change nothing', async () => {
  const receive = await openMailIn();
  await receive('complaints@in.example.com', complaintMail({ returnPath: 'rumpus@example.com' }));
  await receive(
    pathOf(PIP),
    'From: pip@example.org\r\nSubject: I am away\r\nAuto-Submitted: auto-replied\r\n\r\nBack soon',
  );
  await receive(pathOf(PIP), reportMail({ action: 'delayed', status: '4.4.1' }));
  expect(await site.parts.db.query(sql`select address_hash from mail_bounces`)).toEqual([]);
});

test('what a program sends never reaches who answers people', async () => {
  const taken: string[] = [];
  const handler = {
    acceptsAutomatic: false,
    knows: () => true,
    handle: async (_current: unknown, mail: { messageId: string }) => void taken.push(mail.messageId),
  };
  const own = new URL(current().config.mainUrl).hostname;
  for (const [id, header, from] of [
    ['<person@example.org>', 'X-Note: a', 'pip@example.org'],
    ['<nobody@example.org>', 'X-Note: a', ''],
    ['<away@example.org>', 'Auto-Submitted: auto-replied', 'pip@example.org'],
    [`<own@${own}>`, 'X-Note: a', 'pip@example.org'],
  ] as const) {
    const source = Buffer.from(`Message-ID: ${id}\r\n${header}\r\n\r\nHello`);
    await handleMail(current(), [{ to: 'a@in.example.com', handler }], source, { from, isTrusted: false });
  }
  expect(taken).toEqual(['<person@example.org>']);
});

test('a provider hands a mail over by HTTP, signed with its key and not long ago', async () => {
  const app = openTestApp(site, VARIABLES);
  const send = (body: string, { key = KEY, age = 0, to = pathOf('x@example.org'), signedTo = '' } = {}) => {
    const time = Math.floor(Date.now() / 1000) - age;
    const value = createHmac('sha256', key)
      .update(`${time}\n\n${signedTo || to}\n${body}`)
      .digest('hex');
    const headers = { 'rumpus-mail-to': to, 'rumpus-signature': `t=${time},v1=${value}` };
    return app.sendRequest('/api/mails/arrivals', { method: 'POST', body, headers });
  };
  const report = reportMail({ status: '5.1.1' });
  expect((await send(report, { key: `${KEY}!` })).status).toBe(403);
  expect((await send(report, { age: 400 })).status).toBe(403);
  expect((await send(report, { signedTo: pathOf(PIP) })).status).toBe(403);
  expect((await send(report, { to: 'stranger@in.example.com' })).status).toBe(404);
  expect((await send(`Subject: x\r\n\r\n${'x'.repeat(MAX_MAIL_BYTES)}`)).status).toBe(413);
  expect((await send(`Subject: x\r\n\r\n${'>\r\n'.repeat(30_000)}`)).status).toBe(422);
  expect(await site.parts.db.query(sql`select address_hash from mail_bounces`)).toEqual([]);
  expect((await send(report)).status).toBe(204);
  expect(await findSuppression(current(), 'x@example.org')).toBe('bounce');
  // A provider whose reports do not come back to our path names the address, and is believed.
  expect((await send(complaintMail({}), { to: 'complaints@in.example.com' })).status).toBe(204);
  expect(await findSuppression(current(), PIP)).toBe('complaint');
  const unset = openTestApp(site, { INBOUND_DOMAIN: 'in.example.com' });
  const headers = { 'rumpus-mail-to': 'x', 'rumpus-signature': `t=1,v1=${'0'.repeat(64)}` };
  expect((await unset.sendRequest('/api/mails/arrivals', { method: 'POST', body: 'x', headers })).status).toBe(403);
});
