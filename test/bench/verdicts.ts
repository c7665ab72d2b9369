import type { SizeReport } from './report.ts';

/** What is wanted of a run, and what came of it. */
export interface BenchVerdict {
  what: string;
  wanted: string;
  figure: string;
  isMet: boolean;
}

const MEMORY = 350;
const COUNT_MS = 10;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** Everything in one run is compared with what the same run measured; only memory and the count have a bound of their own. */
export function verdictsOf(reports: SizeReport[]): BenchVerdict[] {
  const [least] = reports;
  const most = reports.at(-1);
  if (least === undefined || most === undefined) return [];
  return [...growth(least, most), ...ofSize(most), ...ofEachSize(reports)];
}

/** How much longer each search takes among the most items than among the fewest. */
function growth(least: SizeReport, most: SizeReport): BenchVerdict[] {
  if (least === most) return [];
  return most.searches.flatMap(({ name, few }) => {
    const before = least.searches.find((search) => search.name === name)?.few.p50;
    if (before === undefined || name.startsWith('count')) return [];
    const what = `${name}: p50 at ${number.format(most.size)} items to that at ${number.format(least.size)}`;
    return [atMost(what, few.p50 / before, 2, ' ×')];
  });
}

function ofSize({ searches }: SizeReport): BenchVerdict[] {
  const find = (start: string) => searches.find(({ name }) => name.startsWith(start));
  const [first, deep, count] = [find('newest'), find('page'), find('count')];
  return [
    ...(first && deep ? [atMost('page 5,000 to page 1 (p50)', deep.few.p50 / first.few.p50, 1.5, ' ×')] : []),
    ...(count ? [atMost('counts of tag expressions, p99', count.few.p99, COUNT_MS, ' ms')] : []),
  ];
}

function ofEachSize(reports: SizeReport[]): BenchVerdict[] {
  return reports.flatMap(({ size, mixes, hotItem, flood, memory }) => {
    const at = ` at ${number.format(size)} items`;
    const shares = mixes.flatMap(({ mix, site, thin }) =>
      mix.wanted === undefined ? [] : [share(`${mix.name}${at}`, site.perSecond / thin.perSecond, mix.wanted)],
    );
    return [
      ...shares,
      ...(hotItem === undefined
        ? []
        : [atLeast(`+1 on one item to updates of a single row${at}`, hotItem.deed / hotItem.row, 5)]),
      ...(flood === undefined
        ? []
        : [
            atMost(
              `a reader's p99 beside a flood of searches to that alone${at}`,
              flood.flooded.p99 / flood.quiet.p99,
              3,
              ' ×',
            ),
          ]),
      ...(memory.most > 0 ? [atMost(`memory under load${at}`, memory.most, MEMORY, ' MB')] : []),
    ];
  });
}

export function atMost(what: string, figure: number, bound: number, unit: string): BenchVerdict {
  const textOf = (value: number) => `${number.format(value)}${unit}`;
  return { what, wanted: `≤ ${textOf(bound)}`, figure: textOf(figure), isMet: figure <= bound };
}

export function atLeast(what: string, figure: number, bound: number, unit = ' ×'): BenchVerdict {
  const textOf = (value: number) => `${number.format(value)}${unit}`;
  return { what, wanted: `≥ ${textOf(bound)}`, figure: textOf(figure), isMet: figure >= bound };
}

export function share(what: string, figure: number, bound: number): BenchVerdict {
  return { what, wanted: `≥ ${percent.format(bound)}`, figure: percent.format(figure), isMet: figure >= bound };
}
