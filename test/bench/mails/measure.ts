import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';

import { freePort } from '#bin/site.js';
import { sql } from '#lib/database/sql.server.ts';

import { openInProcess } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import type { BenchSetup } from '../setup.ts';
import type { MailsReport } from './report.ts';

const READERS = 20_000;
/** Mails that the bare loop sends, and as many lanes as a campaign has. */
const BARE = 5000;
const LANES = 8;
const CAMPAIGN = '00000000-0000-7000-8000-00000000beac';
const DRAFT = { 'en-US': { subject: 'News', body: '# News\n\nHello, and thank you.\n\n[Read on](/blog)' } };

/** A campaign beside the same bytes in a bare loop of nodemailer, over a pool of as many connections, into the same sink. */
export async function measureMails(ground: BenchSetup): Promise<MailsReport> {
  const port = await freePort();
  const sink = new Worker(new URL('sink.ts', import.meta.url), { workerData: { port } });
  await once(sink, 'online');
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const within = await openInProcess(ground, { SMTP_URL: smtpUrl, MAIL_FROM: 'site@rumpus.example' });
  try {
    await writeCampaign(within);
    const mail = await issueOf(within);
    const before = await sendBare(smtpUrl, mail);
    const campaign = await sendCampaign(within);
    const after = await sendBare(smtpUrl, mail);
    return { readers: READERS, campaign, bare: (before + after) / 2 };
  } finally {
    await within.close();
    await sink.terminate();
  }
}

async function writeCampaign({ parts }: InProcess): Promise<void> {
  const { heavy } = parts.db;
  await heavy.query(sql`insert into subscribers (subscriber_id, email, locale, created_at)
    select encode(sha256(n::text::bytea), 'hex'), 'reader' || n || '@host' || n % 500 || '.example', 'en-US', now()
    from generate_series(1, ${READERS}::integer) n`);
  await heavy.query(sql`insert into newsletter_subscriptions (subscriber_id, subscription_id, state, asked_at, confirmed_at)
    select subscriber_id, 'ballyhoo', 'confirmed', now(), now() from subscribers on conflict do nothing`);
  await heavy.query(sql`insert into telegram_campaigns (campaign_id, subscription_id, name, versions, state, per_minute,
      created_at, created_by, updated_at, started_at, total)
    values (${CAMPAIGN}, 'ballyhoo', 'Bench', ${JSON.stringify(DRAFT)}, 'running', 60000, now(), 'bench', now(), now(), ${READERS})`);
  await heavy.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, due_at)
    select ${CAMPAIGN}, subscriber_id, now() from subscribers`);
  // Not all tables: after the rest of the benchmark that takes longer than a statement may.
  await heavy.query(sql`analyze subscribers, newsletter_subscriptions, telegram_campaigns, telegram_deliveries`);
}

/** @returns mails a second */
async function sendCampaign({ current, load }: InProcess): Promise<number> {
  const { sendCampaigns } = await load<typeof import('#app/telegrams/campaigns/sending.server.ts')>(
    '/app/telegrams/campaigns/sending.server.ts',
  );
  const start = performance.now();
  await sendCampaigns(current);
  const seconds = (performance.now() - start) / 1000;
  const [row] = await current.db.query<{ size: number }>(sql`select count(*)::int as size from telegram_deliveries
    where campaign_id = ${CAMPAIGN} and state = 'accepted'`);
  if (row?.size !== READERS) throw new Error(`${row?.size} of ${READERS} mails were accepted`);
  return READERS / seconds;
}

/** What the campaign sends to one reader. */
async function issueOf({ current, load }: InProcess): Promise<SendMailOptions> {
  const { listRunningCampaigns } = await load<typeof import('#app/telegrams/campaigns/campaigns.server.ts')>(
    '/app/telegrams/campaigns/campaigns.server.ts',
  );
  const { addressIssue, issueTextFor, readerLinks, renderIssue } = await load<
    typeof import('#app/telegrams/issues/issue.server.tsx')
  >('/app/telegrams/issues/issue.server.tsx');
  const [campaign] = await listRunningCampaigns(current);
  const text = campaign && issueTextFor(campaign, 'en-US');
  if (campaign === undefined || text === undefined) throw new Error('there is no campaign to send');
  const links = readerLinks(current, 'a'.repeat(64), 'ballyhoo');
  const issue = addressIssue(await renderIssue(current, campaign, text, 'en-US'), links);
  return { from: 'site@rumpus.example', ...issue, headers: links.headers };
}

/** @returns mails a second */
async function sendBare(url: string, mail: SendMailOptions): Promise<number> {
  const transport = createTransport({ url, pool: true, maxConnections: 3 });
  let left = BARE;
  const start = performance.now();
  const lanes = Array.from({ length: LANES }, async () => {
    while ((left -= 1) >= 0) await transport.sendMail({ ...mail, to: `reader${left}@host.example` });
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - start) / 1000;
  transport.close();
  return BARE / seconds;
}
