/**
 * Measures the built site over HTTP, beside the thin server of `baseline-server.ts` in turns, on one embedded database with fsync
 * on. Prints its figures and writes docs/performance.md. Takes about a quarter of an hour.
 * With arguments, such as `npm run bench -- 10000 get count` or `100000 memory`, only those sizes and the figures whose names hold
 * one of the words, and nothing is written. The words `pages`, `posts`, `telemetry`, `lighthouse`, `people`, `sets`, `notify`, `levels`,
 * `announcements`, `audit`, `bulk`, `console`, `contact`, `exports`, `feedbag`, `podcast`, `mails`, `keys`, `visits`, `perks`, `shortlinks`, `errors` and `parsers` alone need no sizes; `posts`,
 * `notify`, `announcements`, `audit`, `bulk`, `console`, `contact`, `exports`, `feedbag`, `podcast`, `mails`, `keys`, `visits`, `perks`, `shortlinks`, `errors`, `parsers` and `levels` write their own sections.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '#bin/run.js';

import { announcementSections, measureAnnouncements } from './announcements.ts';
import { appKeySections, measureAppKeys } from './app-keys.ts';
import { measureAudit } from './audit/measure.ts';
import { auditSections } from './audit/report.ts';
import { measureBulk } from './bulk/measure.ts';
import { bulkSections } from './bulk/report.ts';
import { measureConsole } from './console/measure.ts';
import { consoleSections } from './console/report.ts';
import { measureContact } from './contact/measure.ts';
import { contactSections } from './contact/report.ts';
import { errorsSections, measureErrors } from './errors.ts';
import { exportSections, measureExports } from './exports.ts';
import { measureFeedbag } from './feedbag/measure.ts';
import { feedbagSections } from './feedbag/report.ts';
import { measureFlood } from './flood.ts';
import { measureHotItem } from './hot-item.ts';
import { IN_MEMORY, measureInMemorySets } from './in-memory-sets.ts';
import { measureLevels } from './levels/measure.ts';
import { levelsSections } from './levels/report.ts';
import { measureMails } from './mails/measure.ts';
import { mailsSections } from './mails/report.ts';
import { measureMix, measureSearches } from './measure.ts';
import { mixes } from './mixes.ts';
import type { BenchCrate } from './mixes.ts';
import { measureNotify } from './notify/measure.ts';
import { notifySections } from './notify/report.ts';
import { measureParsers } from './parsers/measure.ts';
import { parsersSections } from './parsers/report.ts';
import { measurePeople } from './people/measure.ts';
import { measurePerks, perkSections } from './perks.ts';
import { measurePodcast } from './podcast/measure.ts';
import { podcastSections } from './podcast/report.ts';
import { reportOf, rowOf, searchRowOf } from './report.ts';
import type { SizeReport } from './report.ts';
import { counts, searchesAt } from './searches.ts';
import type { Search } from './searches.ts';
import { replaceSections } from './sections.ts';
import { measureSets } from './sets/measure.ts';
import { openBench } from './setup.ts';
import type { BenchSetup } from './setup.ts';
import { measureShortlinks, shortlinkSections } from './shortlinks.ts';
import { scorePages } from './site/lighthouse.ts';
import { weighPage } from './site/page-weight.ts';
import { measurePages, useProductionReact } from './site/pages.ts';
import { measurePosts } from './site/posts.ts';
import { postsSections } from './site/report.ts';
import type { SiteReport } from './site/report.ts';
import { measureTelemetry } from './site/telemetry.ts';
import { measureTyping } from './site/typing.ts';
import { measureVisits } from './visits/measure.ts';
import { visitsSections } from './visits/report.ts';

const args = process.argv.slice(2);
const [numbers, words] = [args.filter((arg) => /^\d+$/.test(arg)), args.filter((arg) => !/^\d+$/.test(arg))];
const OF_SITE = new Set(
  ['pages', 'posts', 'telemetry', 'lighthouse', 'people', 'sets'].concat(
    'announcements',
    'bulk',
    'console',
    'notify',
    'contact',
    'exports',
    'feedbag',
    'keys',
    'levels',
    'mails',
    'podcast',
    'parsers',
    'audit',
    'visits',
    'perks',
    'shortlinks',
    'errors',
  ),
);
const PAGE = join(ROOT, 'docs', 'performance.md');
const LAST_SECTION = '## How to read it';
const ALL_SIZES = words.length > 0 && words.every((word) => OF_SITE.has(word)) ? [] : [10_000, 100_000, 1_000_000];
const sizes = numbers.length === 0 ? ALL_SIZES : numbers.map(Number);
const COUNTS = 'counts of tag expressions';

// Whatever is loaded first decides which React there is.
useProductionReact();
// It needs neither a site nor a database, which a busy machine starts slowly.
const parsers = isWanted('parsers') ? await measureParsers() : undefined;
if (parsers && words.join() === 'parsers') {
  writeSections(parsersSections(parsers));
  process.exit();
}
const ground = await openBench();
try {
  const reports: SizeReport[] = [];
  for (const size of sizes) reports.push(await measureSize(ground, size));
  const site = await measureSite(ground);
  const people = isWanted('people') ? await measurePeople(ground) : undefined;
  const report = reportOf(site, people, isWanted('sets') ? await measureSets(ground) : undefined, reports);
  if (args.length === 0) writeFileSync(PAGE, report);
  say(`\n${report}`);
  if (isWanted('notify')) writeSections(notifySections(await measureNotify(ground)));
  if (isWanted('exports')) writeSections(exportSections(await measureExports(ground)));
  if (isWanted('bulk')) writeSections(bulkSections(await measureBulk(ground)));
  if (isWanted('console')) writeSections(consoleSections(await measureConsole(ground)));
  if (isWanted('contact')) writeSections(contactSections(await measureContact(ground)));
  if (isWanted('feedbag')) writeSections(feedbagSections(await measureFeedbag(ground)));
  if (isWanted('announcements')) writeSections(announcementSections(await measureAnnouncements(ground)));
  if (isWanted('keys')) writeSections(appKeySections(await measureAppKeys(ground)));
  if (isWanted('mails')) writeSections(mailsSections(await measureMails(ground)));
  if (isWanted('podcast')) writeSections(podcastSections(await measurePodcast(ground)));
  if (parsers) writeSections(parsersSections(parsers));
  if (isWanted('posts')) {
    writeSections(postsSections({ typing: await measureTyping(ground), posts: await measurePosts(ground) }));
  }
  if (isWanted('levels')) writeSections(levelsSections(await measureLevels(ground)));
  if (isWanted('visits')) writeSections(visitsSections(await measureVisits(ground)));
  if (isWanted('perks')) writeSections(perkSections(await measurePerks(ground)));
  if (isWanted('shortlinks')) writeSections(shortlinkSections(await measureShortlinks(ground)));
  if (isWanted('errors')) writeSections(errorsSections(await measureErrors(ground)));
  if (isWanted('audit')) writeSections(auditSections(await measureAudit(ground)));
} finally {
  await ground.close();
}

/** What has nothing to do with how many items there are; the words for it are 'pages', 'telemetry' and 'lighthouse'. */
async function measureSite(ground: BenchSetup): Promise<SiteReport> {
  return {
    ...(isWanted('pages') && {
      pages: await measurePages(ground),
      weight: await weighPage(`http://localhost:${ground.ports.site}`),
    }),
    ...(isWanted('telemetry') && { telemetry: await measureTelemetry(ground) }),
    ...(isWanted('lighthouse') && { scores: await scorePages(ground) }),
  };
}

async function measureSize(ground: BenchSetup, size: number): Promise<SizeReport> {
  say(`\n${size} items`);
  const world = await ground.fill(size);
  const idle = await ground.memory();
  // The first counts make the sets of the crate.
  if (isWanted(COUNTS)) await measureSearches(ground.ports.site, COUNTS, counts);
  const report: SizeReport = { size, searches: [], mixes: [], memory: { idle, sets: await ground.memory(), most: 0 } };
  await measureReads(ground, report);
  if (isWanted(IN_MEMORY)) report.inMemory = await measureInMemorySets(ground);
  if (isWanted('flood')) report.flood = await measureFlood(ground.ports.site, world);
  await measureMixes(ground, world, report);
  if (isWanted('one item')) report.hotItem = await measureHotItem(ground, world);
  return report;
}

/** Before anything is written, so that all of the sizes are searched as they were filled. */
async function measureReads(ground: BenchSetup, report: SizeReport): Promise<void> {
  const { site } = ground.ports;
  const searches =
    isWanted('page') || words.length === 0 ? await searchesAt(site, report.size) : await searchesAt(site, 20);
  const named: [string, Search[]][] = [
    ...searches.map((search): [string, Search[]] => [search.name, [search]]),
    [COUNTS, counts],
  ];
  for (const [name, queries] of named.filter(([name]) => isWanted(name))) {
    const result = await measureSearches(site, name, queries);
    report.searches.push(result);
    await noteMemory(ground, report);
    say(searchRowOf(result).join('  '));
  }
}

async function measureMixes(ground: BenchSetup, world: BenchCrate, report: SizeReport): Promise<void> {
  const fitting = mixes.filter(({ name, mostItems = Infinity }) => isWanted(name) && report.size <= mostItems);
  for (const mix of fitting) {
    const result = await measureMix(ground, world, mix);
    report.mixes.push(result);
    await noteMemory(ground, report);
    say(rowOf(result).join('  '));
  }
}

async function noteMemory(ground: BenchSetup, { memory }: SizeReport): Promise<void> {
  memory.most = Math.max(memory.most, await ground.memory());
}

/** Beside what another run has written of all else. */
function writeSections(sections: string[]): void {
  writeFileSync(PAGE, replaceSections(readFileSync(PAGE, 'utf8'), sections, LAST_SECTION));
  say(sections.join('\n\n'));
}

function isWanted(name: string): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
