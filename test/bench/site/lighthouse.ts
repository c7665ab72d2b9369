import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';

import { findChromium } from '#bin/chromium.js';
import { freePort, startSite } from '#bin/site.js';

import type { BenchSetup } from '../setup.ts';

/** What Lighthouse thinks of a page on a throttled telephone: shares of 1, and how far things moved. */
export interface PageScore {
  path: string;
  /** Of each look, the worst first. */
  performances: number[];
  accessibility: number;
  bestPractices: number;
  seo: number;
  shift: number;
  /** The audits that cost points in any look, by their ids. */
  failed: string[];
}

const PATHS = ['/', '/games', '/games/crashlands-2', '/games/levelhead', '/about', '/terms', '/rumpus-ce', '/ja-JP'];
/** A score varies with what else the machine does: the middle one of some looks counts, as Lighthouse itself advises. */
const LOOKS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Looks at the production stage, because the others tell search engines nothing of where their pages are. */
export async function scorePages({ url }: BenchSetup): Promise<PageScore[]> {
  const site = await startSite({ LIMITS: '0', DATABASE_URL: url, SECRET: 'x'.repeat(32), STAGE: 'www' });
  if (site.failure !== undefined) throw new Error(site.failure);
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox'],
  });
  try {
    const scores: PageScore[] = [];
    for (const path of PATHS) {
      // Somebody was here before, so that pictures are made and the page is kept.
      const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
      await page.goto(site.env.BASE_URL + path, { waitUntil: 'networkidle' });
      await page.close();
      scores.push(await score(path, () => look(site.env.BASE_URL + path, port)));
    }
    return scores;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function score(path: string, look: () => Promise<LighthouseLook>): Promise<PageScore> {
  const looks: LighthouseLook[] = [];
  while (looks.length < LOOKS) looks.push(await look());
  const least = (of: (look: LighthouseLook) => number) => Math.min(...looks.map(of));
  return {
    path,
    performances: looks.map(({ performance }) => performance).toSorted((one, other) => one - other),
    accessibility: least(({ accessibility }) => accessibility),
    bestPractices: least(({ bestPractices }) => bestPractices),
    seo: least(({ seo }) => seo),
    shift: -least(({ shift }) => -shift),
    failed: [...new Set(looks.flatMap(({ failed }) => failed))],
  };
}

type LighthouseLook = Omit<PageScore, 'path' | 'performances'> & { performance: number };

async function look(address: string, port: number): Promise<LighthouseLook> {
  const result = await lighthouse(address, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${address}`);
  const { audits, categories } = result.lhr;
  const of = (name: string) => categories[name]?.score ?? 0;
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('best-practices'),
    seo: of('seo'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    failed: weighed.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}
