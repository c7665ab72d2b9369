import type { Current } from '#app/current/current.server.ts';
import { MAIL_TAKEN, SEND_MAIL } from '#app/mail/mail-queue.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { queryWithin } from '#lib/database/query-within.server.ts';
import { SELECT_MARKS, markOfJob } from '#lib/health/marks.server.ts';
import { MAX_COUNTED, SELECT_CLOCK, SELECT_FAILED, SELECT_WAITING, lastDue } from '#lib/jobs/queues.server.ts';

import { QUERY_MS } from './database-check.server.ts';
import { say } from './health.ts';
import type { HealthFinding, HealthWords } from './health.ts';
import { formatSpan } from './units.ts';

interface WaitingJobs extends Record<string, unknown> {
  readonly name: string;
  readonly count: number;
  readonly age_ms: number;
}

interface FailedRow extends Record<string, unknown> {
  readonly name: string;
  readonly count: number;
  /** Whether one of them is tried no more. */
  readonly is_over: boolean;
  readonly reason: string;
}

interface MarkRow extends Record<string, unknown> {
  readonly name: string;
  readonly at: Date;
}

interface ClockRow extends Record<string, unknown> {
  readonly name: string;
  readonly known_since: Date;
}

/** Milliseconds that what could run at once has waited. */
const LONG_WAIT_MS = 300_000;
const MAX_REASON = 200;

export async function checkJobs({ db, locale }: Current): Promise<HealthFinding> {
  const [waiting, failed] = await Promise.all([
    queryWithin<WaitingJobs>(db, QUERY_MS, SELECT_WAITING),
    queryWithin<FailedRow>(db, QUERY_MS, SELECT_FAILED),
  ]);
  const count = waiting.reduce((sum, row) => sum + row.count, 0);
  const oldest = Math.max(0, ...waiting.map((row) => row.age_ms));
  const over = failed.filter((row) => row.is_over);
  const problems: HealthWords[] = [
    ...over.map(({ name, count: times, reason }) =>
      say('admin.health.failedJob', { name, count: times, reason: reason.slice(0, MAX_REASON) }),
    ),
    ...failed
      .filter((row) => !row.is_over)
      .map(({ name, count: times, reason }) =>
        say('admin.health.failingJob', { name, count: times, reason: reason.slice(0, MAX_REASON) }),
      ),
    ...(oldest > LONG_WAIT_MS ? [say('admin.health.longWait', { span: formatSpan(oldest, locale) })] : []),
  ];
  return {
    state: over.length > 0 ? 'failing' : problems.length > 0 ? 'warning' : 'fine',
    problems,
    facts: [
      { name: 'admin.health.waiting', value: countWaiting(count) },
      { name: 'admin.health.oldest', value: ageOf(count === 0 ? undefined : oldest, locale) },
      { name: 'admin.health.failed', value: String(over.reduce((sum, row) => sum + row.count, 0)) },
    ],
  };
}

/** Milliseconds after which what the clock has started should have ended well. */
const GRACE_MS = 600_000;

/** Whether each job that the clock starts has ended well since it had to. */
export async function checkClock({ db, now, locale }: Current, { clockJobs }: ConsoleParts): Promise<HealthFinding> {
  const [marks, clock] = await Promise.all([
    queryWithin<MarkRow>(db, QUERY_MS, SELECT_MARKS),
    queryWithin<ClockRow>(db, QUERY_MS, SELECT_CLOCK),
  ]);
  const runs = new Map(marks.map(({ name, at }) => [name, at]));
  const known = new Map(clock.map(({ name, known_since: since }) => [name, since]));
  const before = new Date(now().getTime() - GRACE_MS);
  const jobs = clockJobs.map((job) => {
    const [due, since, ran] = [lastDue(job, before), known.get(job.name), runs.get(markOfJob(job.name))];
    const isOverdue = due !== undefined && since !== undefined && since < due && (ran === undefined || ran < due);
    return { name: job.name, ran, isOverdue };
  });
  const late = jobs.filter(({ isOverdue }) => isOverdue);
  const span = (ran: Date | undefined) => ran && formatSpan(Math.max(0, now().getTime() - ran.getTime()), locale);
  return {
    state: late.length > 0 ? 'warning' : 'fine',
    problems: late.map(({ name, ran }) =>
      ran === undefined
        ? say('admin.health.neverRan', { name })
        : say('admin.health.overdue', { name, span: span(ran) ?? '' }),
    ),
    facts: jobs.map(({ name, ran }) => ({
      name: 'admin.health.lastRun',
      value:
        ran === undefined
          ? say('admin.health.notYet', { name })
          : say('admin.health.ranAgo', { name, span: span(ran) ?? '' }),
    })),
  };
}

const SERVER_PATIENCE_MS = 1500;

export async function checkMails({ db, config, mailer, now, locale }: Current): Promise<HealthFinding> {
  const [waiting, marks, isThere] = await Promise.all([
    queryWithin<WaitingJobs>(db, QUERY_MS, SELECT_WAITING),
    queryWithin<MarkRow>(db, QUERY_MS, SELECT_MARKS),
    config.SMTP_URL === undefined ? undefined : mailer.isThere(SERVER_PATIENCE_MS),
  ]);
  const queue = waiting.find(({ name }) => name === SEND_MAIL);
  const taken = marks.find(({ name }) => name === MAIL_TAKEN)?.at;
  const isLate = (queue?.age_ms ?? 0) > LONG_WAIT_MS;
  const problems: HealthWords[] = [
    ...(isThere === false ? [say('admin.health.mailServerAway')] : []),
    ...(isLate ? [say('admin.health.longMailWait', { span: formatSpan(queue?.age_ms ?? 0, locale) })] : []),
  ];
  return {
    state: isThere === false ? 'failing' : isLate ? 'warning' : 'fine',
    problems,
    facts: [
      {
        name: 'admin.health.mailServer',
        value: say(
          isThere === undefined
            ? 'admin.health.noMailServer'
            : isThere
              ? 'admin.health.answers'
              : 'admin.health.doesNotAnswer',
        ),
      },
      { name: 'admin.health.waiting', value: countWaiting(queue?.count ?? 0) },
      { name: 'admin.health.oldest', value: ageOf(queue?.age_ms, locale) },
      {
        name: 'admin.health.lastTaken',
        value:
          taken === undefined
            ? say('admin.health.none')
            : say('admin.health.ago', { span: formatSpan(Math.max(0, now().getTime() - taken.getTime()), locale) }),
      },
    ],
  };
}

/** What waits by its kind: mails, webhooks and all others. What comes in by mail is taken at once and waits nowhere. */
export async function checkQueues({ db, locale }: Current): Promise<HealthFinding> {
  const waiting = await queryWithin<WaitingJobs>(db, QUERY_MS, SELECT_WAITING);
  const late = waiting.filter((row) => row.age_ms > LONG_WAIT_MS);
  const describe = ({ name, count, age_ms: age }: WaitingJobs): HealthWords =>
    say('admin.health.queue', { name, count, span: formatSpan(age, locale) });
  return {
    state: late.length > 0 ? 'warning' : 'fine',
    problems: late.map(describe),
    facts: [
      ...(waiting.length === 0
        ? [{ name: 'admin.health.waiting', value: say('admin.health.none') } as const]
        : waiting.map((row) => ({ name: 'admin.health.waiting', value: describe(row) }) as const)),
      { name: 'admin.health.inbound', value: say('admin.health.inboundAtOnce') },
    ],
  };
}

function countWaiting(count: number): HealthWords | string {
  return count >= MAX_COUNTED ? say('admin.health.orMore', { count: MAX_COUNTED }) : String(count);
}

function ageOf(age: number | undefined, locale: string): HealthWords | string {
  return age === undefined ? say('admin.health.none') : formatSpan(age, locale);
}
