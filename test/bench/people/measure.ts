import { startSite } from '#bin/site.js';

import { requestBytes } from '../http-connection.ts';
import { measureMix } from '../measure.ts';
import type { MixFigures } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';
import { METRICS_TOKEN, measureOverhead } from './overhead.ts';
import type { OverheadFigures } from './overhead.ts';
import { createPeople } from './people.ts';
import type { BenchPerson } from './people.ts';
import type { PeopleReport } from './report.ts';
import { MailCatcher, measureSignIns } from './sign-ins.ts';
import { measureTiming } from './timing.ts';

const PEOPLE = 256;
const BATCH = 100;

export async function measurePeople(ground: BenchSetup): Promise<PeopleReport> {
  const people = await createPeople(ground, PEOPLE);
  return {
    askings: await measureCounted(ground, people),
    names: await measureNames(ground, people),
    ...(await measureMailed(ground)),
  };
}

/** On two sites beside, one without limits and one with them, both behind a proxy that tells where requests come from. */
async function measureCounted(ground: BenchSetup, people: readonly BenchPerson[]): Promise<OverheadFigures[]> {
  const variables = { DATABASE_URL: ground.url, SECRET: 'x'.repeat(32), TRUST_PROXY: '1', METRICS_TOKEN };
  const [open, limited] = [await start({ ...variables, LIMITS: '0' }), await start({ ...variables, LIMITS: '1' })];
  try {
    const ports = { open: Number(open.env.PORT), limited: Number(limited.env.PORT) };
    return await measureOverhead(ground, ports, people);
  } finally {
    await open.stop();
    await limited.stop();
  }
}

/** On a site with a database of its own, because any site of the same database may send its mails. */
async function measureMailed({ pool, url, folder }: BenchSetup): Promise<Pick<PeopleReport, 'signIns' | 'timing'>> {
  await pool.query('create database people');
  const own = new URL(url);
  own.pathname = '/people';
  const mails = await MailCatcher.open();
  const site = await start({
    DATABASE_URL: own.href,
    SECRET: 'x'.repeat(32),
    LIMITS: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'bench@example.com',
  });
  try {
    const people = await createPeople({ url: own.href, folder }, PEOPLE);
    const port = Number(site.env.PORT);
    return { signIns: await measureSignIns(port, mails, people), timing: await measureTiming(port, people) };
  } finally {
    await site.stop();
    await mails.close();
    await pool.query('drop database people');
  }
}

async function start(variables: Record<string, string>) {
  const site = await startSite(variables);
  if (site.failure !== undefined) throw new Error(site.failure);
  return site;
}

/** Names of a hundred people at a time, beside the thin server's one statement. */
function measureNames(ground: BenchSetup, people: readonly BenchPerson[]): Promise<MixFigures> {
  const batches = Array.from({ length: PEOPLE - BATCH }, (_, first) => {
    const userIds = people.slice(first, first + BATCH).map(({ userId }) => userId);
    return requestBytes('GET', `/api/aliases/contexts/rumpus/users?userIds=${userIds.join(',')}`, {});
  });
  return measureMix(
    ground,
    { writer: {}, itemIds: [] },
    {
      name: `names of ${BATCH} people`,
      status: 200,
      request: (_, { turn }) => batches[turn % batches.length] ?? Buffer.alloc(0),
    },
  );
}
