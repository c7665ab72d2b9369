import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { createAccount } from '#app/accounts/accounts.server.ts';
import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { noticeMail } from '#app/accounts/notice.mail.tsx';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText, htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { openMailer, systemCurrent } from '#app/door/parts.server.ts';
import { requestSignIn } from '#app/login/sign-ins/sign-ins.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { joinNewsletters } from '#app/telegrams/joining.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Mail } from '#lib/mail/mailer.server.ts';

import { CAST } from '../cast.ts';
import { runJobs, runJobsAgain } from '../mail/jobs.ts';
import { readMail, smtpError } from '../mail/mail-server.ts';
import { mailing } from '../mail/mailing.ts';
import { FORM_HEADERS, useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';

const site = useTestSite();
const TRY_AGAIN = "We couldn't send you an email! Try again?";

test('a mail goes out when its cause has happened, and not when that was undone', async () => {
  const { parts, current, taken } = await mailing(site);
  const undone = inTransaction(current, async (current) => {
    await notice(current, await newAccount(current, 'undone@example.org'), 'one');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await runJobs({ parts });
  expect(taken).toEqual([]);
  await inTransaction(current, async (current) => notice(current, await newAccount(current, 'pip@example.org'), 'two'));
  await runJobs({ parts });
  expect(taken.map(({ to }) => to)).toEqual([['pip@example.org']]);
  expect(readMail(taken[0]!).headers).toMatchObject({
    from: 'The Site <site@example.com>',
    to: 'pip@example.org',
    subject: 'Something changed in your Rumpus account',
    'auto-submitted': 'auto-generated',
  });
});

test('a mail that is refused for now is tried again, later each time, under the same Message-ID', async () => {
  const seen: string[] = [];
  const { parts, current, lines } = await mailing(site, (source) => {
    seen.push(/^Message-ID: (.*)\r$/m.exec(source)?.[1] ?? '');
    return seen.length < 3 ? smtpError(451, 'come back later') : undefined;
  });
  await notice(current, await newAccount(current, 'later@example.org'), 'later');
  await runJobs({ parts });
  expect(seen).toHaveLength(1);
  const first = await pauseOfJob();
  await runJobs({ parts });
  expect(seen).toHaveLength(1);
  await runJobsAgain({ parts });
  expect(await pauseOfJob()).toBeGreaterThan(first);
  await runJobsAgain({ parts });
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toMatch(/^<[\w-]{43}@localhost>$/);
  await runJobsAgain({ parts });
  expect(seen).toHaveLength(3);
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain('later@example.org');
});

test('a mail whose job died after the server had taken it goes out again as the same mail', async () => {
  const { parts, current, taken } = await mailing(site);
  const { mailer } = parts;
  const dies = async (mail: Mail) => {
    await mailer.send(mail);
    throw new Error('the process died');
  };
  await notice(current, await newAccount(current, 'twice@example.org'), 'twice');
  await runJobs({ parts: { ...parts, mailer: { ...mailer, send: dies } } });
  await runJobsAgain({ parts });
  const [first, second] = taken.map((mail) => readMail(mail).headers['message-id']);
  expect(second).toBe(first);
  expect(taken).toHaveLength(2);
});

test('a mail that is refused for good is not tried again', async () => {
  let tries = 0;
  const { parts, current, lines } = await mailing(site, () => ((tries += 1), smtpError(550, 'nobody of that name')));
  await notice(current, await newAccount(current, 'gone@example.org'), 'gone');
  await runJobs({ parts });
  await runJobsAgain({ parts });
  expect(tries).toBe(1);
  expect(await waiting()).toBe(0);
  expect(lines.filter(({ msg }) => msg === 'a mail was refused for good')).toHaveLength(1);
});

test('nothing is sent that has become pointless', async () => {
  const { parts, current, taken, lines } = await mailing(site);
  const userId = await newAccount(current, 'late@example.org');
  await sendMailLater(current, noticeMail, noticeOf(userId), {
    key: 'past',
    until: new Date(current.now().getTime() - 1),
  });
  await requestSignIn(current, 'late@example.org', '/');
  const late = { ...parts, now: () => new Date(parts.now().getTime() + 11 * 60_000) };
  await runJobs({ parts: late });
  expect(taken).toEqual([]);
  expect(await waiting()).toBe(0);
  expect(lines.filter(({ msg }) => msg === 'a mail was given up')).toHaveLength(2);
});

test('after three days of tries a mail is given up', async () => {
  const { parts, current, lines } = await mailing(site, () => smtpError(451, 'come back later'));
  await notice(current, await newAccount(current, 'never@example.org'), 'never');
  await runJobs({ parts });
  expect(await waiting()).toBe(1);
  const late = { ...parts, now: () => new Date(parts.now().getTime() + 3 * 86_400_000 + 1) };
  await runJobsAgain({ parts: late });
  expect(await waiting()).toBe(0);
  expect(lines.at(-1)).toMatchObject({ msg: 'a mail was given up', mail: 'accounts.notice' });
});

test('while a mail waits, another under its key takes its place', async () => {
  const { parts, current, taken } = await mailing(site);
  const userId = await newAccount(current, 'once@example.org');
  await notice(current, userId, 'same');
  await notice(current, userId, 'same');
  await notice(current, userId, 'other');
  await runJobs({ parts });
  expect(new Set(taken.map((mail) => readMail(mail).headers['message-id'])).size).toBe(2);
  expect(taken).toHaveLength(2);
});

test.each(['en-US', 'ja-JP', 'ru-RU', 'es-XL'] as const)(
  'a mail to a reader of %s is in that language',
  async (locale) => {
    const { parts, current, taken } = await mailing(site);
    await notice(current, await newAccount(current, `${locale}@example.org`, locale), locale);
    await requestSignIn({ ...current, locale }, `new-${locale}@example.org`, '/');
    await runJobs({ parts });
    const text = await getText(locale);
    const [sentNotice, signIn] = taken.map(readMail).toSorted((one) => (one.headers.to?.startsWith('new-') ? 1 : -1));
    expect(sentNotice?.headers.subject).toBe(text('mail.notice.subject', { studio: 'Rumpus' }));
    const code = /\b\d{6}\b/.exec(signIn?.text ?? '')?.[0] ?? '';
    expect(signIn?.headers.subject).toBe(text('mail.signIn.subject', { code, studio: 'Rumpus' }));
    for (const mail of [sentNotice, signIn]) expect(mail?.html).toContain(`<html lang="${htmlLang(locale)}"`);
    expect(sentNotice?.text).toContain(text('mail.notice.title'));
    expect(signIn?.text).toContain(text('mail.signIn.minutes', { minutes: 10 }));
  },
);

test('nothing that strangers write gets into a header or adds a receiver', async () => {
  const { parts, current, taken, lines } = await mailing(site);
  const userId = await newAccount(current, 'pip@inject.example');
  const details = { name: 'Sofa\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>' };
  await sendMailLater(current, noticeMail, { ...noticeOf(userId), kind: 'passkeyAdded', details }, { key: 'name' });
  await runJobs({ parts });
  expect(taken.map(({ to }) => to)).toEqual([['pip@inject.example']]);
  const mail = readMail(taken[0]!);
  expect(mail.headers).not.toHaveProperty('bcc');
  expect(mail.html).not.toContain('<script>');
  for (const address of ['a@b.example, c@d.example', 'Pip <pip@b.example>', 'pip@b.example\r\nBcc: all@b.example']) {
    await expect(requestSignIn(current, address, '/')).rejects.toMatchObject({ status: 400 });
    await current.db.query(sql`update account_emails set address = ${address} where user_id = ${userId}`);
    await notice(current, userId, address);
  }
  await runJobs({ parts });
  expect(taken).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg === 'a mail was refused for good').length).toBeGreaterThan(0);
  expect(await waiting()).toBe(0);
});

test("when a mail cannot be queued, the one who asked reads 'We couldn't send you an email! Try again?'", async () => {
  const { current } = await mailing(site);
  const broken = inTransaction(current, async (current) => {
    await current.db.query(sql`drop schema graphile_worker cascade`);
    await requestSignIn(current, 'pip@example.org', '/');
  });
  await expect(broken).rejects.toMatchObject({ status: 503, message: TRY_AGAIN });
  const { parts } = openTestApp(site, { PUBLIC_URL: 'https://www.rumpus.example' });
  const nowhere = { ...systemCurrent(parts), address: '203.0.113.9' };
  await expect(requestSignIn(nowhere, 'pip@example.org', '/')).rejects.toMatchObject({ message: TRY_AGAIN });
});

describe('while the mail server is away', () => {
  /** @param listener undefined where nothing listens */
  async function openWithServer(listener?: Server) {
    const server = listener ?? createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (listener === undefined) server.close();
    else onTestFinished(() => void server.close());
    const sending = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'site@example.com' };
    const mailer = openMailer(openTestApp(site, sending).parts);
    onTestFinished(() => mailer.close());
    return openTestApp(site, sending, { mailer });
  }

  /** Answers to somebody known, to a stranger, and to the lookup code of nobody. */
  const ASKING = [CAST.player.email, 'nobody-at-all@example.org', 'zzzzzz'];

  const ask = async (app: TestApp, who: string) => {
    const start = performance.now();
    const body = String(new URLSearchParams({ intent: 'ask', who }));
    const response = await app.sendRequest('/login.data', { method: 'POST', body, headers: FORM_HEADERS });
    const text = (await response.text()).replaceAll(who, 'somebody');
    return { status: response.status, text, seconds: Math.round((performance.now() - start) / 1000) };
  };

  test('who asks for a code reads that no mail went out, whoever it is, and the mail waits', async () => {
    const app = await openWithServer();
    const before = await waiting();
    const [known, ...others] = await Promise.all(ASKING.map((who) => ask(app, who)));
    expect(known).toMatchObject({ status: 503, text: expect.stringContaining(TRY_AGAIN) as string, seconds: 0 });
    for (const other of others) expect(other).toEqual(known);
    expect(await waiting()).toBe(before + 3);
  });

  test('nobody waits longer than three seconds for a server that says nothing', async () => {
    const app = await openWithServer(createServer());
    for (const { status, seconds } of await Promise.all(ASKING.map((who) => ask(app, who))))
      expect([status, seconds]).toEqual([503, 3]);
  });
});

test('without a mail server, mail is kept and the server prints its code, on the localhost stage only', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  await requestSignIn({ ...systemCurrent(site.parts), address: '127.0.0.1' }, 'printed@example.org', '/');
  await runJobs(site);
  const kept = site.parts.mailer.keptMails().find(({ to }) => to === 'printed@example.org');
  const printed = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('printed@'));
  expect(printed).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(kept?.text ?? '')?.[0] ?? '';
  const link = /http\S+\/confirmation\/\S+/.exec(kept?.text ?? '')?.[0] ?? '';
  expect(printed[0]).toBe(`Mail for printed@example.org: code ${code}, or ${link}\n`);
});

test('without a mail server, the log of another stage has no link and no address of a mail', async () => {
  const { parts, lines } = openTestApp(site, { STAGE: 'beta' });
  const visitor = { ...systemCurrent(parts), address: '203.0.113.9' };
  await joinNewsletters(
    { ...visitor, actor: { ...visitor.actor, role: 'public' } },
    {
      subscriptions: ['ballyhoo'],
      email: 'unsent@example.org',
    },
  );
  await runJobs({ parts });
  expect(lines.map(({ msg }) => msg)).toContain('SMTP_URL is not set: a mail was not sent');
  expect(JSON.stringify(lines)).not.toMatch(/\/confirmation\/|unsent@/);
});

async function newAccount(current: Current, address: string, locale: Locale = 'en-US'): Promise<string> {
  const userId = await createAccount(current, { locale, terms: '1' });
  await addVerifiedEmail(current, userId, address);
  return userId;
}

function notice(current: Current, userId: string, key: string): Promise<void> {
  return sendMailLater(current, noticeMail, noticeOf(userId), { key });
}

function noticeOf(userId: string) {
  const at = '2026-11-21T12:00:00Z';
  return { userId, kind: 'sessionsEnded', details: {}, at, browser: 'Firefox', system: 'Linux' } as const;
}

async function waiting(): Promise<number> {
  return (await site.parts.db.query(sql`select from graphile_worker._private_jobs`)).length;
}

/** Seconds until the one waiting job is tried again. */
async function pauseOfJob(): Promise<number> {
  const [job] = await site.parts.db.query<{ pause: number }>(
    sql`select extract(epoch from run_at - now())::float8 as pause from graphile_worker._private_jobs`,
  );
  return job?.pause ?? 0;
}
