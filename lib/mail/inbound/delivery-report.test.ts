import { expect, test } from 'vitest';

import { complaintMail, reportMail } from '#test/mail/reports.ts';

import { readDeliveryReports } from './delivery-report.ts';
import { readInboundMail } from './inbound-mail.server.ts';

/** How programs write to people that a mail did not arrive, what it is, and from whom, with which subject and words. */
const FAILURES: [string, 'hard' | 'soft' | 'nothing', string, string, string[]][] = [
  [
    'it like qmail, about nobody',
    'hard',
    'MAILER-DAEMON@mx.example.org',
    'failure notice',
    [
      'Hi. This is the qmail-send program at mx.example.org.',
      "I'm afraid I wasn't able to deliver your message.",
      '',
      '<pip@example.org>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Subject: Spam, quota and policy',
    ],
  ],
  [
    'it like qmail, about a full mailbox',
    'soft',
    'MAILER-DAEMON@mx.example.org',
    'failure notice',
    ['Hi. This is the qmail-send program at mx.example.org.', '', '<pip@example.org>:', 'user is over quota (#5.2.2)'],
  ],
  [
    'it like Exim',
    'hard',
    'Mail Delivery System <Mailer-Daemon@mx.example.org>',
    'Mail delivery failed: returning message to sender',
    [
      'A message that you sent could not be delivered. The following address failed:',
      '',
      '  pip@example.org',
      '    host mx.example.org [192.0.2.1]',
      '    SMTP error from remote mail server after RCPT TO:<pip@example.org>:',
      '    550 5.1.1 <pip@example.org>: Recipient address rejected:',
      '    User unknown in local recipient table',
      '',
      '------ This is a copy of the message, including all the headers. ------',
    ],
  ],
  [
    'it like Exim, of our sender',
    'soft',
    'Mailer-Daemon@mx.example.org',
    'Mail delivery failed',
    [
      '  pip@example.org',
      '    SMTP error from remote mail server after MAIL FROM:<a@example.com> SIZE=900:',
      '    550 5.1.1 unknown user',
    ],
  ],
  [
    'it like Exim, but not yet',
    'nothing',
    'Mailer-Daemon@mx.example.org',
    'Warning: message 1a-b delayed 24 hours',
    [
      'A message that you sent has not yet been delivered to one or more of its recipients.',
      '  pip@example.org',
      'Delay reason: 451 busy',
    ],
  ],
  [
    'it like Exchange',
    'hard',
    'postmaster@example.org',
    'Undeliverable: News',
    [
      'Delivery has failed to these recipients or groups:',
      '',
      'pip@example.org',
      "The email address you entered couldn't be found. Please check the recipient's email address.",
      '',
      'Diagnostic information for administrators:',
      '',
      'pip@example.org',
      "Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'",
    ],
  ],
  [
    'it like DragonFly',
    'hard',
    'MAILER-DAEMON <>',
    'Mail delivery failed',
    [
      'This is the DragonFly Mail Agent v0.13 at mx.example.org.',
      '',
      'There was an error delivering your mail to <pip@example.org>.',
      '',
      'mx.example.org [192.0.2.1] did not like our RCPT TO:',
      '550 5.1.6 <pip@example.org>: mailbox has moved, no forwarding address',
      '',
      'Message headers follow.',
    ],
  ],
  [
    'it like Postfix',
    'hard',
    'MAILER-DAEMON@mx.example.org',
    'Undelivered Mail Returned to Sender',
    [
      'This is the mail system at host mx.example.org.',
      '',
      '<pip@example.org>: host mx.example.org[192.0.2.1] said: 550',
      '    unknown user (in reply to RCPT TO command)',
    ],
  ],
  [
    'it like Sendmail, in a transcript',
    'hard',
    'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
    'Returned mail: see transcript',
    [
      '   ----- Transcript of session follows -----',
      '... while talking to mx.example.org.:',
      '>>> RCPT To:<pip@example.org>',
      '<<< 550 host or user unknown',
      '550 5.1.2 <pip@example.org>... Host unknown',
      '',
      '   ----- Original message follows -----',
    ],
  ],
  [
    'it like Sendmail, of a list of blocked servers',
    'soft',
    'MAILER-DAEMON@mx.example.org',
    'Returned mail: see transcript',
    [
      '... while talking to mx.example.org.:',
      '>>> RCPT To:<pip@example.org>',
      '<<< 553 https://www.spamhaus.org/query?ip=192.0.2.1',
      '550 5.1.1 <pip@example.org>... User unknown',
    ],
  ],
  [
    'it in German',
    'hard',
    'postmaster@example.org',
    'Unzustellbar: Neues',
    ['Der Empfänger pip@example.org ist unbekannt.'],
  ],
  [
    'it in French',
    'hard',
    'postmaster@example.org',
    'Échec de la remise',
    ["L'adresse du destinataire pip@example.org est introuvable."],
  ],
  [
    'it in Spanish',
    'hard',
    'postmaster@example.org',
    'No se puede entregar',
    ['El usuario pip no existe en este dominio.'],
  ],
  ['it in Polish', 'hard', 'postmaster@example.org', 'Zwrot: failure', ['Adres pip@example.org nie istnieje.']],
  [
    'it in Russian',
    'hard',
    'mailer-daemon@example.org',
    'Недоставленное сообщение',
    ['Почтовый ящик pip@example.org не найден'],
  ],
  ['it in Japanese', 'hard', 'postmaster@example.org', 'メール配信エラー', ['宛先 pip@example.org は存在しません。']],
  ['it in Chinese', 'hard', 'postmaster@example.org', '系统退信', ['收件人 pip@example.org 不存在']],
  [
    'in Korean that there is no room',
    'soft',
    'postmaster@example.org',
    '반송',
    ['받는 사람의 메일함 용량이 초과되었습니다'],
  ],
  ['in HTML nothing at all', 'soft', 'postmaster@example.org', 'Undeliverable mail', ['Sorry about that.']],
  [
    'nothing, from somebody who is away',
    'nothing',
    'pip@example.org',
    'Automatic reply: News',
    ['I no longer work here. This address does not exist any more.'],
  ],
  ['that it was read', 'nothing', 'pip@example.org', 'Read: News', ['Your message was displayed.']],
  [
    'that it arrived',
    'nothing',
    'MAILER-DAEMON@mx.example.org',
    'Successful Mail Delivery Report',
    ['<pip@example.org>: delivered'],
  ],
];

/** With that status and nothing else. */
function statusMail(status: string): string {
  return [
    'From: MAILER-DAEMON@mx.example.org',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    status,
    '',
    '--b--',
    '',
  ].join('\r\n');
}

const read = (source: string, from = '') =>
  readInboundMail(Buffer.from(source), { from, to: 'bounce+x@in.example.com' }, 'site.example.com');

test.each([
  ['there is no such mailbox', { status: '5.1.1' }, 'hard'],
  ['there is no such host', { status: '5.1.2' }, 'hard'],
  ['somebody has moved', { status: '5.1.6', diagnostic: 'smtp; 551 not our user any more' }, 'hard'],
  ['there is nobody by that name in a directory', { status: '5.1.10' }, 'hard'],
  ['no host could be found', { status: '5.4.4' }, 'hard'],
  [
    'a receiver is refused at the edge',
    { status: '5.4.1', diagnostic: 'smtp; 550 5.4.1 Recipient address rejected: Access denied' },
    'hard',
  ],
  ['a host could not be reached', { status: '5.4.1', diagnostic: 'smtp; 550 5.4.1 no answer from host' }, 'soft'],
  [
    'the mailbox is unavailable',
    { status: '5.5.0', diagnostic: 'smtp; 550 Requested action not taken: mailbox unavailable' },
    'hard',
  ],
  ['the conversation went wrong', { status: '5.5.0', diagnostic: 'smtp; 503 bad sequence of commands' }, 'soft'],
  ['the mailbox is closed', { status: '5.2.0', diagnostic: 'smtp; 550 5.2.1 disabled' }, 'hard'],
  [
    'the mailbox takes nothing',
    { status: '5.2.1', diagnostic: 'smtp; 550 5.2.1 mailbox busy, come back later' },
    'soft',
  ],
  ['the mailbox is full', { status: '5.2.2' }, 'soft'],
  [
    'the mailbox is full, with a number of another thing',
    { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 Mailbox is full' },
    'soft',
  ],
  ['the text was not liked', { status: '5.7.1' }, 'soft'],
  [
    'nobody knows them, with a number of another thing',
    { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 No such user here' },
    'hard',
  ],
  ['our own address was not liked', { status: '5.1.8' }, 'soft'],
  [
    'our own address is unknown',
    { status: '5.1.0', diagnostic: 'smtp; 553 5.1.0 sender address does not exist' },
    'soft',
  ],
  ['it was tried for days', { status: '4.4.7' }, 'soft'],
  ['the summary says little and the server much', { status: '5.0.0', diagnostic: 'smtp; 550 5.1.1 unknown' }, 'hard'],
  ['the summary says little and so does the server', { status: '5.0.0' }, 'soft'],
  ['there is no status but a refusal', { diagnostic: 'smtp; 550 no such user' }, 'hard'],
  ['there is a refusal for now', { diagnostic: 'smtp; 450 mailbox unavailable' }, 'soft'],
  ['there is no status at all', {}, 'soft'],
])('a report that says that %s is classified', async (_what, fields, kind) => {
  const mail = await read(reportMail(fields));
  expect(mail.reports).toEqual([expect.objectContaining({ kind, recipient: 'pip@example.org' })]);
});

test('each receiver of a report is read, also without a block about the mail, and with one that is cut in two', async () => {
  const blocks = [
    ['Original-Recipient: rfc822; pip@example.org', 'Action: failed', 'Status: 5.1.1'],
    ['Final-Recipient: rfc822; ann@example.org', 'Action: relayed', 'Status: 2.1.9'],
    ['Final-Recipient: rfc822; bo@example.org', '', 'Action: Failed (no room)', 'Status: 5.2.2'],
    ['Final-Recipient: rfc822; kim@example.org', 'Action: expired', 'Status: 4.4.7'],
  ];
  const mail = await read(statusMail(blocks.map((block) => block.join('\r\n')).join('\r\n\r\n')));
  expect(mail?.reports.map(({ kind, recipient }) => [recipient, kind])).toEqual([
    ['pip@example.org', 'hard'],
    ['bo@example.org', 'soft'],
    ['kim@example.org', 'soft'],
  ]);
  // All about one receiver, in one block with what is about the mail.
  const alone = await read(
    statusMail('Reporting-MTA: dns; x\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 unknown user'),
  );
  expect(alone?.reports).toMatchObject([{ kind: 'hard' }]);
});

test.each(FAILURES)('a mail for people that says %s is %s', async (_what, kind, from, subject, text) => {
  const source = ['From: ' + from, 'Subject: ' + subject, 'Content-Type: text/plain; charset=utf-8', '', ...text];
  const mail = await read(source.join('\r\n'));
  expect(mail?.reports.map((report) => report.kind)).toEqual(kind === 'nothing' ? [] : [kind]);
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

test('what was said of us or of our mail is kept, and of a mailbox it says nothing', async () => {
  for (const said of [
    '550 5.1.1 rejected: 192.0.2.1 is on our block list',
    '550 5.7.26 this mail has no valid DKIM or SPF',
    '554 5.2.1 sender rejected: user unknown',
    '552 5.2.3 message too large',
  ]) {
    const mail = await read(reportMail({ status: '5.1.1', diagnostic: `smtp; ${said}` }));
    expect(mail?.reports).toMatchObject([{ kind: 'soft', block: expect.stringContaining(said) }]);
  }
  expect((await read(reportMail({ status: '5.2.2' })))?.reports).toMatchObject([{ kind: 'soft', block: undefined }]);
});

test('a mail that was attached alone is a complaint, and a check of signatures is none', async () => {
  const attached = [
    'From: fbl@example.org',
    'Subject: complaint about message from 192.0.2.1',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'X-HmXmrOriginalRecipient: pip@example.org',
    'Return-Path: <bounce+z@in.example.com>',
    'Subject: News',
    '',
    'Hello',
    '--b--',
    '',
  ];
  expect((await read(attached.join('\r\n'), 'fbl@example.org'))?.reports).toMatchObject([
    { kind: 'complaint', returnPath: 'bounce+z@in.example.com', recipient: 'pip@example.org' },
  ]);
  for (const type of ['auth-failure', 'dmarc']) {
    expect((await read(complaintMail({ type })))?.reports).toEqual([]);
  }
  expect((await read(complaintMail({ type: 'opt-out' })))?.reports).toMatchObject([{ kind: 'complaint' }]);
});

test('a report of a megabyte takes no more work than its beginning, whatever it says', () => {
  const words = ['user address name mailbox ', '> ', 'ﷺ', '550 5.1.1\n'];
  const readAll = (length: number) => {
    const start = process.cpuUsage();
    for (const word of words) {
      const long = word.repeat(length / word.length);
      const mail = { headers: [], subject: `failure ${long}`, from: '', text: `undeliverable\n${long}` };
      const status = `Action: failed\nDiagnostic-Code: ${long}`;
      const part = { mimeType: 'message/delivery-status', filename: null, disposition: null, content: status } as const;
      expect(readDeliveryReports({ ...mail, parts: [] })).toHaveLength(1);
      expect(readDeliveryReports({ ...mail, parts: [part] })).toHaveLength(1);
    }
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const lengths = [2 ** 16, 2 ** 20] as const;
  const [short, long] = lengths.map((length) => Math.min(...[1, 2].map(() => readAll(length))));
  expect((long ?? 0) / (short ?? 1)).toBeLessThan(4);
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
