import { domainToASCII } from 'node:url';

import fc from 'fast-check';
import MimeNode from 'nodemailer/lib/mime-node';
import { describe, expect, test } from 'vitest';

import { requireSendable } from '#lib/mail/sendable.ts';

import { emailKey, mailboxKey } from './email.ts';

describe('an address', () => {
  test.each([
    ['Victim@Example.COM', 'victim@example.com'],
    ["o'neil+games@mail.example.co.uk", "o'neil+games@mail.example.co.uk"],
    ['søren@example.com', 'søren@example.com'],
    ['pip@bücher.example', 'pip@xn--bcher-kva.example'],
    ['pip@BÜCHER.example', 'pip@xn--bcher-kva.example'],
    ['pip@例え.テスト', 'pip@xn--r8jz45g.xn--zckzah'],
    ['pip@हिन्दी.example', 'pip@xn--j2bd4cyah0f.example'],
    ['pip@xn--bcher-kva.example', 'pip@xn--bcher-kva.example'],
  ])('%s is read as %s', (written, key) => {
    expect(emailKey(written)).toBe(key);
  });

  test('belongs to the same mailbox with any suffix after a plus', () => {
    expect(mailboxKey('Victim+2@Example.com')).toBe('victim@example.com');
  });
});

describe('a spelling that may be read as another address has no key and gets no mail', () => {
  test.each([
    'victim@example.com#.attacker.com',
    'victim@example.com/.evil.example',
    'victim@example.com?x',
    'victim@example.com?.evil.example',
    'victim@ex%61mple.com',
    'victim@example.com%23.evil.example',
    'victim@example.com\\.evil.example',
    'victim@example.com:25',
    'victim@example.com@evil.example',
    'victim@evil.example@example.com',
    'a@b@c',
    '"victim"@example.com',
    '"victim@example.com"@evil.example',
    'victim(comment)@example.com',
    'victim@example.com(comment)',
    'Victim <victim@example.com>',
    'victim@example.com,evil@evil.example',
    'victim@example.com;evil@evil.example',
    'victim@example.com\t',
    'vic\ttim@example.com',
    'victim@exam\tple.com',
    'victim@example.com\r\nBcc: evil@evil.example',
    'vic\u200Btim@example.com',
    'victim@exam\u200Bple.com',
    'victim@exam\u00ADple.com',
    'victim@example.com\u202E',
    'victim@[127.0.0.1]',
    'victim@[IPv6:::1]',
    'victim@example_1.com',
    'victim@example。com',
    'victim@ｅxample.com',
    'victim@example.ⓒom',
    'ｖictim@example.com',
    'ﬁn@example.com',
    'ſam@example.com',
    '\u212Aim@example.com',
    `${'v'.repeat(250)}@example.com`,
    `victim@${'e'.repeat(250)}.com`,
  ])('%j', (hostile) => {
    expect(emailKey(hostile)).toBeUndefined();
    const mail = { to: hostile, subject: 'Hello', text: 'Hello' };
    expect(() => requireSendable(mail)).toThrow('the receiver is not one address');
  });

  test.each([
    'victim@example.com.',
    'victim@.example.com',
    'victim@example..com',
    'victim@-example.com',
    'victim@example',
    'victim@127.0.0.1',
    'victim@127.0.0.11',
    'victim@10.11',
    'victim@0x7f.0x11',
    'victim@2130706433',
    `victim@${'e'.repeat(64)}.com`,
    `${'v'.repeat(65)}@example.com`,
    '@example.com',
    'victim@',
    'victim',
    '',
  ])('%j, which is invalid', (hostile) => {
    expect(emailKey(hostile)).toBeUndefined();
  });
});

describe('an address with a key', () => {
  const sign = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Array.from(SIGNS)) },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const word = fc.array(sign, { minLength: 1, maxLength: 6 }).map((signs) => signs.join(''));

  test('is mailed to exactly the host of the key, whatever else its text is', () => {
    const written = fc.tuple(word, word, fc.constantFrom('', '.example', '.attacker.com', '.テスト'));
    const property = fc.property(written, ([local, host, end]) => expectOneHost(`${local}@${host}${end}`));
    fc.assert(property, { numRuns: 5000 });
  });

  test('has one host for every letter, mark and digit of Unicode but Han and Hangul, which have no case', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x1_ff_ff; point += 1) {
      const letter = String.fromCodePoint(point);
      if (LETTER.test(letter) && !isOneHost(`pip@a${letter}b.example`)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

const SIGNS = 'aeXz09-.ßςΣİıüÜéłЖ中ｅ。#/?%:@\\\t\u0301\u034F\uFE0F\u200D\u00AD';
const LETTER = /^(?![\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{M}\p{N}]$/u;

function expectOneHost(address: string): void {
  expect(isOneHost(address), JSON.stringify(address)).toBe(true);
}

/** Whether an address has no key, or its key has the host of a mail's envelope. */
function isOneHost(address: string): boolean {
  const key = emailKey(address);
  if (key === undefined) return true;
  const envelope = new MimeNode('text/plain').setHeader('to', { name: '', address }).getEnvelope();
  const [to = '', ...others] = envelope.to;
  return (
    others.length === 0 && domainToASCII(to.slice(to.lastIndexOf('@') + 1)) === key.slice(key.lastIndexOf('@') + 1)
  );
}
