import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';

import type { MailEnvelope } from './inbound-mail.server.ts';
import { listenForMail } from './smtp-listener.server.ts';
import type { ListenerLimits } from './smtp-listener.server.ts';

interface TestListener {
  readonly port: number;
  readonly taken: (MailEnvelope & { source: string })[];
  readonly errors: unknown[];
}

async function open(limits: Partial<ListenerLimits> = {}, fail?: Error): Promise<TestListener> {
  const taken: TestListener['taken'] = [];
  const errors: unknown[] = [];
  const listener = await listenForMail({
    ...{ host: '127.0.0.1', port: 0, name: 'in.example.com', limits },
    knows: (address) => address.startsWith('known'),
    take: async (source, envelope) => {
      if (fail !== undefined) throw fail;
      taken.push({ ...envelope, source: source.toString() });
    },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => listener.close());
  return { port: listener.port, taken, errors };
}

function send(port: number, to: string | string[], text = 'Hello', from = 'pip@example.org') {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return transport.sendMail({ envelope: { from, to }, from: 'pip@example.org', subject: 'x', text });
}

/** Speaks SMTP by hand. */
function speak(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function heard(socket: Socket, code: string): Promise<void> {
  for (let said = ''; !said.includes(code);) said += String((await once(socket, 'data'))[0]);
}

/** However it ends. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.resume().once('close', () => resolve()));
}

test('a mail to a known receiver is taken as it came, also one without a sender', async () => {
  const { port, taken } = await open();
  await send(port, 'known@in.example.com');
  await send(port, 'known@in.example.com', 'Report', '');
  expect(taken.map(({ from, to }) => [from, to])).toEqual([
    ['pip@example.org', 'known@in.example.com'],
    ['', 'known@in.example.com'],
  ]);
  expect(taken[0]?.source).toMatch(/^Subject: x\r$/m);
});

test('a receiver that is not known is refused when it is named, and nothing is passed on', async () => {
  const { port, taken } = await open();
  await expect(send(port, 'stranger@elsewhere.example')).rejects.toMatchObject({
    responseCode: 550,
    command: 'RCPT TO',
  });
  expect(taken).toEqual([]);
});

test('a mail that is too large is refused, whether it says so first or not, and more receivers than a few', async () => {
  const { port, taken } = await open({ size: 2000, receivers: 2 });
  await expect(send(port, 'known@in.example.com', 'x'.repeat(3000))).rejects.toMatchObject({ responseCode: 552 });
  const socket = speak(port);
  await heard(socket, '220');
  for (const [line, code] of [
    ['EHLO a', '250 '],
    ['MAIL FROM:<a@b.org>', '250 '],
    ['RCPT TO:<known@in.example.com>', '250 '],
    ['DATA', '354'],
    [`${`${'x'.repeat(70)}\r\n`.repeat(100)}.`, '552'],
  ] as const) {
    socket.write(`${line}\r\n`);
    await heard(socket, code);
  }
  const many = ['known1@a.org', 'known2@a.org', 'known3@a.org'];
  const { rejected } = await send(port, many);
  expect(rejected).toEqual(['known3@a.org']);
  expect(taken).toHaveLength(2);
});

test('a mail that could not be kept is to come again, and why is told to the operator alone', async () => {
  const { port, errors } = await open({}, new Error('the database sleeps'));
  const refused = await send(port, 'known@in.example.com').catch((error: unknown) => error);
  expect(refused).toMatchObject({ responseCode: 451 });
  expect(String(refused)).not.toContain('database');
  expect(errors).toHaveLength(1);
});

test('a client that falls silent, and one that dribbles for ever, is dropped', async () => {
  const silent = await open({ silence: 50 });
  const socket = speak(silent.port);
  await closed(socket);
  const slow = await open({ lifetime: 200 });
  const dribble = speak(slow.port);
  const timer = setInterval(() => dribble.write('N'), 20);
  onTestFinished(() => clearInterval(timer));
  await closed(dribble);
});

test('more clients at once than there is room for are sent away', async () => {
  const { port } = await open({ clients: 1 });
  const first = speak(port);
  await once(first, 'data');
  const second = speak(port);
  const [said] = (await once(second, 'data')) as [Buffer];
  expect(said.toString()).toMatch(/^421 /);
});

test('a port that is taken is one clear sentence', async () => {
  const { port } = await open();
  const again = listenForMail({
    ...{ host: '127.0.0.1', port, name: 'x', knows: () => true },
    take: () => Promise.resolve(),
    onError: () => undefined,
  });
  await expect(again).rejects.toThrow('Set INBOUND_SMTP_PORT');
});
