import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { SMTPServer } from 'smtp-server';

import type { BenchPerson } from './people.ts';
import { percentilesOf } from './percentiles.ts';
import type { Percentiles } from './percentiles.ts';

/** What it takes to sign in by mail, in milliseconds. */
export interface SignIns {
  /** From the form to the answer that a mail is on its way. */
  ask: Percentiles;
  /** From there until the mail server has it. */
  mail: Percentiles;
  /** From the code to the session. */
  code: Percentiles;
  whole: Percentiles;
  /** When several sign in at a time. */
  perSecond: number;
}

const AT_A_TIME = 8;
/** Whoever has no mail by then waits in vain. */
const MAIL_MS = 30_000;

/** People sign in one after the other, and then as many others several at a time. */
export async function measureSignIns(
  port: number,
  mails: MailCatcher,
  people: readonly BenchPerson[],
): Promise<SignIns> {
  const half = Math.floor(people.length / 2);
  const times: SignInTimes[] = [];
  for (const { email } of people.slice(0, half)) times.push(await signIn(port, mails, email));
  const others = people.slice(half);
  const started = performance.now();
  const queue = others.values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const { email } of queue) await signIn(port, mails, email);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    ask: percentilesOf(times.map(({ ask }) => ask)),
    mail: percentilesOf(times.map(({ mail }) => mail)),
    code: percentilesOf(times.map(({ code }) => code)),
    whole: percentilesOf(times.map(({ ask, mail, code }) => ask + mail + code)),
    perSecond: others.length / seconds,
  };
}

interface SignInTimes {
  ask: number;
  mail: number;
  code: number;
}

async function signIn(port: number, mails: MailCatcher, email: string): Promise<SignInTimes> {
  const code = mails.codeFor(email);
  const start = performance.now();
  const response = await send(port, { intent: 'ask', who: email });
  const answered = performance.now();
  const cookie = cookiesOf(response);
  const typed = await Promise.race([code, tooLate(email)]);
  const taken = performance.now();
  const arrived = await send(port, { intent: 'code', code: typed }, cookie);
  if (!/(?:^|; )session=/.test(cookiesOf(arrived))) throw new Error(`${email} was not signed in: ${arrived.status}`);
  return { ask: answered - start, mail: taken - answered, code: performance.now() - taken };
}

async function tooLate(email: string): Promise<never> {
  await pause(MAIL_MS, undefined, { ref: false });
  throw new Error(`no mail for ${email} within ${MAIL_MS} ms`);
}

async function send(port: number, fields: Record<string, string>, cookie = ''): Promise<Response> {
  const origin = `http://localhost:${port}`;
  const body = new URLSearchParams({ returnTo: '/login/success', ...fields });
  const headers = { origin, cookie, 'accept-language': 'en' };
  const response = await fetch(`${origin}/login`, { method: 'POST', headers, body, redirect: 'manual' });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${fields.intent} of ${fields.who ?? ''} answers ${response.status}`);
  return response;
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A mail server that tells the codes in what it takes. */
export class MailCatcher {
  readonly #waiting = new Map<string, (code: string) => void>();
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, { envelope }, done) => {
        void text(stream)
          .then((source) => this.#take(envelope.rcptTo[0]?.address ?? '', source))
          .finally(done);
      },
    });
  }

  static async open(): Promise<MailCatcher> {
    const mails = new MailCatcher();
    mails.#server.listen(0, '127.0.0.1');
    await once(mails.#server.server, 'listening');
    return mails;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  codeFor(email: string): Promise<string> {
    return new Promise((resolve) => void this.#waiting.set(email, resolve));
  }

  async close(): Promise<void> {
    await new Promise<void>((closed) => this.#server.close(closed));
  }

  #take(to: string, source: string): void {
    const code = /^\s*(\d{3}) ?(\d{3})\s*$/m.exec(source);
    if (code === null) return;
    this.#waiting.get(to)?.(`${code[1]}${code[2]}`);
    this.#waiting.delete(to);
  }
}
