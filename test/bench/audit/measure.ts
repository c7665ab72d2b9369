import type { AuditQuery } from '#app/audit/audit.ts';

import { openInProcess, timesOf } from '../in-process.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import type { AuditReport } from './report.ts';

const ENTRIES = Number(process.env['AUDIT_ENTRIES'] ?? 10_000_000);
const STEP = 500_000;
const CALLERS = 2;
const CHAINED = 20_000;

/** What the page of the audit asks, each filter alone, in this process. */
export async function measureAudit(ground: BenchSetup): Promise<AuditReport> {
  const within = await openInProcess(ground);
  try {
    await fillAudit(ground);
    const { findAuditEntries } =
      await within.load<typeof import('#app/audit/audit.server.ts')>('/app/audit/audit.server.ts');
    const figures: { name: string; took: ReturnType<typeof percentilesOf> }[] = [];
    for (const [name, filters] of ASKED) {
      const work = () => findAuditEntries(within.current, { ...filters, limit: 50 });
      await work();
      figures.push({ name, took: percentilesOf(await timesOf(work, CALLERS)) });
    }
    return { entries: ENTRIES, figures, ...(await measureChain(ground, within)) };
  } finally {
    await within.close();
  }
}

/**
 * Two hundred people for years: some kinds of deeds are rare, and who does most does none of one of them; a third have a reason, and a
 * few were behind a masquerade.
 */
async function fillAudit({ pool }: BenchSetup): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(`
    select indexname, indexdef from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey'`);
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  for (let first = 0; first < ENTRIES; first += STEP) {
    await pool.query(`
      insert into audit (at, user_id, role, masquerade, action, target, before, after, request_id, reason)
      select now() - (${ENTRIES} - n) * interval '30 seconds', user_id, 'admin', case when n % 500 = 0 then 'staff' end,
        case when user_id = 'u0' and action = 'crate.change' then 'account.ban' else action end, 'account/p' || n % 1000000, null, jsonb_build_object('name', 'n' || n % 5000, 'count', n), 'request ' || n,
        case when n % 3 = 0 then 'for w' || floor(power(random(), 3) * 20000)::integer || ' and w' || n % 7 end
      from (select n, 'u' || floor(power(random(), 3) * 200)::integer as user_id,
          (array['account.ban', 'account.note', 'item.put', 'item.delete', 'crate.change'])[1 + floor(power(random(), 4) * 5)::integer] as action
        from generate_series(${first + 1}, ${first + STEP}) n) made`);
  }
  await pool.query(`set maintenance_work_mem = '1GB'`);
  for (const { indexdef } of rows) await pool.query(indexdef);
  await pool.query('vacuum analyze audit');
}

const today = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const ASKED: readonly (readonly [name: string, filters: Omit<AuditQuery, 'limit'>])[] = [
  ['all, the latest', {}],
  ['a page in the middle', { after: ENTRIES / 2 }],
  ['of who did most', { userId: 'u0' }],
  ['of who did least', { userId: 'u199' }],
  ['of a common kind', { action: 'account.ban' }],
  ['of a rare kind', { action: 'crate.change' }],
  ['of all kinds of a thing', { action: 'item' }],
  ['on one thing', { target: 'account/p77' }],
  ['behind any masquerade', { seenAs: 'any' }],
  ['behind a masquerade that nobody wore', { seenAs: 'admin' }],
  ['of a month years ago', { since: today(1030), until: today(1000) }],
  ['with a word that all reasons have', { reason: 'for' }],
  ['with a word of many reasons', { reason: 'w3' }],
  ['with a rare word', { reason: 'w15555' }],
  ['with a word that no reason has', { reason: 'nowhere' }],
  ['by somebody, of a kind', { userId: 'u20', action: 'item' }],
  ['by who does most, of what they never do', { userId: 'u0', action: 'crate.change' }],
  ['by somebody, on one thing', { userId: 'u0', target: 'account/p77' }],
  ['by somebody, behind any masquerade', { userId: 'u20', seenAs: 'any' }],
  ['by somebody, behind one masquerade', { userId: 'u0', seenAs: 'staff' }],
  ['by somebody, years ago', { userId: 'u20', since: today(1030), until: today(1000) }],
  ['by somebody, with a word of many reasons', { userId: 'u0', reason: 'w3' }],
  ['by who did least, with a word of many reasons', { userId: 'u199', reason: 'w3' }],
  ['by somebody, with a rare word', { userId: 'u0', reason: 'w15555' }],
  ['of a kind, behind one masquerade', { action: 'crate.change', seenAs: 'staff' }],
  ['of a kind, years ago', { action: 'item', since: today(1030), until: today(1000) }],
  ['of a kind, with a word of many reasons', { action: 'crate', reason: 'w3' }],
  ['of a kind, with a rare word', { action: 'crate', reason: 'w15555' }],
  ['years ago, with a word of many reasons', { since: today(1030), until: today(1000), reason: 'w3' }],
  ['years ago, with a rare word', { since: today(1030), until: today(1000), reason: 'w15555' }],
  ['by somebody, of a kind, with a word', { userId: 'u20', action: 'item', reason: 'w3' }],
  ['by somebody, of a kind, with a rare word', { userId: 'u20', action: 'item', reason: 'w15555' }],
];

async function measureChain(
  { pool }: BenchSetup,
  { current, load }: Awaited<ReturnType<typeof openInProcess>>,
): Promise<Pick<AuditReport, 'chained' | 'verified'>> {
  const { chainAuditEntries } = await load<typeof import('#app/audit/chain/chain.server.ts')>(
    '/app/audit/chain/chain.server.ts',
  );
  const { verifyChain } = await load<typeof import('#app/audit/chain/verify.server.ts')>(
    '/app/audit/chain/verify.server.ts',
  );
  await pool.query(
    `insert into audit_queue (audit_id) select audit_id from audit order by audit_id desc limit ${CHAINED}`,
  );
  const chained = await rateOf(() => chainAuditEntries(current));
  return { chained, verified: await rateOf(async () => (await verifyChain(current, undefined, CHAINED)).links) };
}

/** A second. */
async function rateOf(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  return (await work()) / ((performance.now() - start) / 1000);
}
