import type { DeskQuery } from '#app/contact/desk/desk.ts';
import type { Current } from '#app/current/current.server.ts';

import { openInProcess, timesOf } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import type { ContactReport } from './report.ts';

const SUBMISSIONS = 100_000;
const CALLERS = 2;

/** What staff ask of the desk, among many messages to the studio, in this process. */
export async function measureContact(ground: BenchSetup): Promise<ContactReport> {
  const within = await openInProcess(ground);
  try {
    await fillDesk(ground);
    return { submissions: SUBMISSIONS, figures: await measureDesk(within) };
  } finally {
    await within.close();
  }
}

/** A year of them: nine of ten are closed, of the open ones half are overdue, and some words are in nearly all. */
export async function fillDesk({ pool }: Pick<BenchSetup, 'pool'>): Promise<void> {
  await pool.query(`
    insert into contact_submissions (subject_id, topic, title, facts, locale, participant_id, user_id, name, state, priority,
      assigned_user_id, tags, snoozed_until, due_at, messages, has_old_words, title_search, search, created_at, last_at, closed_at)
    select uuidv7(n * interval '-5 minutes'), (array['bug', 'account', 'purchase', 'other'])[1 + n % 4], 'Message ' || n, '{}', 'en-US',
      'user u' || n % 20000, 'u' || n % 20000, '', state, n % 4, case when n % 3 = 0 then 'b4nch' end,
      case when n % 50 = 0 then '{crash}'::text[] else '{}' end, case when n % 400 = 7 then now() + interval '1 day' end,
      case when state = 'open' then now() + (n % 2 - 0.5) * 2 * n * interval '1 minute' end, 3, false,
      to_tsvector('simple', 'message ' || n),
      to_tsvector('simple', (select 'message ' || string_agg('w' || floor(power(random(), 3) * 20000)::integer, ' ')
        from generate_series(1, 40) where n > 0)),
      at, at, case when state = 'closed' then at end
    from generate_series(1, ${SUBMISSIONS}) n,
      lateral (select case when n % 100 < 90 then 'closed' when n % 100 < 94 then 'waiting' else 'open' end as state,
        now() - n * interval '5 minutes' as at) made`);
  await pool.query('vacuum analyze contact_submissions');
}

const ASKED: readonly (readonly [name: string, query: Partial<DeskQuery>])[] = [
  ['open', { view: 'open' }],
  ['mine', { view: 'mine' }],
  ['unassigned', { view: 'unassigned' }],
  ['overdue, the longest first', { view: 'overdue' }],
  ['waiting', { view: 'waiting' }],
  ['snoozed', { view: 'snoozed' }],
  ['closed', { view: 'closed' }],
  ['all with a tag', { view: 'all', tag: 'crash' }],
  ['a rare word', { view: 'all', text: 'w15555' }],
  ['a word that all have', { view: 'all', text: 'message' }],
  ['the beginning of words', { view: 'all', text: 'w1' }],
  ['a rare word among the open ones', { view: 'open', text: 'w15555' }],
];

async function measureDesk({ current, load }: InProcess): Promise<ContactReport['figures']> {
  const { findDesk } = await load<typeof import('#app/contact/desk/desk.server.ts')>(
    '/app/contact/desk/desk.server.ts',
  );
  const { findDeskStats } = await load<typeof import('#app/contact/desk/desk-stats.server.ts')>(
    '/app/contact/desk/desk-stats.server.ts',
  );
  const staff: Current = { ...current, actor: { ...current.actor, userId: 'b4nch', role: 'staff' } };
  const works = new Map<string, () => Promise<unknown>>(
    ASKED.map(([name, query]) => {
      const search = { view: 'all', text: '', topic: '', tag: '', after: undefined, ...query } as const;
      return [name, () => findDesk(staff, search)];
    }),
  );
  works.set('page 100 of all', await deepPage(staff, findDesk));
  works.set('the figures of 30 days', () => findDeskStats(staff, 30));
  const figures: { name: string; took: ReturnType<typeof percentilesOf> }[] = [];
  for (const [name, work] of works) {
    await work();
    figures.push({ name, took: percentilesOf(await timesOf(work, CALLERS)) });
  }
  return figures;
}

async function deepPage(staff: Current, find: typeof import('#app/contact/desk/desk.server.ts').findDesk) {
  const query = { view: 'all', text: '', topic: '', tag: '' } as const;
  let after: string | undefined;
  for (let page = 1; page < 100; page += 1) after = (await find(staff, { ...query, after })).next;
  return () => find(staff, { ...query, after });
}
