import pg from 'pg';

import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { databaseBusy, databaseFull, databaseUnavailable } from './problems.ts';

/** PostgreSQL cannot be reached, or the connection broke. What a statement did by then is unknown. */
export class ConnectionFailure extends Error {}

/** All connections were taken for too long, or too many waited for one. Nothing was done. */
export class NoConnectionFree extends Error {}

/**
 * Why the database did not do what a sound statement asks: `busy` while others hold the rows, `slow` beyond the time limit,
 * `overloaded` without a free connection, `away` when it is gone, starting, shutting down or read-only, `full` without
 * room on its disk. Undefined for any other error.
 */
type DatabaseFailure = 'busy' | 'slow' | 'overloaded' | 'away' | 'full';

export function toDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof NoConnectionFree) return 'overloaded';
  if (error instanceof ConnectionFailure) return 'away';
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  return STATES.find(([states]) => states.test(code))?.[1];
}

const STATES: readonly (readonly [sqlState: RegExp, failure: DatabaseFailure])[] = [
  [/^(?:55P03|40001|40P01)$/, 'busy'],
  [/^57014$/, 'slow'],
  [/^53100$/, 'full'],
  // 08 connections, 53 resources, 57P0x shutting down or starting, 58 the system below; 25006 is a read-only server.
  [/^(?:08...|53...|57P..|58...|25006)$/, 'away'],
];

const PROBLEMS: Readonly<Record<DatabaseFailure, readonly [kind: ProblemKind, retryAfterSeconds: number]>> = {
  busy: [databaseBusy, 1],
  slow: [databaseUnavailable, 5],
  overloaded: [databaseUnavailable, 2],
  away: [databaseUnavailable, 5],
  full: [databaseFull, 60],
};

/** What whoever asked reads of a failure of the database; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  const failure = toDatabaseFailure(error);
  return failure && toProblem(failure);
}

/** For what waits in memory for a row, and not in the database. */
export function busyProblem(): Problem {
  return toProblem('busy');
}

function toProblem(failure: DatabaseFailure): Problem {
  const [kind, seconds] = PROBLEMS[failure];
  return new Problem(kind, { headers: { 'retry-after': String(seconds) } });
}

/** For what may be left out while the database is busy or away. @throws any other error */
export function ignoreFailure(error: unknown): void {
  if (toDatabaseFailure(error) === undefined) throw error;
}

/** An error of the driver itself is of the connection when the system or its own words say so, else a bug. */
export function wrapDriverError(error: unknown): unknown {
  const isDriver = error instanceof Error && !(error instanceof pg.DatabaseError);
  if (!isDriver || !('syscall' in error || DRIVER.test(error.message))) return error;
  return new ConnectionFailure(error.message, { cause: error });
}

const DRIVER =
  /^(?:Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error is about the statement alone: bad data, a broken rule, a conflict, the time limit, a quota of ours.
 * After any other a new connection is the safer one.
 */
export function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40|55P03|57014|QUOTA)/.test(error.code ?? '');
}
