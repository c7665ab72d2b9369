import { performance } from 'node:perf_hooks';

import type { Current } from '#app/current/current.server.ts';
import type { EventCatalog, EventKind } from '#app/notifications/event-kind.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { openInProcess, timesOf } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import type { NotifyReport } from './report.ts';

const FOLLOWERS = 100_000;
const STREAMS = 500;
const CALLERS = 8;
const SUBJECT = 'bench.subject:all';

/** A fan-out with requests beside it, and how soon open streams know, in this process. */
export async function measureNotify(ground: BenchSetup): Promise<NotifyReport> {
  const within = await openInProcess(ground);
  try {
    await within.parts.db.heavy.query(sql`
      insert into followers (subject, user_id) select ${SUBJECT}, 'f' || n from generate_series(1, ${FOLLOWERS}::integer) n`);
    return { ...(await measureFanOut(within)), ...(await measureStreams(within)) };
  } finally {
    await within.close();
  }
}

const KIND: EventKind<object> = {
  ...{ id: 'bench.event', title: 'notify.posts.title', about: 'notify.posts.about', least: 'authenticated' },
  ...{ mail: 'daily', sample: {} },
  show: async (_current, _reader, events) =>
    new Map(events.map(({ key }) => [key, { text: 'notify.posts.title', values: {}, path: '/' }])),
};
const CATALOG: EventCatalog = { events: [KIND], subjects: [], countMessages: () => Promise.resolve(0) };

async function measureFanOut({ current, parts, load }: InProcess) {
  const { countNotifications } = await load<typeof import('#app/notifications/counts.server.ts')>(
    '/app/notifications/counts.server.ts',
  );
  const { fanOut } = await load<typeof import('#app/notifications/fan-out.server.ts')>(
    '/app/notifications/fan-out.server.ts',
  );
  const { notifyLater } = await load<typeof import('#app/notifications/tell.server.ts')>(
    '/app/notifications/tell.server.ts',
  );
  const ask = () => countNotifications(readerOf(current, 1 + Math.floor(Math.random() * FOLLOWERS)), CATALOG);
  const asked = async () => percentilesOf(await timesOf(ask, CALLERS));
  await notifyLater(current, KIND, { key: 'bench', details: {}, subjects: [SUBJECT] });
  const telling = { isOver: false };
  const start = performance.now();
  const told = fanOut(current, CATALOG, { kind: KIND.id, key: 'bench' }).finally(() => (telling.isOver = true));
  const beside: number[] = [];
  while (!telling.isOver) beside.push(...(await timesOf(ask, CALLERS)));
  await told;
  const seconds = (performance.now() - start) / 1000;
  await parts.db.heavy.query(sql`analyze notifications`);
  // Of the same notifications: before there were any, a count had nothing to read.
  const alone = await asked();
  return { followers: FOLLOWERS, perSecond: FOLLOWERS / seconds, alone, beside: percentilesOf(beside) };
}

async function measureStreams({ current, load }: InProcess) {
  const { openCount } = await load<typeof import('#app/notifications/badge/count-stream.server.ts')>(
    '/app/notifications/badge/count-stream.server.ts',
  );
  const { tellReaders } = await load<typeof import('#app/notifications/live.server.ts')>(
    '/app/notifications/live.server.ts',
  );
  const readers = await Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      const stream = await openCount(readerOf(current, at + 1), CATALOG)();
      const reader = stream.getReader();
      await reader.read();
      return reader;
    }),
  );
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const told = readers.map(async (reader) => {
      await reader.read();
      times.push(performance.now() - start);
    });
    tellReaders(
      current,
      readers.map((_, at) => `f${at}`),
    );
    await Promise.all(told);
  }
  await Promise.all(readers.map((reader) => reader.cancel()));
  return { streams: STREAMS, counted: percentilesOf(times) };
}

function readerOf(current: Current, at: number): Current {
  return { ...current, actor: { ...current.actor, userId: `f${at}`, role: 'authenticated' } };
}
