import { expect, test } from 'vitest';

import { acceptsEvents, createByteStream, eventText, readEvents } from './event-stream.ts';

test('an event is written as its lines, and data keeps its line breaks', () => {
  expect(eventText({ id: '7', event: 'change', data: 'a\nb\r\nc' })).toBe(
    'id: 7\nevent: change\ndata: a\ndata: b\ndata: c\n\n',
  );
  expect(eventText({ comment: 'still here', retry: 1000 })).toBe(': still here\nretry: 1000\n\n');
});

test('data is read whatever stands before it, and however it arrives', async () => {
  const events = [
    { retry: 1000 },
    { data: 'first' },
    { comment: 'hi', id: '7' },
    { id: '8', event: 'change', data: 'a\nb' },
  ];
  const bytes = Buffer.from(events.map(eventText).join(''));
  const taken: string[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  await readEvents(body, (data) => taken.push(data));
  expect(taken).toEqual(['first', 'a\nb']);
});

test.each([
  ['text/event-stream', true],
  ['application/json, Text/Event-Stream;q=0.5', true],
  ['text/event-streams', false],
  ['*/*', false],
  [null, false],
])('%j asks for events: %s', (accept, asks) => expect(acceptsEvents(accept)).toBe(asks));

test('the next piece is made when the last one was read, and not before', async () => {
  let made = 0;
  const stream = createByteStream(async function* () {
    for (;;) yield new Uint8Array([(made += 1)]);
  });
  const reader = stream.getReader();
  expect(made).toBe(0);
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(made).toBe(1);
  await reader.read();
  expect(made).toBe(2);
});

test('a reader that goes stops the writer, and lets it clean up', async () => {
  const cleared = Promise.withResolvers<void>();
  const stream = createByteStream(async function* (left) {
    try {
      yield new Uint8Array(1);
      await new Promise((resolve) => left.addEventListener('abort', resolve));
    } finally {
      cleared.resolve();
    }
  });
  const reader = stream.getReader();
  await reader.read();
  const waiting = reader.read();
  await reader.cancel();
  await cleared.promise;
  expect((await waiting).done).toBe(true);
});
