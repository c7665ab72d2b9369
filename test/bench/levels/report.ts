import type { LoadFigures } from '../load.ts';
import { FEW } from '../measure.ts';
import { tableOf } from '../table.ts';
import { atMost } from '../verdicts.ts';
import type { BenchVerdict } from '../verdicts.ts';
import type { TriggerFigures } from './triggers.ts';

export type Times = Pick<LoadFigures, 'p50' | 'p99'>;

/** What the site took, and the plain statement that reads or writes the same rows. */
export interface LevelFigures {
  readonly name: string;
  readonly site: Times;
  readonly plain: Times;
}

export interface LevelSizeReport {
  readonly size: number;
  /** That it took to make them. */
  readonly seconds: number;
  readonly searches: readonly LevelFigures[];
  readonly deeds: readonly LevelFigures[];
}

export interface LevelsReport {
  readonly sizes: readonly LevelSizeReport[];
  readonly triggers: readonly TriggerFigures[];
  /** Seconds that the demo's world adds to a first start. */
  readonly demo: number;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const timesText = ({ p50, p99 }: Times) => `${ms.format(p50)} / ${ms.format(p99)} ms`;
const MAX_TRIGGERS = 5;
/** Milliseconds. */
const MAX_SEARCH = 150;
/** Seconds. */
const MAX_DEMO = 10;

function levelsVerdicts({ sizes, triggers, demo }: LevelsReport): BenchVerdict[] {
  const [few, many] = [sizes[0], sizes.at(-1)];
  if (few === undefined || many === undefined) return [];
  const growth = many.searches.map(({ name, site }, at) => {
    const before = few.searches[at]?.site.p99 ?? 0;
    const what = `levels: ${name}: p99 at ${number.format(many.size)} to that at ${number.format(few.size)}`;
    return atMost(what, site.p99 / before, 2, ' ×');
  });
  const others = triggers
    .filter(({ crate }) => crate === 'another crate')
    .map(({ name, crate, cost }) =>
      atMost(`levels: what triggers cost ${name} in ${crate}`, cost * 100, MAX_TRIGGERS, ' %'),
    );
  const slowest = Math.max(...many.searches.map(({ site }) => site.p99));
  return [
    ...growth,
    atMost(`levels: the slowest search at ${number.format(many.size)}, p99`, slowest, MAX_SEARCH, ' ms'),
    ...others,
    atMost('levels: what the demo adds to a first start', demo, MAX_DEMO, ' s'),
  ];
}

export function levelsSections(report: LevelsReport): string[] {
  const verdicts = levelsVerdicts(report).map(({ what, wanted, figure, isMet }) => [
    what.replace('levels: ', ''),
    wanted,
    figure,
    isMet ? 'yes' : 'no',
  ]);
  return [
    [
      '## Levels',
      `Two sites in turns, each on a database of its own and asked over ${FEW} connections. PostgreSQL has a quarter of the machine’s
memory for its pages; plain SQL is the statement by hand, by the same driver. Days are counted so that they hold as many
levels, three of 1,000,000 and 300 of 10,000: three of these hold one to five, and so short an answer is no measure for a full
page. Of a title’s words all hits are ranked, a hundred times as many in a hundred times as many levels.`,
      tableOf(['', 'wanted', 'figure', 'reached'], verdicts),
      tableOf(['searches, in all orders', ...sidesOf(report)], rowsOf(report, 'searches')),
      tableOf(['', ...sidesOf(report)], rowsOf(report, 'deeds')),
      tableOf(
        ['', 'with the triggers', 'without', 'they cost'],
        report.triggers.map(({ name, crate, with: withThem, without, cost }) => [
          `${name} in ${crate}`,
          `${number.format(withThem)}/s`,
          `${number.format(without)}/s`,
          percent.format(cost),
        ]),
      ),
      report.sizes
        .map(({ size, seconds }) => `${number.format(size)} levels were made in ${number.format(seconds)} s.`)
        .join(' '),
    ].join('\n\n'),
  ];
}

function sidesOf({ sizes }: LevelsReport): string[] {
  return sizes.flatMap(({ size }) => [
    `site at ${number.format(size)} p50 / p99`,
    `plain SQL at ${number.format(size)} p50 / p99`,
  ]);
}

function rowsOf({ sizes }: LevelsReport, of: 'searches' | 'deeds'): string[][] {
  const names = sizes[0]?.[of].map(({ name }) => name) ?? [];
  return names.map((name, at) =>
    [name].concat(
      sizes.flatMap((size) => {
        const figures = size[of][at];
        return figures === undefined ? ['', ''] : [timesText(figures.site), timesText(figures.plain)];
      }),
    ),
  );
}
