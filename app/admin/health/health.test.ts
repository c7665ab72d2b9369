import { createElement } from 'react';
import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { AnyMail } from '#app/mail/mail-kind.server.ts';
import { sendMail } from '#app/mail/send-mail.server.ts';
import type { MailSender } from '#app/mail/send-mail.server.ts';
import { jobs as siteJobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { markRuns } from '#lib/health/marks.server.ts';
import { startPresence } from '#lib/health/processes.server.ts';
import { runDueJobs } from '#lib/jobs/jobs.server.ts';
import { lastDue } from '#lib/jobs/queues.server.ts';
import { listenForMails } from '#test/mail/mail-server.ts';
import { openTestSite, useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

const site = useTestSite();

/** What the panel of health says to somebody, without tags. */
async function readHealth(who: 'staff' | 'admin' = 'admin', at: TestSite = site): Promise<string> {
  const html = await (await at.ask(who, '/admin')).text();
  const panel = /<section id="health"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  return panel.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const begin = (version: string, beatMs?: number) =>
  startPresence(site.parts.signalPool, { version, roles: ['serve', 'work'] }, site.parts.log, beatMs);

test('admins read the numbers of each part, and staff whether all is well', async () => {
  const one = await begin('1.2.3');
  const words = await readHealth();
  expect(words).toContain('Health All is well');
  expect(words).toMatch(/Database fine .*PostgreSQL \d+.* Size [\d.]+ (?:MB|GB).* Connections \d+ of \d+/);
  expect(words).toMatch(/Replicas of the database fine/);
  expect(words).toContain('none is set, so no email leaves this site');
  expect(words).toMatch(/data folder [\d.,]+ \wB free of/);
  expect(words).toContain('on a server of its own, whose disk can’t be asked from here');
  expect(words).toMatch(/Running 1\.2\.3 · \S+ \d+ · serve, work/);
  const forStaff = await readHealth('staff');
  expect(forStaff).toContain('Health All is well');
  expect(forStaff).not.toMatch(/1\.2\.3|PostgreSQL|\d+ of/);
  await one.end();
  expect(await readHealth()).toContain('No process says that it runs');
});

test('processes of two versions are told apart, and one that goes without a word is missed', async () => {
  const [old, fresh] = [await begin('1.0.0'), await begin('2.0.0')];
  expect(await readHealth()).toContain('Processes of different versions run: 1.0.0, 2.0.0.');
  expect(await readHealth('staff')).toContain('Processes needs a look Admins see on this page what it is.');
  await site.parts.db.query(
    sql`update site_processes set beat_at = now() - interval '2 minutes' where version = '1.0.0'`,
  );
  const words = await readHealth();
  expect(words).toMatch(/hasn’t said for 2 minutes that it runs/);
  expect(words).not.toContain('different versions');
  await site.parts.db.query(
    sql`update site_processes set beat_at = now() - interval '2 hours' where version = '1.0.0'`,
  );
  await (await begin('2.0.0')).end();
  expect(await site.parts.db.query(sql`select version from site_processes`)).toEqual([{ version: '2.0.0' }]);
  await Promise.all([old.end(), fresh.end()]);
  expect(await site.parts.db.query(sql`select version from site_processes`)).toEqual([]);
});

test('a process beats again and again, and its row comes back when somebody has swept it', async () => {
  const one = await begin('1.0.0', 20);
  await site.parts.db.query(sql`delete from site_processes`);
  await expect.poll(() => site.parts.db.query(sql`select version from site_processes`)).toEqual([{ version: '1.0.0' }]);
  await one.end();
});

test('a job that fails for good is told with its reason, and so is what waits too long', async () => {
  const { parts } = site;
  const one = await begin('1.0.0');
  const fail = { name: 'test:fail', run: () => Promise.reject(new Error('The kettle is empty.')) };
  await parts.db.query(sql`select from graphile_worker.add_job('test:fail', '{}', max_attempts := 1)`);
  await runDueJobs(parts.signalPool, [fail], parts.log);
  await parts.db.query(
    sql`select from graphile_worker.add_job('test:wait', '{}', run_at := now() - interval '10 minutes')`,
  );
  const words = await readHealth();
  expect(words).toContain('Jobs failing 1 job of test:fail failed for good: The kettle is empty.');
  expect(words).toContain('A job that could run has waited for 10 minutes.');
  expect(words).toContain('Waiting test:wait: 1, the oldest for 10 minutes');
  expect(await readHealth('staff')).not.toContain('kettle');
  await parts.db.query(sql`delete from graphile_worker._private_jobs`);
  expect(await readHealth()).toContain('Jobs fine');
  await one.end();
});

test('a job by the clock that does not run is overdue, until it has', async () => {
  const { parts } = site;
  const name = 'posts:indexPosts';
  await parts.db.query(sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${name}, now() - interval '1 day', now())`);
  expect(await readHealth()).toContain(`${name} was due and has never run.`);
  const job = siteJobs(parts).find((one) => one.name === name);
  if (job === undefined) throw new Error('there is no such job');
  await markRuns({ ...job, run: () => Promise.reject(new Error('It fails.')) }, parts)
    .run({})
    .catch(() => undefined);
  expect(await readHealth()).toContain(`${name} was due and has never run.`);
  await markRuns(job, parts).run({});
  expect(await readHealth()).toMatch(/Last run posts:indexPosts: [\d.]+ seconds? ago/);
  await parts.db.query(sql`update health_marks set at = at - interval '3 hours'`);
  expect(await readHealth()).toContain(`${name} was due and last ran 3 hours ago.`);
});

test('a time of the clock is found as cron means it', () => {
  const now = new Date('2026-11-28T21:25:30Z');
  const due = (cron: string) => lastDue({ name: 'test:it', cron }, now)?.toISOString();
  expect(due('* * * * *')).toBe('2026-11-28T21:25:00.000Z');
  expect(due('47 3 * * *')).toBe('2026-11-28T03:47:00.000Z');
  expect(due('30 21 * * *')).toBe('2026-11-27T21:30:00.000Z');
  expect(due('*/10 * * * *')).toBe('2026-11-28T21:20:00.000Z');
  expect(due('0 5 * * 0')).toBe('2026-11-22T05:00:00.000Z');
  expect(due('0 5 1 * *')).toBe('2026-11-01T05:00:00.000Z');
});

test('a mail server that goes away is told, and when one last took an email', async () => {
  const server = await listenForMails();
  const own = await openTestSite({ SMTP_URL: server.url, MAIL_FROM: 'site@example.com' });
  try {
    expect(await readHealth('admin', own)).toMatch(/Email fine .*Last taken by a server none/);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await sendMail(systemCurrent(own.parts), SENDER, { mail: LETTER.name, payload: {}, messageId: 'letter', until });
    expect(await readHealth('admin', own)).toMatch(/Email fine .*Last taken by a server [\d.]+ seconds? ago/);
    await server.close();
    // A process that has not met the server lately, because that is taken to be there for a moment.
    const beside = await own.openBeside();
    const words = await readHealth('admin', beside);
    expect(words).toContain('Email failing The mail server doesn’t answer. Emails wait until it does.');
    expect(words).toContain('Database fine');
    await beside.close();
  } finally {
    await own.close();
  }
});

const LETTER: AnyMail = {
  name: 'test.letter',
  find: () => Promise.resolve({ to: 'bo@example.com', locale: 'en-US', props: {} }),
  subject: () => 'Hello',
  Body: () => createElement('p', {}, 'Hello.'),
};
const SENDER: MailSender = {
  mails: [LETTER],
  findMailRecipient: () => Promise.resolve(undefined),
  onSuppression: () => Promise.resolve(),
};

test('what cannot be asked says so, in time, and hides nothing else', async () => {
  await site.stranger.transaction(async (held) => {
    await held.query(sql`lock table site_processes in access exclusive mode`);
    const began = performance.now();
    const words = await readHealth();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(words).toContain('Processes not known We couldn’t ask, so this may be fine or not.');
    expect(words).toContain('Database fine');
    expect(words).toContain('Something needs a look');
  });
});
