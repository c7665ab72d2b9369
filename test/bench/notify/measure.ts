import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import type { Current } from '#app/current/current.server.ts';
import type { EventCatalog, EventKind } from '#app/notifications/event-kind.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { parametersHeader } from '../../storage.ts';
import { openInProcess, timesOf } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { SECONDS } from '../measure.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { Percentiles } from '../people/percentiles.ts';
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
    const underTest = await openCatalog(within, ground);
    return { ...(await measureFanOut(within, underTest)), ...(await measureStreams(within, underTest)) };
  } finally {
    await within.close();
  }
}

/** A post that everyone may list, as its noun shows it: a count asks the noun whether it still does. */
async function openCatalog({ load }: InProcess, ground: BenchSetup): Promise<CatalogUnderTest> {
  const { publishedPost } = await load<typeof import('#app/posts/event-kinds.server.ts')>(
    '/app/posts/event-kinds.server.ts',
  );
  const response = await fetch(`http://localhost:${ground.ports.site}/api/storage/crates/posts/items`, {
    method: 'POST',
    body: 'Of the benchmark.',
    headers: { ...ground.writer, ...parametersHeader({ map: { title: 'A post' } }) },
  });
  if (!response.ok) throw new Error(await response.text());
  const { itemId } = ((await response.json()) as { data: { itemId: string } }).data;
  return {
    kind: publishedPost,
    itemId,
    catalog: { events: [publishedPost], subjects: [], ownItems: [], countMessages },
  };
}

interface CatalogUnderTest {
  readonly kind: EventKind<{ readonly itemId: string }>;
  readonly itemId: string;
  readonly catalog: EventCatalog;
}

const countMessages = () => Promise.resolve(0);

async function measureFanOut({ current, parts, load }: InProcess, { kind, itemId, catalog }: CatalogUnderTest) {
  const { countNotifications } = await load<typeof import('#app/notifications/counts.server.ts')>(
    '/app/notifications/counts.server.ts',
  );
  const { fanOut } = await load<typeof import('#app/notifications/fan-out.server.ts')>(
    '/app/notifications/fan-out.server.ts',
  );
  const { notifyLater } = await load<typeof import('#app/notifications/events.server.ts')>(
    '/app/notifications/events.server.ts',
  );
  const ask = () => countNotifications(readerOf(current, 1 + Math.floor(Math.random() * FOLLOWERS)), catalog);
  await notifyLater(current, kind, { key: 'bench', details: { itemId }, subjects: [SUBJECT] });
  const notifiedSoFar = async () => {
    const rows = sql`select told from notification_events where event_key = 'bench'`;
    const [row] = await parts.db.query<{ told: string }>(rows);
    return Number(row?.told);
  };
  /** It goes on where the one before was stopped. */
  const notifyDuring = async <Result>(work: () => Promise<Result>) => {
    const [stop, start, before] = [new AbortController(), performance.now(), await notifiedSoFar()];
    const done = fanOut({ ...current, closing: stop.signal }, catalog, { kind: kind.id, key: 'bench' }).then(
      () => true,
      (error: unknown) => {
        if (!stop.signal.aborted) throw error;
        return false;
      },
    );
    const result = await work();
    stop.abort();
    const isOver = await done;
    return { result, isOver, told: (await notifiedSoFar()) - before, seconds: (performance.now() - start) / 1000 };
  };
  return { followers: FOLLOWERS, ...(await takeRounds(ask, notifyDuring)) };
}

type NotifyDuring = <Result>(
  work: () => Promise<Result>,
) => Promise<{ result: Result; isOver: boolean; told: number; seconds: number }>;

interface Round {
  readonly alone: Percentiles;
  readonly beside: Percentiles;
}

/** Until all are told, so that both are of as many notifications, and whatever else the machine does meets both. */
async function takeRounds(ask: () => Promise<unknown>, notifyDuring: NotifyDuring) {
  const rounds: Round[] = [];
  const rates = { alone: { told: 0, seconds: 0 }, beside: { told: 0, seconds: 0 } };
  const add = (to: 'alone' | 'beside', { told, seconds }: { told: number; seconds: number }) => {
    rates[to] = { told: rates[to].told + told, seconds: rates[to].seconds + seconds };
  };
  for (;;) {
    const alone = percentilesOf(await timesOf(ask, CALLERS));
    const both = await notifyDuring(() => timesOf(ask, CALLERS));
    if (both.isOver) break;
    rounds.push({ alone, beside: percentilesOf(both.result) });
    add('beside', both);
    const apart = await notifyDuring(() => pause(SECONDS * 1000));
    if (apart.isOver) break;
    add('alone', apart);
  }
  return {
    perSecond: rates.alone.told / rates.alone.seconds,
    perSecondBeside: rates.beside.told / rates.beside.seconds,
    ...middleOf(rounds),
  };
}

/** The round in the middle by how much slower the slow ones were in it. */
function middleOf(rounds: readonly Round[]): Round {
  const slower = ({ alone, beside }: Round) => beside.p95 / alone.p95;
  const [round] = rounds.toSorted((a, b) => slower(a) - slower(b)).slice(Math.floor(rounds.length / 2));
  if (round === undefined) throw new Error('the fan-out was over before anything was asked beside it');
  return round;
}

async function measureStreams({ current, load }: InProcess, { catalog }: CatalogUnderTest) {
  const { openCount } = await load<typeof import('#app/notifications/badge/count-stream.server.ts')>(
    '/app/notifications/badge/count-stream.server.ts',
  );
  const { publishNotifications } = await load<typeof import('#app/notifications/live.server.ts')>(
    '/app/notifications/live.server.ts',
  );
  const readers = await Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      const stream = await openCount(readerOf(current, at + 1), catalog)();
      const reader = stream.getReader();
      await reader.read();
      return reader;
    }),
  );
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const counted = readers.map(async (reader) => {
      await reader.read();
      times.push(performance.now() - start);
    });
    publishNotifications(
      current,
      readers.map((_, at) => `f${at}`),
    );
    await Promise.all(counted);
  }
  await Promise.all(readers.map((reader) => reader.cancel()));
  return { streams: STREAMS, counted: percentilesOf(times) };
}

function readerOf(current: Current, at: number): Current {
  const address = `10.0.${(at >> 8) & 255}.${at & 255}`;
  return { ...current, address, actor: { ...current.actor, userId: `f${at}`, role: 'authenticated' } };
}
