import { expect, test } from 'vitest';

import { linkText } from './message-list.tsx';
import { MESSAGE_TTL_MS, MessageStore } from './messages.ts';

function openMessages() {
  const reported: unknown[] = [];
  return { reported, messages: new MessageStore((...report) => void reported.push(report)) };
}

test('a message needs an error or a text', () => {
  const { messages } = openMessages();
  expect(() => messages.add({})).toThrow('A message needs an error or a text');
  expect(() => messages.add({ message: '', type: 'success' })).toThrow('A message needs an error or a text');
  expect(messages.list()).toEqual([]);
});

test('a message stays ten seconds by default', () => {
  const { messages } = openMessages();
  expect(messages.add({ message: 'Saved.' })).toMatchObject({ ttl: 10_000, type: 'info', log: false });
  expect(messages.add({ error: new Error('x') })).toMatchObject({ ttl: MESSAGE_TTL_MS, type: 'error' });
  expect(messages.add({ message: 'Saved.', type: 'success', ttl: 1 })).toMatchObject({ ttl: 1, type: 'success' });
});

test('messages are listed in order until they are closed, four at most', () => {
  const { messages } = openMessages();
  const [first] = ['a', 'b', 'c', 'd'].map((message) => messages.add({ message }));
  messages.remove(first?.id ?? '');
  messages.add({ message: 'e' });
  messages.add({ message: 'f' });
  expect(messages.list().map(({ message }) => message)).toEqual(['c', 'd', 'e', 'f']);
});

test('only an error with the log flag is reported, with its context', () => {
  const { messages, reported } = openMessages();
  const error = new Error('x');
  messages.add({ error });
  messages.add({ error, log: true, context: { where: 'here' } });
  expect(reported).toEqual([[error, { where: 'here' }]]);
});

test('listeners are called when messages are added and removed', () => {
  const { messages } = openMessages();
  let calls = 0;
  const stop = messages.subscribe(() => void (calls += 1));
  const { id } = messages.add({ message: 'a' });
  messages.remove(id);
  stop();
  messages.add({ message: 'b' });
  expect(calls).toBe(2);
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
])('linkText turns %j into %j', (raw, shown) => {
  expect(linkText(raw)).toBe(shown);
});

test('linkText cuts a huge text', () => {
  expect(linkText('😀'.repeat(100_000))).toBe(`${'😀'.repeat(200)}…`);
});
