import { expect, test, vi } from 'vitest';

import { compileMessages } from './compile.ts';
import type { MessageSource } from './compile.ts';
import { createText, formatMessage } from './messages.ts';

function textIn(locale: string, source: MessageSource, standard: MessageSource = {}) {
  return createText(locale, compileMessages({ locale, source }, { locale: 'en-US', source: standard }));
}

test('a text without arguments is compiled to a plain string, and quoting is undone', () => {
  const { texts } = compileMessages(
    { locale: 'en-US', source: { a: { text: "We don't '{count}'", note: 'n' } } },
    { locale: 'en-US', source: {} },
  );
  expect(texts).toEqual({ a: "We don't {count}" });
});

test('strings, numbers, plurals and dates are formatted by the locale, in UTC', () => {
  const text = textIn('de-DE', {
    mail: '{n, plural, one {# Brief} other {# Briefe}} an {to}',
    price: '{n, number, ::.00}',
    day: '{at, date, long}',
    hour: '{at, time, short}',
    skeleton: '{at, date, ::yyyyMMMM}',
  });
  const at = new Date('2025-03-09T23:30:00Z');
  expect(text('mail', { n: 1, to: 'A' })).toBe('1 Brief an A');
  expect(text('mail', { n: 1200, to: 'A' })).toBe('1.200 Briefe an A');
  expect(text('price', { n: 0.5 })).toBe('0,50');
  expect(text('day', { at })).toBe('9. März 2025');
  expect(text('day', { at: at.getTime() })).toBe('9. März 2025');
  expect(text('hour', { at })).toBe('23:30');
  expect(text('skeleton', { at })).toBe('März 2025');
});

test('a text chooses by exact counts, offset counts, ordinals and words', () => {
  const text = textIn('en-US', {
    guests: '{n, plural, offset:1 =0 {nobody} =1 {{who}} one {{who} and # other} other {{who} and # others}}',
    place: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    door: '{state, select, open {Open {n, plural, one {# day} other {# days}}} other {Shut}}',
    plain: '{n, number} {n} {at, date} {at, time}',
  });
  const guests = [0, 1, 2, 1201n].map((n) => text('guests', { n, who: 'Kit' }));
  expect(guests).toEqual(['nobody', 'Kit', 'Kit and 1 other', 'Kit and 1,200 others']);
  expect([1, 2, 3, 4, 21, 1111].map((n) => text('place', { n }))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '21st',
    '1,111th',
  ]);
  expect(text('door', { state: 'open', n: 1 })).toBe('Open 1 day');
  expect(text('door', { state: 'constructor', n: 1 })).toBe('Shut');
  expect(text('plain', { n: 1234, at: 0 })).toMatch(/^1,234 1234 1\/1\/1970 12:00:00\sAM$/);
});

test('neighbouring strings are joined, however deep they stand', () => {
  const source = { a: 'You have {n, plural, one {# <b>new</b> post} other {# posts}} by {who}.' };
  const messages = compileMessages({ locale: 'en-US', source }, { locale: 'en-US', source });
  const b = (inside: unknown[]) => ({ inside });
  expect(formatMessage<object>('en-US', messages, 'a', { n: 1, who: 'Kit', b })).toEqual([
    'You have 1 ',
    { inside: ['new'] },
    ' post by Kit.',
  ]);
});

test('es-XL is formatted as the Spanish of Latin America', () => {
  const source = { n: '{n, number}' };
  expect(textIn('es-XL', source)('n', { n: 1234.5 })).toBe('1,234.5');
  expect(textIn('es-ES', source)('n', { n: 12_345.5 })).toBe('12.345,5');
});

test('a missing translation is in the default locale, by its plural rules', () => {
  const standard = { posts: '{n, plural, one {# post} other {# posts}}', home: 'Home', empty: 'Still English' };
  const source = { home: 'ホーム', empty: '' };
  const messages = compileMessages({ locale: 'ja-JP', source }, { locale: 'en-US', source: standard });
  const text = createText('ja-JP', messages);
  expect(text('home')).toBe('ホーム');
  expect(text('posts', { n: 1 })).toBe('1 post');
  expect(text('empty')).toBe('Still English');
  expect(Object.keys(messages.fallback.texts)).toEqual(['posts', 'empty']);
});

test("a missing key logs 'NO LIBRARY' and stands for itself", () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const text = textIn('en-US', {});
  expect(text('no.such.key')).toBe('no.such.key');
  expect(text('constructor')).toBe('constructor');
  expect(log.mock.calls).toEqual([
    ['NO LIBRARY', 'no.such.key'],
    ['NO LIBRARY', 'constructor'],
  ]);
  log.mockRestore();
});

test('a missing value throws', () => {
  expect(() => textIn('en-US', { a: 'Hi {name}' })('a')).toThrow('name');
});

test('a malformed message is refused with its locale and key', () => {
  expect(() => textIn('fr-FR', { 'home.title': 'Bonjour {name' })).toThrow('fr-FR home.title: ');
  expect(() => textIn('fr-FR', { 'home.at': '{at, date, lnog}' })).toThrow('fr-FR home.at: there is no style “lnog”');
  expect(() => textIn('fr-FR', { 'home.of': '{n, number, ::percent scale/100}' })).toThrow('fr-FR home.of: ');
});
