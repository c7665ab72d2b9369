import fc from 'fast-check';
import { expect, test } from 'vitest';

import { linesOfHtml } from './html-lines.ts';
import { linesOfText } from './mail-lines.ts';
import { readAnswer, writeReplyMarker } from './quotes.ts';
import type { SentMails } from './quotes.ts';

const MARKER = writeReplyMarker('Write your answer above this line');
const NAMES = ['Rumpus', 'reply+x@in.example.com'];
const ASKED = 'Hello Pip, which platform do you play on, and which version? Please send the log as well.';
const CLOSING = 'You get this because somebody wrote to Rumpus with this address.';
const SENT = [MARKER, 'We’ve answered', '', ASKED, '', '------------', '', CLOSING].join('\n');
const QUOTE = SENT.split('\n').map((line) => `> ${line}`);
const WROTE = 'On Mon, 23 Nov 2026 at 10:00, Rumpus <reply+x@in.example.com> wrote:';

const MAILS = { frames: [SENT], bodies: [ASKED], names: NAMES };

const read = (text: string, sent: SentMails = MAILS) => readAnswer(linesOfText(text), sent);
const readHtml = (html: string) => readAnswer(linesOfHtml(html), MAILS);

test('an answer above our mail is read without it, with an empty line between them or without', () => {
  for (const between of [[], [''], ['', '']]) {
    const answer = read(['Thanks,', 'it works.', ...between, WROTE, ...QUOTE].join('\n'));
    expect(answer).toEqual({ words: 'Thanks,\nit works.', rest: '' });
  }
  expect(read(['Steam Deck', WROTE, ...QUOTE].join('\n')).words).toBe('Steam Deck');
});

test('an answer on the line that introduces our mail stays, and so does one over which a program has broken that line', () => {
  const broken = ['It works.', 'On Mon, 23 Nov 2026 at 10:00, Rumpus', '<reply+x@in.example.com> wrote:'];
  expect(read([...broken, ...QUOTE].join('\n'))).toEqual({ words: 'It works.', rest: '' });
  expect(read([`It works ${WROTE}`, ...QUOTE].join('\n'))).toEqual({ words: 'It works', rest: '' });
});

test('answers below our mail, between its lines and inside of it are read in their order', () => {
  expect(read([WROTE, ...QUOTE, '', 'Steam Deck', '', 'Pip'].join('\n'))).toEqual({
    words: 'Steam Deck\n\nPip',
    rest: '',
  });
  const between = [WROTE, ...QUOTE.slice(0, 4), 'Steam Deck, 1.4.2', ...QUOTE.slice(4), 'The log is attached.'];
  expect(read(between.join('\n'))).toEqual({ words: 'Steam Deck, 1.4.2\n\nThe log is attached.', rest: '' });
  const inside = [WROTE, ...QUOTE.slice(0, 4), '> yes!', '> Steam Deck, 1.4.2', ...QUOTE.slice(4)];
  expect(read(inside.join('\n'))).toEqual({ words: 'yes!\nSteam Deck, 1.4.2', rest: '' });
});

test('a line in a quote that is not all ours may be somebody else’s, and is in the rest', () => {
  const changed = [WROTE, ...QUOTE.slice(0, 3), '> What we said before we changed it.', ...QUOTE.slice(4), '', 'Yes.'];
  const other = { ...MAILS, frames: [SENT.replace(ASKED, '')], bodies: ['Something that is not quoted there.'] };
  expect(read(changed.join('\n'), other)).toEqual({ words: 'Yes.', rest: '> What we said before we changed it.' });
});

test('lines that a program has broken anew are known as ours', () => {
  const quote = [
    '> Hello Pip, which platform do you',
    '> play on, and which version? Please send the log as',
    '> well.',
  ];
  expect(read([WROTE, `> ${MARKER.slice(0, 20)}`, `> ${MARKER.slice(21)}`, ...quote, '', 'Deck'].join('\n'))).toEqual({
    words: 'Deck',
    rest: '',
  });
});

test('a quote of somebody else is not thrown away, and a signature neither', () => {
  expect(read('See what the shop says:\n\n> No refunds.\n\n-- \nPip\nSales Department')).toEqual({
    words: 'See what the shop says:',
    rest: '> No refunds.\n\n-- \nPip\nSales Department'.replace('-- ', '--'),
  });
});

test.each([
  'Sent from my iPhone',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPhone',
  'Inviato da iPhone',
  'iPhoneから送信',
  '나의 iPhone에서 보냄',
  'Wysłane z iPhone’a',
  'Enviado do meu iPhone',
  'Отправлено с iPhone',
  "iPhone'umdan gönderildi",
  '发自我的iPhone',
  '從我的 iPhone 傳送',
])('%s is out of the way', (line) => {
  expect(read(`It works.\n\n${line}\n\n${[WROTE, ...QUOTE].join('\n')}`)).toEqual({ words: 'It works.', rest: line });
});

test.each([
  'Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Rumpus <reply+x@in.example.com>:',
  'Rumpus <reply+x@in.example.com> schrieb am Mo., 23. Nov. 2026, 10:00:',
  'El lun, 23 nov 2026 a la(s) 10:00, Rumpus (<reply+x@in.example.com>) escribió:',
  'Le lun. 23 nov. 2026 à 10:00, Rumpus <reply+x@in.example.com> a écrit :',
  'Il giorno lun 23 nov 2026 alle ore 10:00 Rumpus <reply+x@in.example.com> ha scritto:',
  '2026年11月23日(月) 10:00 Rumpus <reply+x@in.example.com>:',
  '2026年11月23日 10:00、Rumpus <reply+x@in.example.com>のメール:',
  '2026년 11월 23일 (월) 오전 10:00, Rumpus <reply+x@in.example.com>님이 작성:',
  'pon., 23 lis 2026 o 10:00 Rumpus <reply+x@in.example.com> napisał(a):',
  'Em seg., 23 de nov. de 2026 às 10:00, Rumpus <reply+x@in.example.com> escreveu:',
  'пн, 23 нояб. 2026 г. в 10:00, Rumpus <reply+x@in.example.com>:',
  'Rumpus <reply+x@in.example.com>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:',
  'Rumpus <reply+x@in.example.com> 于2026年11月23日周一 10:00写道：',
  'Rumpus <reply+x@in.example.com> 於 2026年11月23日 週一 上午10:00寫道：',
  'On 11/23/26 10:00, Rumpus wrote:',
  'Am 23.11.26 um 10:00 schrieb Rumpus:',
])('%s goes with our mail', (line) => {
  expect(read(['OK.', line, ...QUOTE].join('\n'))).toEqual({ words: 'OK.', rest: '' });
});

test('our mail is known where no sign quotes it, below the head that programs put above it', () => {
  for (const head of [
    [
      '________________________________',
      'From: Rumpus <site@example.com>',
      'Sent: Monday',
      'To: Pip',
      'Subject: Re: crash',
      '',
    ],
    ['-----Ursprüngliche Nachricht-----', 'Von: Rumpus', 'Gesendet: Montag', 'An: Pip', 'Betreff: Re: crash', ''],
    [
      '------------------ 原始邮件 ------------------',
      '发件人: "Rumpus"',
      '发送时间: 2026年11月23日',
      '收件人: "Pip"',
      '主题: Re',
      '',
    ],
    [WROTE, ''],
    [],
  ]) {
    const answer = read(['It works.', '', ...head, ...SENT.split('\n')].join('\n'));
    expect([answer.words, /Pip|crash/.test(answer.rest)], head.join('|')).toEqual(['It works.', head.length > 2]);
    const below = read(['It works.', '', ...head, ...SENT.split('\n'), '', 'PS: thanks'].join('\n'));
    expect(below.words).toBe('It works.\n\nPS: thanks');
  }
});

test.each([
  [
    'details',
    'Here is what you asked for.\n\nE-Mail: pip@example.org\nOrder: 12345\nPlatform: Deck\n\nPlease refund it.',
  ],
  [
    'details like the head of a mail',
    'From: pip@example.org\nDate: today\nSubject: crash\nTo: you\n\nPlease refund it.',
  ],
  [
    'parts of a log',
    'It crashes.\n\n---------- System ----------\nOS: 3.5\n---------- Log ----------\nNull at Map\n\nOften.',
  ],
  ['rules', 'one\n\n---\n\ntwo\n\n________________\n\nthree\n\n***\n\nfour\n\n--\nsig?'],
  ['a list', '-- first\n-- second\n\n--\n\nThat is all.'],
  ['a sentence that could introduce something', 'On level 3 at 10:00 my friend wrote:\n\nwhat is this?'],
])('%s that somebody typed stay', (_what, text) => {
  expect(read(text)).toEqual({ words: text, rest: '' });
});

test('a flowed text is joined within a quote and not beyond it', () => {
  const flowed = [
    'It works, ',
    'thanks.',
    `> ${ASKED.slice(0, 40)} `,
    `>  ${ASKED.slice(40)}`,
    '> ',
    'And ',
    '  this.',
    '-- ',
    'Pip',
  ];
  const lines = linesOfText(flowed.join('\r\n'), { isFlowed: true });
  expect(lines.filter(({ depth }) => depth === 0).map(({ text }) => text)).toEqual([
    'It works, thanks.',
    'And  this.',
    '-- ',
    'Pip',
  ]);
  expect(readAnswer(lines, MAILS).words).toBe('It works, thanks.\n\nAnd  this.');
  const delSp = linesOfText('テス \nト', { isFlowed: true, hasDelSp: true });
  expect(delSp).toEqual([{ depth: 0, text: 'テスト' }]);
});

const QUOTED_HTML = `<div>${MARKER}</div><h1>We’ve answered</h1><p>${ASKED}</p><hr><p>${CLOSING}</p>`;

test.each([
  [
    'Gmail',
    `<div dir="ltr">It works.<br></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${WROTE.replaceAll('<', '&lt;')}<br></div><blockquote class="gmail_quote">${QUOTED_HTML}</blockquote></div>`,
  ],
  [
    'Apple Mail',
    `<html><body>It works.<br><div><br><blockquote type="cite"><div>${WROTE.replaceAll('<', '&lt;')}</div><br><div>${QUOTED_HTML}</div></blockquote></div></body></html>`,
  ],
  [
    'Thunderbird',
    `<p>It works.</p><div class="moz-cite-prefix">On 11/23/26 10:00, Rumpus wrote:<br></div><blockquote type="cite" cite="mid:x">${QUOTED_HTML}</blockquote>`,
  ],
  [
    'Outlook',
    `<div>It works.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Rumpus &lt;reply+x@in.example.com&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Pip<br><b>Subject:</b> Re</div><div>${QUOTED_HTML}</div>`,
  ],
  [
    'Yahoo',
    `<div><div dir="ltr">It works.</div></div><div id="y" class="yahoo_quoted"><div><div>${WROTE.replaceAll('<', '&lt;')}</div><div>${QUOTED_HTML}</div></div></div>`,
  ],
  [
    'Proton',
    `<div>It works.</div><div class="protonmail_quote">${WROTE.replaceAll('<', '&lt;')}<br><blockquote class="protonmail_quote" type="cite">${QUOTED_HTML}</blockquote></div>`,
  ],
])('the HTML of %s is read without our mail', (_program, html) => {
  expect(readHtml(html).words).toBe('It works.');
});

test('what is typed into the quote of a mail in HTML is read', () => {
  const [first, last] = [QUOTED_HTML.slice(0, QUOTED_HTML.indexOf('<hr>')), `<p>${CLOSING}</p>`];
  const quoted = (html: string) => `<blockquote class="gmail_quote">${html}</blockquote>`;
  const html = `<div class="gmail_quote"><div class="gmail_attr">${WROTE.replaceAll('<', '&lt;')}</div>${quoted(first)}<div>Steam <b>Deck</b></div>${quoted(`<p>1.4.2</p>${last}`)}<div>Pip</div></div>`;
  expect(readHtml(html)).toEqual({ words: 'Steam Deck\n\n1.4.2\n\nPip', rest: '' });
});

test('the work grows with the text, whatever it is', () => {
  const cost = (line: string, count: number) => {
    const text = Array.from({ length: count }, () => line).join('\n');
    const runs = [1, 2, 3].map(() => {
      const start = performance.now();
      read(text, { frames: [text], bodies: [text], names: NAMES });
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  for (const line of ['>', WROTE]) {
    cost(line, 8000);
    // Eight times the text would be 64 times the work if each line looked at all others.
    expect(cost(line, 8000) / cost(line, 1000), line).toBeLessThan(40);
  }
});

const ownLine = fc.stringMatching(/^[a-z]{2,8}( [a-zA-Z:,.?!@<>-]{1,8}){0,6}$/).filter((line) => line.trim() !== '');
const ourLine = fc.constantFrom(
  ...QUOTE,
  WROTE,
  MARKER,
  '-- ',
  '---',
  '________________',
  'From: Rumpus',
  'To: Pip',
  'Sent: now',
  '',
);

test('no line that somebody wrote is missing from the words and the rest', () => {
  const squeeze = (text: string) => text.replaceAll(/[>\s]+/g, '');
  fc.assert(
    fc.property(fc.array(fc.oneof(ownLine, ourLine), { maxLength: 30 }), (lines) => {
      const { words, rest } = read(lines.join('\n'));
      const kept = squeeze(`${words}\n${rest}`);
      const own = lines.filter((line) => !QUOTE.includes(line) && /^[a-z]{2}/.test(line));
      for (const line of own) expect(kept).toContain(squeeze(line));
    }),
    { numRuns: 200 },
  );
});
