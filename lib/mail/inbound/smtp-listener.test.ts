import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';

import { listenForMail } from './smtp-listener.server.ts';
import type { ListenerLimits, MailListenerOptions, SmtpEnvelope } from './smtp-listener.server.ts';

interface TestListener {
  readonly port: number;
  readonly taken: (SmtpEnvelope & { source: string })[];
  readonly errors: unknown[];
}

const SIZE = 2 ** 20;

async function open(
  limits: Partial<ListenerLimits> = {},
  options: Partial<MailListenerOptions> = {},
): Promise<TestListener> {
  const taken: TestListener['taken'] = [];
  const errors: unknown[] = [];
  const listener = await listenForMail({
    host: '127.0.0.1',
    port: 0,
    name: 'in.example.com',
    size: limits.size ?? SIZE,
    limits,
    relays: [],
    admitsClient: () => Promise.resolve(true),
    knows: (address) => address.startsWith('known'),
    admitsReceiver: () => Promise.resolve(true),
    take: (source, envelope) => {
      taken.push({ ...envelope, source: Buffer.from(source).toString() });
      return Promise.resolve('kept');
    },
    onError: (error) => errors.push(error),
    ...options,
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

async function say(socket: Socket, line: string, code: string): Promise<void> {
  socket.write(`${line}\r\n`);
  await heard(socket, code);
}

async function greetingOf(port: number): Promise<string> {
  const socket = speak(port);
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return said.toString();
}

/** However it ends. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.resume().once('close', () => resolve()));
}

test('a mail to a known receiver is taken as it came, also one without a sender', async () => {
  const { port, taken } = await open();
  await send(port, 'known@in.example.com');
  await send(port, 'known@in.example.com', 'Report', '');
  expect(taken.map(({ from, to, client }) => [from, to, client])).toEqual([
    ['pip@example.org', ['known@in.example.com'], '127.0.0.1'],
    ['', ['known@in.example.com'], '127.0.0.1'],
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
  await expect(send(port, 'known@in.example.com', 'x'.repeat(3000))).rejects.toMatchObject({ responseCode: 554 });
  const socket = speak(port);
  await heard(socket, '220');
  await say(socket, 'EHLO a', 'SIZE 2000');
  await say(socket, 'MAIL FROM:<a@b.org> SIZE=2001', '552 ');
  for (const [line, code] of [
    ['MAIL FROM:<a@b.org>', '250 '],
    ['RCPT TO:<known@in.example.com>', '250 '],
    ['DATA', '354'],
    [`${`${'x'.repeat(70)}\r\n`.repeat(100)}.`, '554 '],
  ] as const) {
    await say(socket, line, code);
  }
  const many = ['known1@a.org', 'known2@a.org', 'known3@a.org'];
  const { rejected } = await send(port, many);
  expect(rejected).toEqual(['known3@a.org']);
  expect(taken.map(({ to }) => to)).toEqual([['known1@a.org', 'known2@a.org']]);
});

test('a mail that could not be kept is to come again, and why is told to the operator alone', async () => {
  const { port, errors } = await open({}, { take: () => Promise.reject(new Error('the database sleeps')) });
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

test('what is wrong with a mail is refused for good, and what is too much at this time comes again', async () => {
  let isBusy = true;
  const { port, errors } = await open({}, { take: () => Promise.resolve(isBusy ? 'busy' : 'refused') });
  await expect(send(port, 'known@in.example.com')).rejects.toMatchObject({ responseCode: 450 });
  isBusy = false;
  await expect(send(port, 'known@in.example.com')).rejects.toMatchObject({ responseCode: 554 });
  expect(errors).toEqual([]);
});

test('a client or a receiver with too many mails is told so before a byte of the mail is sent', async () => {
  const admitted: string[] = [];
  const admits = (key: string) => {
    admitted.push(key);
    return Promise.resolve(false);
  };
  const clients = await open({}, { admitsClient: admits });
  await expect(send(clients.port, 'known@in.example.com')).rejects.toMatchObject({
    responseCode: 450,
    command: 'MAIL FROM',
  });
  const receivers = await open({}, { admitsReceiver: admits });
  await expect(send(receivers.port, 'known@in.example.com')).rejects.toMatchObject({
    responseCode: 450,
    command: 'RCPT TO',
  });
  expect(admitted).toEqual(['127.0.0.1', 'known@in.example.com']);
  expect([...clients.taken, ...receivers.taken]).toEqual([]);
});

test('a mail server of the operator says whose mails it passes on, and nobody else can', async () => {
  const admitted: string[] = [];
  const admitsClient = (client: string) => {
    admitted.push(client);
    return Promise.resolve(true);
  };
  const passOn = async (relays: string[], code: string) => {
    const { port, taken } = await open({ clientsOfOne: relays.length === 0 ? 10 : 0 }, { relays, admitsClient });
    const socket = speak(port);
    await heard(socket, '220');
    await say(socket, 'EHLO relay', '250 ');
    await say(socket, 'XFORWARD ADDR=198.51.100.7', code);
    await say(socket, 'MAIL FROM:<a@b.org>', '250 ');
    await say(socket, 'RCPT TO:<known@in.example.com>', '250 ');
    await say(socket, 'DATA', '354');
    await say(socket, 'Subject: x\r\n\r\nHello\r\n.', '250 ');
    return taken.map(({ client }) => client);
  };
  expect(await passOn(['127.0.0.1'], '250 ')).toEqual(['198.51.100.7']);
  expect(await passOn([], '50')).toEqual(['127.0.0.1']);
  expect(admitted).toEqual(['198.51.100.7', '127.0.0.1']);
});

test('a mail for which there is no room beside those of others comes again, whole chunks or single bytes', async () => {
  const { port, taken } = await open({ size: 200_000, held: 250_000, heldOfOne: 250_000 });
  const open1 = speak(port);
  await heard(open1, '220');
  for (const [line, code] of [
    ['EHLO a', '250 '],
    ['MAIL FROM:<a@b.org>', '250 '],
    ['RCPT TO:<known@in.example.com>', '250 '],
    ['DATA', '354'],
  ] as const) {
    await say(open1, line, code);
  }
  const half = `${'x'.repeat(70)}\r\n`.repeat(1500);
  await new Promise<void>((resolve) => open1.write(half, () => resolve()));
  const large = 'y'.repeat(150_000);
  await expect(send(port, 'known@in.example.com', large)).rejects.toMatchObject({ responseCode: 450 });
  await send(port, 'known@in.example.com', 'small');
  await say(open1, '..\r\n'.repeat(2000) + '.', '250 ');
  await send(port, 'known@in.example.com', large);
  expect(taken.map(({ source }) => source.length > 100_000)).toEqual([false, true, true]);
  expect(taken[1]?.source).toBe(`${half}${'.\r\n'.repeat(2000)}`);
});

test('more clients at once than there is room for are sent away, of all and of one address', async () => {
  for (const limits of [{ clients: 1 }, { clientsOfOne: 1 }]) {
    const { port } = await open(limits);
    const first = speak(port);
    await once(first, 'data');
    expect(await greetingOf(port)).toMatch(/^421 /);
    first.destroy();
    // The server hears of it a moment later.
    while (!(await greetingOf(port)).startsWith('220 '));
  }
});

test('a port that is taken is one clear sentence', async () => {
  const { port } = await open();
  await expect(open({}, { port })).rejects.toThrow('Set INBOUND_SMTP_PORT');
});
