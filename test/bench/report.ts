import { arch, cpus } from 'node:os';

import type { FloodFigures } from './flood.ts';
import type { HotItem } from './hot-item.ts';
import { inMemoryTable } from './in-memory-sets.ts';
import type { InMemoryFigures } from './in-memory-sets.ts';
import { FEW, MANY, SECONDS } from './measure.ts';
import type { MixFigures, SearchFigures } from './measure.ts';
import { peopleSections, peopleVerdicts } from './people/report.ts';
import type { PeopleReport } from './people/report.ts';
import { setsSections } from './sets/report.ts';
import type { SetsReport } from './sets/report.ts';
import { siteSections, siteVerdicts } from './site/report.ts';
import type { SiteReport } from './site/report.ts';
import { tableOf } from './table.ts';
import { verdictsOf } from './verdicts.ts';

export interface SizeReport {
  size: number;
  searches: SearchFigures[];
  mixes: MixFigures[];
  /** Megabytes of the site's process: after the start, once the sets of the crate are there, and the most seen. */
  memory: { idle: number; sets: number; most: number };
  hotItem?: HotItem;
  flood?: FloodFigures;
  inMemory?: InMemoryFigures[];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** One line of the table of both servers. */
export function rowOf({ mix, site, thin }: MixFigures): string[] {
  const share = site.perSecond / thin.perSecond;
  return [
    mix.name,
    `${number.format(site.perSecond)}/s`,
    `${number.format(thin.perSecond)}/s`,
    percent.format(share),
    mix.wanted === undefined ? '' : percent.format(mix.wanted),
    `${ms.format(site.p50)} / ${ms.format(site.p99)} ms`,
  ];
}

/** One line of the table of searches. */
export function searchRowOf({ name, few, many }: SearchFigures): string[] {
  return [name, `${ms.format(few.p50)} / ${ms.format(few.p99)} ms`, `${number.format(many.perSecond)}/s`];
}

/** The page docs/performance.md. */
export function reportOf(
  site: SiteReport,
  people: PeopleReport | undefined,
  sets: SetsReport | undefined,
  reports: SizeReport[],
): string {
  const ofPeople = people === undefined ? [] : peopleVerdicts(people);
  const verdicts = [...verdictsOf(reports), ...siteVerdicts(site), ...ofPeople].map(
    ({ what, wanted, figure, isMet }) => [what, wanted, figure, isMet ? 'yes' : 'no'],
  );
  const memory = reports.map(({ size, memory: { idle, sets, most } }) =>
    [size, idle, sets, most].map((one) => number.format(one)),
  );
  return `${[
    '# Performance',
    INTRODUCTION,
    '## What is wanted',
    tableOf(['', 'wanted', 'figure', 'reached'], verdicts),
    ...siteSections(site),
    ...(people === undefined ? [] : peopleSections(people)),
    ...(sets === undefined ? [] : setsSections(sets)),
    ...reports.flatMap(sectionsOf),
    '## Memory of the process',
    tableOf(['items', 'MB after the start', 'MB with the sets of the crate', 'MB at most, under load'], memory),
    READING,
  ]
    .join('\n\n')
    .trimEnd()}\n`;
}

function sectionsOf({ size, searches, mixes, inMemory }: SizeReport): string[] {
  const found = tableOf(['', `p50 / p99 at ${FEW} connections`, `rate at ${MANY}`], searches.map(searchRowOf));
  const compared = tableOf(['', 'site', 'thin server', 'share', 'wanted', 'site p50 / p99'], mixes.map(rowOf));
  return [
    `## ${number.format(size)} items`,
    ...(searches.length > 0 ? [found] : []),
    ...(mixes.length > 0 ? [compared] : []),
    ...(inMemory === undefined
      ? []
      : ['Sets in memory, by the same code in one process with them and without:', inMemoryTable(inMemory)]),
  ];
}

const INTRODUCTION = `Written by \`npm run bench\` on ${cpus().length} cores (${arch()}), which the servers, PostgreSQL and the client share.
Searches are asked alone, ${SECONDS} seconds each. All else is asked over ${MANY} kept connections in turns with a thin server on
the same HTTP library, driver, socket and database: a bare handler and one plain SQL statement of the same effect,
without revisions, versions, changes, permission or session. Machines differ, so the shares and ratios are what counts.
Every write is on disk before it is answered (fsync on).`;

const READING = `## How to read it

- Page 5,000 of a crate without so many is its last.
- \`get\` answers an item's metadata with its stats; \`download=true\` answers bodies. Reads, additions and
  searches for the same that come together travel in one statement, which the thin server does not do.
- Within limits, requests come from 256 addresses or people in turn, as a proxy tells them, so that each leases points
  again and again. Who signs in here types the code the moment its mail has come.
- The time of an answer tells something when its difference is above the noise: 19 of 20 ways of parting the same times
  at random differ by less.
- A like is a membership, both its counts and the stat of the level. The plain SQL beside is a transaction of three statements by
  the same driver, without a policy, a limit or the check that the crate is there.
- \`+1 on one item\` has all connections meet in one row, which PostgreSQL commits only so often.
- The home page beside is the same HTML from memory after one statement for the two newest posts; the site keeps it
  until there is news of what it shows.`;
