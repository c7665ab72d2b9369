import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';

import { hostileMails } from '#test/mail/hostile-mails.ts';

import { readInboundMail } from './inbound-mail.server.ts';
import type { InboundMail } from './inbound-mail.server.ts';
import { textOfLines } from './mail-text.ts';
import { MAIL_BOUNDS, MailFormError, readMime } from './mime.ts';

const ENVELOPE = { from: 'pip@example.org', to: 'reply@in.example.com' };

/** @param source a letter for each byte */
function read(source: string, usualCharset?: string) {
  return readInboundMail(Buffer.from(source, 'latin1'), ENVELOPE, 'site.example.com', usualCharset);
}

const textOf = (mail: InboundMail) => textOfLines(mail.lines);
const latin = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('latin1');
const lines = (...all: string[]) => all.join('\r\n');

const GREEK = [0xe3, 0xe5, 0xe9, 0xdc];
const SJIS = [0x83, 0x65, 0x83, 0x58, 0x83, 0x67];

test.each([
  ['UTF-8', 'charset=utf-8', latin('Grüße'), 'Grüße'],
  ['UTF-8 without a label', '', latin('Grüße, テスト'), 'Grüße, テスト'],
  ['UTF-8 that says it is Latin', 'charset=iso-8859-1', latin('Grüße'), 'Grüße'],
  ['UTF-8 that says it is ASCII', 'charset=us-ascii', latin('Grüße'), 'Grüße'],
  ['UTF-8 with a mark', '', latin('\uFEFFGrüße'), 'Grüße'],
  [
    'UTF-8 with one broken letter',
    'charset=utf-8',
    `${latin('Grüße, é')}\xC3 ü`.replace('\xFC', latin('ü')),
    'Grüße, é\uFFFD ü',
  ],
  ['Latin without a label', '', 'Gr\xFC\xDFe \x80', 'Grüße €'],
  ['Latin that says it is UTF-8', 'charset="utf-8"', 'Gr\xFC\xDFe', 'Grüße'],
  ['Latin with a label nobody knows', 'charset=x-klingon', 'Gr\xFC\xDFe', 'Grüße'],
  ['Latin with the label of an encoding', 'charset=base64', 'Gr\xFC\xDFe', 'Grüße'],
  ['Greek', 'charset=iso-8859-7', latin(Uint8Array.from(GREEK)), 'γειά'],
  ['Polish', 'charset=windows-1250', '\xB9\xEA', 'ąę'],
  ['a code page of DOS', 'charset=cp850', 'Gr\x81\xE1e', 'Grüße'],
  ['another code page of DOS', 'charset=IBM437', '\x8F\x9B', 'Å¢'],
  ['UTF-7', 'charset=utf-7', 'Gr+APwA3w-e +- +2D3cqQ', 'Grüße + 💩'],
  ['UTF-16', 'charset=utf-16le', 'G\0r\0\xFC\0', 'Grü'],
  ['ASCII that says it is UTF-16', 'charset=utf-16', 'Hello', 'Hello'],
  ['JIS', 'charset=iso-2022-jp', '\x1B$B%F%9%H\x1B(B!', 'テスト!'],
  ['JIS without a label', '', '\x1B$B%F%9%H\x1B(B!', 'テスト!'],
  ['JIS that says it is UTF-8', 'charset=utf-8', '\x1B$B%F%9%H\x1B(B!', 'テスト!'],
  ['Shift JIS', 'charset=cp932', latin(Uint8Array.from(SJIS)), 'テスト'],
  ['Shift JIS with one broken letter', 'charset=shift_jis', `${latin(Uint8Array.from(SJIS))}\x83`, 'テスト\uFFFD'],
  ['Korean of seven bits', 'charset=iso-2022-kr', '\x1B$)C\r\n\x0EGQ1[\x0F!', '\n한글!'],
  ['Korean of eight bits', 'charset=ks_c_5601-1987', '\xC7\xD1\xB1\xDB', '한글'],
  ['Chinese of seven bits', 'charset=hz-gb-2312', 'a ~{VPND~} ~~ b', 'a 中文 ~ b'],
  ['Chinese of eight bits', 'charset=gb2312', '\xD6\xD0\xCE\xC4', '中文'],
])('%s is read', async (_what, label, body, text) => {
  const mail = await read(`Subject: x\r\nContent-Type: text/plain; ${label}\r\n\r\n${body}`);
  expect(textOf(mail)).toBe(text);
});

test('without a label the charset of whoever writes is tried before the western one', async () => {
  const body = `Subject: x\r\n\r\n${latin(Uint8Array.from(SJIS))}`;
  expect(textOf(await read(body, 'shift_jis'))).toBe('テスト');
  expect(
    textOf(await read(body.replace('\r\n', '\r\nContent-Type: text/plain; charset=us-ascii\r\n'), 'shift_jis')),
  ).toBe('テスト');
  expect(textOf(await read('Subject: x\r\n\r\n\xCF\xF0\xE8\xE2\xE5\xF2', 'windows-1251'))).toBe('Привет');
  expect(textOf(await read('Subject: x\r\n\r\ngr\xFCn', 'euc-kr'))).toBe('grün');
});

test.each([
  ['=?utf-8?q?Gr=C3=BC=C3=9Fe_x?=', 'Grüße x'],
  ['Re: =?UTF-8?B?R3LDvA==?= =?utf-8?B?w59l?= now', 'Re: Grüße now'],
  ['=?utf-8?B?44OG44K5w?= =?utf-8?Q?=83=88?=', 'テス\uFFFD\uFFFD'],
  ['=?utf-8?B?44OG44K54w==?= =?utf-8?B?g4g=?=', 'テスト'],
  ['=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?=', 'テスト'],
  ['=?cp850*de?q?Gr=81=E1e?=', 'Grüße'],
  ['=?x-klingon?q?a?= =?utf-8?q?b', 'a =?utf-8?q?b'],
  ['=?utf-8?b?%%%?=', ''],
  ['Gr\xFC\xDFe', 'Grüße'],
  ['\x1B$B%F%9%H\x1B(B', 'テスト'],
  ['a\r\n b\r\n\tc', 'a b\tc'],
])('a subject %j says what it means', async (raw, subject) => {
  expect((await read(`Subject: ${raw}\r\n\r\nHello`)).subject).toBe(subject);
});

test.each([
  ['attachment; filename="a b.txt"', 'a b.txt'],
  ['attachment; filename=a b.txt', 'a b.txt'],
  [`attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.txt`, 'Grüße.txt'],
  [`attachment; filename*0*=utf-8''Gr%C3; filename*1*=%BC%C3%9F; filename*2="e.txt"`, 'Grüße.txt'],
  [`attachment; filename*1=".txt"; filename*0="a"`, 'a.txt'],
  [`attachment; filename*=x-klingon''a%FC.txt`, 'aü.txt'],
  [`attachment; filename*=cp850''a%81.txt`, 'aü.txt'],
  ['attachment; filename="=?utf-8?B?R3LDvMOfZQ==?=.txt"', 'Grüße.txt'],
  ['attachment; filename="Gr\xFC\xDFe.txt"', 'Grüße.txt'],
  [`attachment; filename="${latin('テスト')}.txt"`, 'テスト.txt'],
  ['attachment; filename="a\\"b;c.txt"; x=y', 'a"b;c.txt'],
  ['attachment; filename="open', 'open'],
  ['attachment; filename*=%', '%'],
  ['attachment', 'file'],
])('the name of a file with %j is known', async (disposition, name) => {
  const mail = await read(`Subject: x\r\nContent-Disposition: ${disposition}\r\n\r\nHello`);
  expect(mail.files.map((file) => file.name)).toEqual([name]);
});

test('a mail that is attached is a file, and one in a report is the mail that came back', async () => {
  const attached = (type: string) =>
    lines(
      ...['Subject: x', `Content-Type: ${type}; boundary="b"`, '', 'nobody reads this', '--b', '', 'See the receipt.'],
      ...[
        '--b',
        'Content-Type: message/rfc822; name="receipt.eml"',
        '',
        'Subject: Receipt',
        '',
        'Order 77',
        '--b--',
        '',
      ],
    );
  const mail = await read(attached('multipart/mixed'));
  expect(textOf(mail)).toBe('See the receipt.');
  expect(mail.files.map(({ name, bytes }) => [name, latin(bytes)])).toEqual([
    ['receipt.eml', 'Subject: Receipt\r\n\r\nOrder 77'],
  ]);
  expect((await read(attached('multipart/report'))).files).toEqual([]);
});

test('a part that cannot be read takes nothing else along and is named', async () => {
  const file = (name: string, encoding: string, body: string) =>
    lines('--b', `Content-Type: image/png; name=${name}`, `Content-Transfer-Encoding: ${encoding}`, '', body);
  const mail = await read(
    lines(
      ...[
        'Subject: x',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Look:',
      ],
      ...[file('junk.png', 'base64', '%%%'), file('good.png', 'base64', 'AAEC'), file('none.png', 'base64', '')],
      ...[
        file('two.png', 'base64', 'AA==\r\nAQ=='),
        file('odd.png', 'x-odd', 'abc'),
        file('q.png', 'quoted-printable', '=0=01=\r\n'),
      ],
      ...['--b', 'Words without a head', '--b', 'Content-Type: multipart/mixed', '', 'Words without a boundary'],
    ),
  );
  expect(textOf(mail)).toBe('Look:\nWords without a head\nWords without a boundary');
  expect(mail.files.map(({ name, bytes }) => [name, latin(bytes)])).toEqual([
    ['good.png', '\0\x01\x02'],
    ['two.png', '\0\x01'],
    ['odd.png', 'abc'],
    ['q.png', '=0\x01'],
  ]);
  expect(mail.leftOut).toEqual([
    { name: 'junk.png', reason: 'unreadable' },
    { name: 'none.png', reason: 'empty' },
  ]);
});

test('of the same words in several kinds the plain ones are read, if there are any', async () => {
  const both = (plain: string) =>
    lines(
      ...['Subject: x', 'Content-Type: multipart/alternative; boundary=b', '', '--b', 'Content-Type: text/plain', ''],
      ...[
        plain,
        '--b',
        'Content-Type: text/html',
        '',
        '<p>Page</p>',
        '--b',
        'Content-Type: text/calendar; name=a.ics',
        '',
      ],
      ...['BEGIN:VCALENDAR', '--b--'],
    );
  const mail = await read(both('Plain'));
  expect([textOf(mail), mail.files.map(({ name }) => name)]).toEqual(['Plain', ['a.ics']]);
  expect(textOf(await read(both(' ')))).toBe('Page');
});

test('a page as deep as long conversations are is read, and one beyond it is none', async () => {
  const page = (depth: number) =>
    `Subject: x\r\nContent-Type: text/html\r\n\r\n${'<p><br>'.repeat(2000)}${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`;
  expect(textOf(await read(page(1000)))).toContain('x');
  await expect(read(page(1001))).rejects.toThrow(MailFormError);
});

test.each([
  ['lines', `${'x'.repeat(99)}\n`.repeat(3000), 1010],
  ['short lines', `${'x\n'.repeat(22_000)}${'y'.repeat(100_000)}`, 5000],
  ['one line', 'x'.repeat(300_000), 1],
])('words beyond what is read are left out, which is told: %s', async (_what, body, count) => {
  const mail = await read(`Subject: x\r\n\r\n${body}`);
  expect(mail.leftOut).toEqual([{ name: '', reason: 'too long' }]);
  expect(mail.lines.length).toBeGreaterThanOrEqual(count);
  expect(mail.lines.length).toBeLessThanOrEqual(count + 1);
  expect(mail.lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(100_000);
  expect(mail.lines[0]?.text).toMatch(/^x+$/);
});

const PART = '--b\r\n\r\nx\r\n';
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  );

test.each([
  ['its head', '', 'Hello'],
  ['its head', '', ''],
  ['lines', 'S: x\r\n\r\n' + 'x\r\n'.repeat(18_000), 'S: x\r\n\r\n' + '\r\n'.repeat(30_000)],
  ['lines of a file', `S: x\r\n\r\n${`${'x'.repeat(60)}\r\n`.repeat(60_000)}`, `S: x\r\n\r\n${'x\r\n'.repeat(60_000)}`],
  ['parts', `${multipart()}${PART.repeat(MAIL_BOUNDS.parts - 1)}`, `${multipart()}${PART.repeat(MAIL_BOUNDS.parts)}`],
  ['depth', `${nested(MAIL_BOUNDS.depth)}\r\nx`, `${nested(MAIL_BOUNDS.depth + 1)}\r\nx`],
  ['fields', 'A: b\r\n'.repeat(MAIL_BOUNDS.fields), 'A: b\r\n'.repeat(MAIL_BOUNDS.fields + 1)],
  ['bytes of heads', `A: ${'b'.repeat(130_000)}\r\n\r\n`, `A: ${'b'.repeat(131_072)}\r\n\r\n`],
  ['bytes of all heads', `${multipart()}${longHead(40_000).repeat(3)}`, `${multipart()}${longHead(40_000).repeat(4)}`],
])('a mail within the bound of %s is read, and one beyond it is none', (_what, within, beyond) => {
  if (within !== '') expect(readMime(Buffer.from(within)).fields).not.toEqual([]);
  expect(() => readMime(Buffer.from(beyond))).toThrow(MailFormError);
});

function multipart(): string {
  return 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
}

function longHead(bytes: number): string {
  return `--b\r\nA: ${'b'.repeat(bytes)}\r\n\r\nx\r\n`;
}

test('no mail made of pieces of mails throws anything but that it is none', async () => {
  const pieces = fc.constantFrom(
    ...[
      'Subject: ',
      'Content-Type: ',
      'multipart/mixed',
      'multipart/alternative',
      'text/html',
      '; boundary=b',
      '; boundary="',
    ],
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      '--b',
      '--b--',
      '--',
      '=?utf-8?q?',
      '?=',
      '=E3',
      '; charset=',
      'utf-7',
      'iso-2022-kr',
      '\x1B$B',
    ],
    ...[
      'Content-Transfer-Encoding: base64',
      'quoted-printable',
      'Content-Disposition: attachment; filename*0*=',
      `utf-8''%`,
    ],
    ...['\xFF', '<div>', '</p>', '> x', 'message/rfc822', 'On 1 a@b wrote:', '~{', '\x0E', '\0'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (all) => {
      const mail = await read(all.join('')).catch((error: unknown) => error);
      if (mail instanceof Error) expect(mail).toBeInstanceOf(MailFormError);
    }),
    { numRuns: 300 },
  );
});

test('an ordinary mail of parts has the files and words that another reader finds', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '=', 'é', '한'), minLength: 1, maxLength: 20 });
  const body = word.map((text) => `w${text}w`);
  const file = fc.record({ name: body, text: body, isEncoded: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(body, fc.array(file, { maxLength: 4 }), async (text, files) => {
      const source = lines(
        ...[
          'Subject: x',
          'Content-Type: multipart/mixed; boundary="a b"',
          '',
          '--a b',
          'Content-Type: text/plain; charset=utf-8',
          '',
          text,
        ],
        ...files.flatMap(({ name, text, isEncoded }) => [
          '--a b',
          `Content-Type: application/x-a; name="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`,
          ...(isEncoded ? ['Content-Transfer-Encoding: base64', '', Buffer.from(text).toString('base64')] : ['', text]),
        ]),
        '--a b--',
      );
      const mail = await read(latin(source));
      const other = await PostalMime.parse(source);
      expect(textOf(mail).trimEnd()).toBe(other.text?.trimEnd());
      expect(mail.files.map(({ name }) => name)).toEqual(other.attachments.map(({ filename }) => filename));
      expect(mail.files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(files.map(({ text }) => text));
    }),
    { numRuns: 50 },
  );
});

test('mails that are made to hold up a reader are known by their form', () => {
  const refused = Object.entries(hostileMails).filter(([, mail]) => {
    try {
      readMime(Buffer.from(mail(), 'latin1'));
      return false;
    } catch (error) {
      return error instanceof MailFormError;
    }
  });
  expect(refused.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      '66,000 lines of >',
      'a megabyte of empty lines',
      '90,000 empty parts',
      'a megabyte of parts',
      'parts 1,000 deep',
      '100,000 header fields',
      'a header line of a megabyte',
      '100,000 receivers',
    ]),
  );
});
