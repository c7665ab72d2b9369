import { createHmac } from 'node:crypto';

import { createTransport } from 'nodemailer';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { inboundMailHandlers } from '#app/nouns.server.ts';
import {
  addSubscriber,
  confirmSubscriptions,
  findPreferences,
  suppressReader,
} from '#app/telegrams/subscribers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { MailDeliveryError } from '#lib/mail/mail-delivery-error.ts';
import { createMailer } from '#lib/mail/mailer.server.ts';
import { smtpError, startMailServer } from '#test/mail/mail-server.ts';
import { complaintMail, reportMail } from '#test/mail/reports.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { findSuppression, forgetBounces, noteAcceptance, noteRefusal, sweepBounces } from './bounces.server.ts';
import { MAX_MAIL_BYTES, handleMail, listenForMails } from './inbound-mail-handler.server.ts';
import { hashAddress, writeReturnPath } from './return-path.server.ts';

const site = useTestSite();
const KEY = 'a key of the mail provider, of 32 characters';
const VARIABLES = { INBOUND_DOMAIN: 'in.example.com', INBOUND_SMTP_PORT: '0', INBOUND_HOOK_KEY: KEY };
const PIP = 'Pip@Example.org';
const DAY_MS = 86_400_000;
const start = new Date();

beforeEach(async () => {
  site.clock.now = start;
  await site.parts.db.query(
    sql`truncate mail_bounces, mail_send_days, mail_blocks, subscribers, newsletter_suppressions cascade`,
  );
});

const current = () => systemCurrent(openTestApp(site, VARIABLES).parts);
const pathOf = (address: string) => writeReturnPath(current(), address) ?? '';

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
    returnPath: (to) => writeReturnPath(current(), to),
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

/** A mail to an address comes back that many days after the test began, because its mailbox is full. */
async function failOn(receive: (to: string, raw: string) => Promise<unknown>, day: number, status = '5.2.2') {
  site.clock.now = new Date(start.getTime() + day * DAY_MS);
  await receive(pathOf(PIP), reportMail({ status, messageId: `day ${day} ${status}` }));
}

test('an address is given up when the mails of five days in a row did not arrive', async () => {
  const receive = await openMailIn();
  for (const day of [0, 7, 7, 7, 14, 21]) await failOn(receive, day);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  // A report is about the day of its mail, also when it comes with those of others.
  await receive(pathOf(PIP), reportMail({ status: '4.4.7', messageId: 'late' }));
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  await failOn(receive, 28);
  expect(await findSuppression(current(), PIP)).toBe('bounce');
  await forgetBounces(current(), PIP);
  await failOn(receive, 35);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
});

test('failures over more than sixty days give nobody up', async () => {
  const receive = await openMailIn();
  for (const day of [0, 16, 32, 48, 64]) await failOn(receive, day);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
});

test('a mail that was taken and did not come back breaks the row, and one that did come back later does not', async () => {
  const receive = await openMailIn();
  const sendOn = async (day: number) => {
    site.clock.now = new Date(start.getTime() + day * DAY_MS);
    await noteAcceptance(current(), PIP);
    return pathOf(PIP);
  };
  await failOn(receive, 0);
  await failOn(receive, 1);
  const path = await sendOn(2);
  for (const day of [3, 4, 5]) await failOn(receive, day);
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  await receive(path, reportMail({ status: '4.4.7', messageId: 'of day 2' }));
  expect(await findSuppression(current(), PIP)).toBe('bounce');
  await forgetBounces(current(), PIP);
  // Nothing is kept of addresses of which nothing has come back.
  await sendOn(6);
  expect(await site.parts.db.query(sql`select day from mail_send_days`)).toEqual([]);
});

test('days that lie too far back are forgotten, and bounces for good and complaints are not', async () => {
  const receive = await openMailIn();
  await receive(pathOf('soft@example.org'), reportMail({ status: '5.2.2' }));
  await receive(pathOf('hard@example.org'), reportMail({ status: '5.1.1' }));
  await receive(pathOf('hard@example.org'), reportMail({ status: '5.2.2', messageId: 'later' }));
  await receive('complaints@in.example.com', complaintMail({ returnPath: pathOf(PIP) }));
  const left = async (days: number) => {
    site.clock.now = new Date(start.getTime() + days * DAY_MS);
    await sweepBounces(current());
    const rows = await site.parts.db.query(sql`select address_hash from mail_send_days`);
    return rows.length;
  };
  expect(await left(59)).toBe(2);
  expect(await left(60)).toBe(0);
  const kept = await site.parts.db.query<{ address_hash: string }>(sql`select address_hash from mail_bounces`);
  const lasting = [hashAddress('hard@example.org'), hashAddress(PIP)];
  expect(kept.map((row) => row.address_hash).toSorted()).toEqual(lasting.toSorted());
});

test('a provider that refuses our mails is told to staff in its words, and suppresses nobody', async () => {
  const receive = await openMailIn();
  const said = '550 5.7.1 mail to pip@example.org refused, 192.0.2.9 is on our block list';
  for (let day = 0; day < 6; day += 1) {
    site.clock.now = new Date(start.getTime() + day * DAY_MS);
    await receive(
      pathOf('pip@example.org'),
      reportMail({ status: '5.7.1', diagnostic: `smtp; ${said}`, messageId: `${day}` }),
    );
  }
  expect(await findSuppression(current(), PIP)).toBeUndefined();
  const staff = await site.ask('staff', '/admin/telegrams');
  const page = await staff.text();
  expect(page).toContain('example.org');
  expect(page).toContain('550 5.7.1 mail to …@… refused, 192.0.2.9 is on our block list');
  expect(page).toContain('6 emails');
  expect(await (await site.ask('staff', '/admin')).text()).toContain('mail provider refuses our emails');
  site.clock.now = new Date(start.getTime() + 13 * DAY_MS);
  expect(await (await site.ask('staff', '/admin/telegrams')).text()).not.toContain('block list');
});

test('of several receivers that a report names, our own counts, and else the one that fares best', async () => {
  const receive = await openMailIn();
  const report = (...groups: [string, string][]) =>
    reportMail({ action: 'relayed' }).replace(
      'Action: relayed',
      [
        'Action: relayed',
        ...groups.map(([to, status]) => `\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: ${status}`),
      ].join('\r\n'),
    );
  await receive(pathOf('kim@example.org'), report(['other@example.org', '5.1.1'], ['Kim@example.org', '5.2.2']));
  await receive(pathOf('ann@example.org'), report(['one@example.net', '5.1.1'], ['two@example.net', '5.2.2']));
  await receive(pathOf('bo@example.org'), report(['other@example.org', '5.2.2'], ['bo@example.org', '5.1.1']));
  await receive(pathOf('di@example.org'), report(['one@example.net', '5.1.1'], ['two@example.net', '5.1.1']));
  const found = await Promise.all(
    ['kim', 'ann', 'bo', 'di'].map((name) => findSuppression(current(), `${name}@example.org`)),
  );
  expect(found).toEqual([undefined, undefined, 'bounce', 'bounce']);
});

test('what is said to our own site at RCPT counts like a report', async () => {
  const { url } = await startMailServer({
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone')) done(smtpError(550, '5.1.1 User unknown'));
      else if (address.startsWith('full')) done(smtpError(552, '5.2.2 Mailbox full'));
      else done(smtpError(554, '5.7.1 Your address 192.0.2.9 is blocked'));
    },
  });
  const mailer = createMailer({ smtpUrl: url, from: 'site@example.com' });
  onTestFinished(() => mailer.close());
  for (const to of ['gone@example.org', 'full@example.org', 'blocked@example.org']) {
    const refusal = await mailer.send({ to, subject: 'Hello', text: 'How are you?' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailDeliveryError);
    if (refusal instanceof MailDeliveryError) await noteRefusal(current(), to, refusal, suppressReader);
  }
  expect(await findSuppression(current(), 'gone@example.org')).toBe('bounce');
  expect(await findSuppression(current(), 'full@example.org')).toBeUndefined();
  const days = await site.parts.db.query(sql`select address_hash from mail_send_days where has_failed`);
  expect(days).toEqual([{ address_hash: hashAddress('full@example.org') }]);
  const blocks = await site.parts.db.query(sql`select domain, words from mail_blocks`);
  expect(blocks).toEqual([{ domain: 'example.org', words: expect.stringContaining('192.0.2.9 is blocked') }]);
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
  // Whoever complains at an address for bounces has only to attach the mail.
  await receive(pathOf(PIP), complaintMail({ returnPath: pathOf(PIP) }));
  for (const table of [sql`mail_bounces`, sql`mail_send_days`]) {
    expect(await site.parts.db.query(sql`select address_hash from ${table}`)).toEqual([]);
  }
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
