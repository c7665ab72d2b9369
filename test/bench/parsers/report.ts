import { tableOf } from '../table.ts';
import { atMost } from '../verdicts.ts';
import type { ParserTime, ParsersReport } from './measure.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** Of each parser, and of what is rendered beside. */
const SHOWN = 3;

export function parsersSections({ floor, mostFloors, times }: ParsersReport): string[] {
  const [slowest] = times.toSorted((one, other) => other.mainThread - one.mainThread);
  const { what, wanted, figure, isMet } = atMost(
    `the slowest (${slowest?.parser}, ${slowest?.what.replaceAll('|', '\\|')}), times plain work of the same run`,
    (slowest?.mainThread ?? 0) / floor,
    mostFloors,
    '',
  );
  const verdict = tableOf(['', 'wanted', 'figure', 'reached'], [[what, wanted, figure, isMet ? 'yes' : 'no']]);
  const byParser = Map.groupBy(times, ({ parser }) => parser);
  const rows = [...byParser.values()].flatMap((all) =>
    all.toSorted((one, other) => costOf(other) - costOf(one)).slice(0, SHOWN),
  );
  const table = tableOf(
    ['parser', 'what is repeated', 'bytes', 'ms of the main thread', 'ms beside it'],
    rows.map(({ parser, what: unit, bytes, mainThread, beside }) => [
      parser,
      `\`${unit.replaceAll('|', '\\|')}\``,
      number.format(bytes),
      ms.format(mainThread),
      beside === undefined ? '' : number.format(beside),
    ]),
  );
  const about = `Processor time; plain work is ${ms.format(floor)} ms. The worst of what \`test/hostile-inputs.ts\` lists, at the length the site takes.`;
  return [`## Parsers of strangers’ bytes\n\n${about}\n\n${verdict}\n\n${table}`];
}

function costOf({ mainThread, beside = 0 }: ParserTime): number {
  return Math.max(mainThread, beside);
}
