import type { ChainFault, ChainFaultKind } from './chain-status.ts';
import type { ChainReport } from './verify.server.ts';

/** What the command says, in English, and the code that it ends with: 1 for a fault, 2 for days of another SECRET. */
export function describeChain({ links, days, unknownDays, fault }: ChainReport): { text: string; exitCode: number } {
  const read = `${count(links, 'entry', 'entries')} and ${count(days, 'signed day', 'signed days')}`;
  if (fault !== undefined) {
    return { text: `The audit is broken after ${read}: ${describeFault(fault)}.`, exitCode: 1 };
  }
  const [first, ...more] = unknownDays;
  if (first === undefined) return { text: `The audit is whole: ${read}.`, exitCode: 0 };
  const which = more.length === 0 ? first : `${first} to ${more.at(-1)}`;
  const unknown = `${count(unknownDays.length, 'day is', 'days are')} signed by another SECRET than this (${which})`;
  return {
    text: `The chain of the audit is whole: ${read}. But ${unknown}, so that nobody can tell who signed. Set the SECRET of that time to check.`,
    exitCode: 2,
  };
}

const FAULTS: Record<ChainFaultKind, string> = {
  changed: 'is not as it was chained',
  removed: 'is gone',
  inserted: 'was not written by the site',
  unsigned: 'was chained and not signed',
  badDay: 'is not as its day was signed',
};

function describeFault({ kind, auditId, position, day }: ChainFault): string {
  const what = auditId === null ? `link ${position ?? '?'}` : `entry ${auditId}`;
  return `${what} ${FAULTS[kind]}${day === null ? '' : `, which is of ${day}`}`;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
