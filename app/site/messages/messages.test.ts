import { expect, test } from 'vitest';

import { linkText } from './message-list.tsx';
import { MESSAGE_TTL_MS, MessageStore } from './messages.ts';

function openMessages() {
  const reported: unknown[] = [];
  return { reported, messages: new MessageStore((...told) => void reported.push(told)) };
}

test('a message needs an error or a text', () => {
  const { messages } = openMessages();
  expect(() => messages.add({})).toThrow('A message needs an error or a text');
  expect(() => messages.add({ message: '', type: 'success' })).toThrow('A message needs an error or a text');
  expect(messages.list()).toEqual([]);
});

test('a message stays ten seconds unless it says otherwise', () => {
  const { messages } = openMessages();
  expect(messages.add({ message: 'Saved.' })).toMatchObject({ ttl: 10_000, type: 'info', log: false });
  expect(messages.add({ error: new Error('x') })).toMatchObject({ ttl: MESSAGE_TTL_MS, type: 'error' });
  expect(messages.add({ message: 'Saved.', type: 'success', ttl: 1 })).toMatchObject({ ttl: 1, type: 'success' });
});

test('messages stand in their order until they are closed, four at most', () => {
  const { messages } = openMessages();
  const [first] = ['a', 'b', 'c', 'd'].map((message) => messages.add({ message }));
  messages.remove(first?.id ?? '');
  messages.add({ message: 'e' });
  messages.add({ message: 'f' });
  expect(messages.list().map(({ message }) => message)).toEqual(['c', 'd', 'e', 'f']);
});

test('an error that is flagged for logging is reported with its context, no other', () => {
  const { messages, reported } = openMessages();
  const error = new Error('x');
  messages.add({ error });
  messages.add({ error, log: true, context: { where: 'here' } });
  expect(reported).toEqual([[error, { where: 'here' }]]);
});

test('listeners are told of what comes and goes', () => {
  const { messages } = openMessages();
  let told = 0;
  const stop = messages.subscribe(() => void (told += 1));
  const { id } = messages.add({ message: 'a' });
  messages.remove(id);
  stop();
  messages.add({ message: 'b' });
  expect(told).toBe(2);
});

test.each([
  ['  hello\n\n<b>you</b>  ', 'hello <b>you</b>'],
  ['\u202Egpj.exe\u2066x\u200F\u061Cy', 'gpj.exexy'],
  ['a\u200Bb\uFEFFc\u00ADd\u0000e\u001B[31m', 'abcde[31m'],
  ['\uD800x\uDFFF', 'x'],
  [`Z${'\u0301'.repeat(50)}a`, 'Z\u0301\u0301a'],
  ['日本語 Привет é', '日本語 Привет é'],
  ['\u2028\u2029\u00A0', ''],
  ['', ''],
])('of a text in a link %j is shown %j', (raw, shown) => {
  expect(linkText(raw)).toBe(shown);
});

test('of a huge text in a link the start is shown', () => {
  expect(linkText('😀'.repeat(100_000))).toBe(`${'😀'.repeat(200)}…`);
});
