import { expect, test } from 'vitest';

import { complaintMail, reportMail } from '#test/mail/reports.ts';

import { readInboundMail } from './inbound-mail.server.ts';

const read = (source: string, from = '') =>
  readInboundMail(Buffer.from(source), { from, to: 'bounce+x@in.example.com' }, 'site.example.com');

test.each([
  ['there is no such mailbox', { status: '5.1.1' }, 'hard'],
  ['there is no such host', { status: '5.1.2' }, 'hard'],
  ['the mailbox is closed', { status: '5.2.0', diagnostic: 'smtp; 550 5.2.1 disabled' }, 'hard'],
  ['the mailbox is full', { status: '5.2.2' }, 'soft'],
  ['the text was not liked', { status: '5.7.1' }, 'soft'],
  ['it was tried for days', { status: '4.4.7' }, 'soft'],
  ['the summary says little and the server much', { status: '5.0.0', diagnostic: 'smtp; 550 5.1.1 unknown' }, 'hard'],
  ['the summary says little and so does the server', { status: '5.0.0' }, 'hard'],
  ['there is no status but a refusal', { diagnostic: 'smtp; 550 no such user' }, 'hard'],
  ['there is no status at all', {}, 'soft'],
])('a report that %s is classified', async (_what, fields, kind) => {
  const mail = await read(reportMail(fields));
  expect(mail.reports).toEqual([expect.objectContaining({ kind, recipient: 'pip@example.org' })]);
});

test('a mail that is late, that went on or that arrived has not come back', async () => {
  for (const action of ['delayed', 'relayed', 'delivered', 'expanded']) {
    expect((await read(reportMail({ action, status: '4.4.1' }))).reports).toEqual([]);
  }
});

test('folded lines, small letters and a copy of our mail are read', async () => {
  const mail = await read(
    reportMail({
      status: '5.0.0',
      diagnostic: 'smtp;\r\n   550\r\n\t5.1.1 gone',
      returnPath: 'bounce+y@in.example.com',
    }),
  );
  expect(mail.reports).toEqual([
    { kind: 'hard', status: '5.1.1', returnPath: 'bounce+y@in.example.com', recipient: 'pip@example.org' },
  ]);
});

test('a complaint names where our mail came from, and that something was wanted is none', async () => {
  const complaint = await read(complaintMail({ returnPath: 'bounce+z@in.example.com' }), 'fbl@example.org');
  expect(complaint?.reports).toEqual([
    { kind: 'complaint', status: undefined, returnPath: 'bounce+z@in.example.com', recipient: 'pip@example.org' },
  ]);
  expect((await read(complaintMail({ type: 'not-spam' }))).reports).toEqual([]);
});

test('what a person writes is no report, whatever it says', async () => {
  const mail = await read(
    'From: pip@example.org\r\nSubject: Re\r\n\r\nFinal-Recipient: a@b\r\nAction: failed',
    'pip@x.org',
  );
  expect(mail).toMatchObject({ reports: [], isAutomatic: false });
});

test.each([
  ['nobody sent it', '', 'Subject: x'],
  ['it says so', 'a@b.org', 'Auto-Submitted: auto-replied'],
  ['it is in bulk', 'a@b.org', 'Precedence: bulk'],
  ['it is of a list', 'a@b.org', 'List-Id: <x.example.org>'],
  ['it is our own', 'a@b.org', 'Message-ID: <abc@Site.example.com>'],
  ['it is a report', 'a@b.org', 'Content-Type: multipart/report; boundary=x'],
])('nobody answers a mail of which %s', async (_what, from, header) => {
  expect((await read(`${header}\r\nFrom: a@b.org\r\n\r\nHello`, from)).isAutomatic).toBe(true);
  expect((await read(`Auto-Submitted: no\r\nFrom: a@b.org\r\n\r\nHello`, 'a@b.org')).isAutomatic).toBe(false);
});
