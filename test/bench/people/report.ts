import type { MixFigures } from '../measure.ts';
import { tableOf } from '../table.ts';
import { atMost } from '../verdicts.ts';
import type { BenchVerdict } from '../verdicts.ts';
import type { OverheadFigures } from './overhead.ts';
import type { Percentiles } from './percentiles.ts';
import type { SignIns } from './sign-ins.ts';
import type { Timing } from './timing.ts';

/** What was measured of who asks. */
export interface PeopleReport {
  askings: OverheadFigures[];
  names: MixFigures;
  signIns: SignIns;
  timing: Timing[];
}

const MAX_OVERHEAD = 15;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

export function peopleVerdicts({ askings }: PeopleReport): BenchVerdict[] {
  const signedIn = askings.at(-1);
  if (signedIn === undefined) return [];
  return [
    atMost('a get of who is signed in, counted, to one of nobody', signedIn.longer * 100, MAX_OVERHEAD, ' % longer'),
  ];
}

export function peopleSections({ askings, names, signIns, timing }: PeopleReport): string[] {
  return [
    '## Who asks',
    tableOf(['get of one item', 'rate', 'longer by', 'work of the process', 'more by'], askings.map(rowOfAsking)),
    '## Names',
    tableOf(['', 'site', 'thin server', 'share', 'site p50 / p99'], [rowOfNames(names)]),
    '## Signing in by mail',
    tableOf(
      ['', 'p50 / p95'],
      [
        ['from the form to its answer', timesText(signIns.ask)],
        ['until the mail server has the mail', timesText(signIns.mail)],
        ['from the code to the session', timesText(signIns.code)],
        ['all of it', timesText(signIns.whole)],
      ],
    ),
    `${number.format(signIns.perSecond)} people sign in a second, eight at a time.`,
    '## What the time of an answer tells',
    tableOf(
      ['asked for', 'known p50 / p95', 'unknown p50 / p95', 'difference of p50', 'noise'],
      timing.map(({ name, known, unknown, difference, noise }) => [
        name,
        timesText(known),
        timesText(unknown),
        `${ms.format(difference)} ms`,
        `${ms.format(noise)} ms`,
      ]),
    ),
  ];
}

function rowOfAsking({ name, perSecond, work, longer, moreWork }: OverheadFigures): string[] {
  const rate = `${number.format(perSecond)}/s`;
  return [name, rate, percent.format(longer), `${number.format(work)} µs`, percent.format(moreWork)];
}

function rowOfNames({ mix, site, thin }: MixFigures): string[] {
  const rates = [site, thin].map(({ perSecond }) => `${number.format(perSecond)}/s`);
  const times = `${ms.format(site.p50)} / ${ms.format(site.p99)} ms`;
  return [mix.name, ...rates, percent.format(site.perSecond / thin.perSecond), times];
}

function timesText({ p50, p95 }: Percentiles): string {
  return `${ms.format(p50)} / ${ms.format(p95)} ms`;
}
