import { requireActive } from '#app/accounts/accounts.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItem } from '#app/storage/items.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import type { BatchEntry } from '#app/storage/stats/stats.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { busyProblem } from '#lib/database/failures.server.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';

import { beatenRecordEvent } from '../event-kinds.server.ts';
import { CRATE } from '../level.ts';
import type { RecordName } from '../level.ts';
import { computeFigures } from '../rules/figures.ts';
import { BUCKS_PER_PLAYER } from '../rules/tower.ts';
import type { Attempt, AttemptResult } from './attempt.ts';
import { countDaily, toDay } from './daily.server.ts';
import { auditPlayAction, getPlayedLevel, keepPlayers } from './played-levels.server.ts';
import type { PlayedLevel } from './played-levels.server.ts';
import { ownLevel } from './problems.ts';
import { keepBestRecords } from './record-history.server.ts';
import type { NewHolder } from './record-history.server.ts';

/**
 * What a player did in one sitting at somebody else's level: its figures, its records, and those of the people involved follow
 * in one transaction. Needs a game's server or staff.
 * @throws Problem 401, 403 also for a ban, 404, 400 for a level of their own, 429
 */
export async function submitAttempt(current: Current, levelId: string, attempt: Attempt): Promise<AttemptResult> {
  requireGameServer(current);
  await requireActive(current, attempt.userId);
  const submit = (current: Current) => submitOnce(current, levelId, attempt);
  return retryAfterDeadlock(current.db, () => inTransaction(current, submit));
}

const createQueue = () => new KeyedQueue();
const MAX_WAIT_MS = 20_000;

/** Who waits for a level that hundreds play holds no connection meanwhile. @throws Problem 503 after 20 seconds */
export function inTurn<Result>({ db }: Current, levelId: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  return db.processState.get(createQueue).run(levelId, () => {
    if (performance.now() - since > MAX_WAIT_MS) throw busyProblem();
    return work();
  });
}

// All write in one order, so that nobody waits in a circle: sets, the level, players, days. From the first write of the
// level on, this has it alone, and what it reads of it stays.
async function submitOnce(current: Current, levelId: string, attempt: Attempt): Promise<AttemptResult> {
  const level = await getPlayedLevel(current, levelId);
  if (level.creatorId === attempt.userId) throw new Problem(ownLevel);
  await keepPlayers(current, [attempt.userId, level.creatorId]);
  const isFirstPlay = await isNewIn(current, 'plays', attempt.userId, level);
  const isFirstWin = attempt.outcome === 'won' && (await isNewIn(current, 'completions', attempt.userId, level));
  const crate = await getCrate(current, CRATE);
  const played = { ...attempt, isFirstPlay, isFirstWin };
  await writeOwnStats(current, crate, [{ current, entries: [levelEntry(level, played)] }]);
  const item = await getItem(current, CRATE, level.itemId);
  const holders = await keepBestRecords(current, level.itemId, listBestRecords(item));
  await notifyFormerHolders(current, level, holders);
  const entries = [...playerEntries(level, played), ...holders.flatMap(holderEntries)];
  await writeOwnStats(current, crate, [
    { current, entries },
    { current, entries: [{ itemId: level.itemId, setStats: computeFigures(item.stats, item.createdAgo) }] },
  ]);
  await countDaily(current, toDailyEntries(current, level, played));
  await auditPlayAction(current, 'attempt', levelId, attempt.userId);
  return toResult(item, attempt, isFirstWin);
}

type PlayedAttempt = Attempt & { readonly isFirstPlay: boolean; readonly isFirstWin: boolean };

async function isNewIn(current: Current, set: string, owner: string, { levelId }: PlayedLevel): Promise<boolean> {
  const { added } = await addMembers(current, CRATE, { set, owner, members: [levelId] });
  return added.length > 0;
}

function levelEntry({ itemId }: PlayedLevel, played: PlayedAttempt): BatchEntry {
  const { userId, attempts, playTime, outcome, time, score, isFirstPlay } = played;
  const submitRecords = {
    ...(time !== undefined && { FastestTime: { value: time, userId } }),
    ...(score !== undefined && { HighScore: { value: score, userId } }),
  };
  return {
    itemId,
    changeStats: {
      Attempts: attempts,
      Successes: Number(outcome === 'won'),
      PlayTime: playTime,
      Players: Number(isFirstPlay),
      ...(isFirstPlay && { ExposureBucks: BUCKS_PER_PLAYER }),
    },
    ...(Object.keys(submitRecords).length > 0 && { submitRecords }),
  };
}

function playerEntries({ creatorId }: PlayedLevel, played: PlayedAttempt): BatchEntry[] {
  const { userId, attempts, playTime, outcome, isFirstPlay } = played;
  const wins = Number(outcome === 'won');
  const own = { PlayTime: playTime, Wins: wins, Fails: attempts - wins, LevelsPlayed: Number(isFirstPlay) };
  return [
    { name: userId, changeStats: own },
    { name: creatorId, changeStats: { Plays: attempts } },
  ];
}

/** Crowns are for high scores, shoes for times: each level has one of both, and its holder has it. */
function holderEntries({ name, userId, formerId }: NewHolder): BatchEntry[] {
  const stat = { HighScore: 'Crowns', FastestTime: 'Shoes' }[name];
  if (userId === formerId) return [];
  return [
    { name: userId, changeStats: { [stat]: 1 } },
    ...(formerId === null ? [] : [{ name: formerId, changeStats: { [stat]: -1 } }]),
  ];
}

/** Once for each record that somebody loses. */
async function notifyFormerHolders(current: Current, { levelId }: PlayedLevel, holders: readonly NewHolder[]) {
  for (const { name, userId, formerId, recordId } of holders) {
    if (formerId === null || formerId === userId) continue;
    await notifyLater(current, beatenRecordEvent, {
      key: recordId,
      group: `${levelId} ${name}`,
      details: { levelId, name, userId },
      userIds: [formerId],
    });
  }
}

function toDailyEntries(current: Current, { levelId, creatorId }: PlayedLevel, played: PlayedAttempt) {
  const { userId, attempts, playTime, outcome, isFirstPlay } = played;
  const day = toDay(current.now());
  const figures = {
    plays: attempts,
    wins: Number(outcome === 'won'),
    players: Number(isFirstPlay),
    seconds: playTime,
  };
  const exposure = isFirstPlay ? BUCKS_PER_PLAYER : 0;
  return [
    { kind: 'level' as const, id: levelId, day, ...figures, exposure },
    { kind: 'player' as const, id: creatorId, day, ...figures },
    { kind: 'player' as const, id: userId, day, played: attempts },
  ];
}

const NAMES = ['FastestTime', 'HighScore'] as const satisfies RecordName[];

function listBestRecords({ records }: Pick<Item, 'records'>) {
  return NAMES.flatMap((name) => {
    const [best] = records[name] ?? [];
    return best === undefined ? [] : [{ name, userId: best.userId, value: best.value, at: new Date(best.createdAt) }];
  });
}

function toResult(item: Item, { userId }: Attempt, isFirstWin: boolean): AttemptResult {
  const best = listBestRecords(item);
  return {
    isFirstWin,
    records: Object.fromEntries(best.map(({ name, userId, value }) => [name, { userId, value }])),
    holds: best.filter((one) => one.userId === userId).map(({ name }) => name),
  };
}
