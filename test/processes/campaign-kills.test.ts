import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { CAMPAIGNS_TOPIC } from '#app/telegrams/campaigns/campaign.ts';
import { startSite } from '#bin/site.js';

import { createDatabase } from '../database.ts';

type Process = Awaited<ReturnType<typeof startSite>>;

const READERS = Number(process.env.MAILS ?? 200);
/** What the mail server takes for each, so that there is time for three kills. */
const MAIL_MS = READERS > 1000 ? 25 : 60;
/** What all processes of a database listen to. */
const CHANNEL = 'changed';
const CAMPAIGN = '00000000-0000-7000-8000-000000000001';

/** How often each address was taken by the mail server. */
const taken = new Map<string, number>();
const messageIds = new Map<string, Set<string>>();
let smtp: SMTPServer;
let database: pg.Client;
let settings: Record<string, string>;
let victim: Process;
let other: Process;

beforeAll(async () => {
  smtp = await listen();
  const { port } = smtp.server.address() as AddressInfo;
  const url = await createDatabase(inject('databaseUrl'), 'campaign_kills');
  settings = {
    DATABASE_URL: url,
    SECRET: 'of processes that are killed, it guards nothing',
    LOG_LEVEL: 'warn',
    LIMITS: '0',
    // Which fills no database.
    STAGE: 'dev',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'site@rumpus.example',
  };
  [victim, other] = await Promise.all([startSite(settings), startSite(settings)]);
  expect([victim.failure, other.failure]).toEqual([undefined, undefined]);
  database = new pg.Client(url);
  await database.connect();
  await writeCampaign();
});

afterAll(async () => {
  await Promise.all([victim.stop(), other.stop()]);
  await database.end();
  await new Promise<void>((closed) => smtp.close(closed));
});

test(
  `of ${READERS} readers each gets one mail or is listed as unknown, through three kills of a sending process and two pauses`,
  { timeout: 120_000 + READERS * 50 },
  async () => {
    await setState('running');
    for (const part of [0.1, 0.35, 0.6]) {
      await untilTaken(READERS * part);
      process.kill(victim.pid ?? 0, 'SIGKILL');
      // Told as a failure, which this one is.
      await victim.stop();
      if (part > 0.1) await setState('paused');
      victim = await startSite(settings);
      expect(victim.failure).toBeUndefined();
      await endLeases();
      await setState('running');
    }
    await untilQueueIsEmpty();
    await findLost();
    const rows = await database.query<{ email: string; state: string }>(
      `select s.email, d.state from telegram_deliveries d join subscribers s using (subscriber_id)`,
    );
    expect(rows.rows).toHaveLength(READERS);
    const times = (email: string) => taken.get(email) ?? 0;
    const wrong = rows.rows.filter(({ email, state }) =>
      state === 'accepted' ? times(email) !== 1 : state !== 'unknown' || times(email) > 1,
    );
    expect(wrong).toEqual([]);
    const unknown = rows.rows.filter(({ state }) => state === 'unknown').length;
    expect(unknown).toBeGreaterThan(0);
    expect(await progress()).toEqual({ accepted: READERS - unknown, unknown });
    expect([...messageIds.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(await stateOf()).toBe('finished');
  },
);

async function listen(): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [{ address } = { address: '' }] = envelope.rcptTo;
        const [, id = ''] = /^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString()) ?? [];
        taken.set(address, (taken.get(address) ?? 0) + 1);
        messageIds.set(address, (messageIds.get(address) ?? new Set()).add(id));
        setTimeout(done, MAIL_MS);
      });
    },
  });
  // Whoever is killed leaves a broken connection.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

async function writeCampaign(): Promise<void> {
  await database.query(
    `insert into subscribers (subscriber_id, email, locale, created_at)
     select 'reader ' || n, 'reader' || n || '@host' || n % 50 || '.example', 'en-US', now() from generate_series(1, $1) n`,
    [READERS],
  );
  await database.query(`insert into newsletter_subscriptions (subscriber_id, subscription_id, state, asked_at, confirmed_at)
    select subscriber_id, 'ballyhoo', 'confirmed', now(), now() from subscribers`);
  await database.query(
    `insert into telegram_deliveries (campaign_id, subscriber_id, due_at) select $1, subscriber_id, now() from subscribers`,
    [CAMPAIGN],
  );
  await database.query(
    `insert into telegram_campaigns (campaign_id, subscription_id, name, versions, per_minute, created_at, created_by, updated_at)
     values ($1, 'ballyhoo', 'Killed', $2, 60000, now(), 'nobody', now())`,
    [CAMPAIGN, JSON.stringify({ 'en-US': { subject: 'News', body: 'Hello.' } })],
  );
}

/** As a button of the campaign's page does, with the message to those who send. */
async function setState(state: string): Promise<void> {
  await database.query(`update telegram_campaigns set state = $1`, [state]);
  await wakeSenders();
}

/** As each minute does. */
async function wakeSenders(): Promise<void> {
  await database.query(`select pg_notify($1, $2)`, [CHANNEL, CAMPAIGNS_TOPIC]);
}

/** As a minute later: what the killed process had before it, and had not begun to send, is due for everybody. */
async function endLeases(): Promise<void> {
  await database.query(`update telegram_deliveries set due_at = now() where state = 'queued' and due_at > now()`);
}

async function untilTaken(count: number): Promise<void> {
  while (taken.size < count) await pause(20);
}

async function untilQueueIsEmpty(): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      `select count(*)::int as left from telegram_deliveries where state = 'queued'`,
    );
    if (rows[0]?.left === 0) return;
    await pause(100);
  }
}

/** As five minutes later: what nobody alive is sending any more has lost its process. */
async function findLost(): Promise<void> {
  await pause(MAIL_MS * 20);
  await database.query(`update telegram_deliveries set due_at = due_at - interval '6 minutes' where state = 'sending'`);
  const end = performance.now() + 90_000;
  while ((await stateOf()) !== 'finished' && performance.now() < end) {
    await wakeSenders();
    await pause(100);
  }
}

async function stateOf(): Promise<string | undefined> {
  const { rows } = await database.query<{ state: string }>(`select state from telegram_campaigns`);
  return rows[0]?.state;
}

async function progress(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ state: string; size: number }>(
    `select state, sum(size)::int as size from telegram_progress group by state`,
  );
  return Object.fromEntries(rows.map(({ state, size }) => [state, size]));
}
