import { arch, cpus } from 'node:os';

import type { Figure } from './load.ts';
import type { Mix } from './mixes.ts';

export interface Measured {
  mix: Mix;
  size: number;
  site: Figure;
  thin: Figure;
}

const MEMORY_WANTED = 150;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** One line of the table. */
export function rowOf({ mix, site, thin }: Measured): string[] {
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

/** The page docs/performance.md. @param memory megabytes of the site's process */
export function reportOf(
  measured: Measured[],
  memory: { idle: number; after: number },
  run: { connections: number; seconds: number },
): string {
  const sizes = [...new Set(measured.map(({ size }) => size))];
  const sections = sizes.map((size) =>
    sectionOf(
      size,
      measured.filter((result) => result.size === size),
    ),
  );
  return [
    '# Performance',
    introduction(run),
    ...sections,
    '## Memory of the process',
    `${number.format(memory.idle)} MB after the start (wanted: at most ${MEMORY_WANTED} MB), ${number.format(memory.after)} MB after the run.`,
    READING,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function introduction({ connections, seconds }: { connections: number; seconds: number }): string {
  return `Written by \`npm run bench\` on ${cpus().length} cores (${arch()}), which the servers, PostgreSQL and the client share.
${connections} kept connections, ${seconds} seconds for each figure, in turns with a thin server on the same HTTP library, driver, socket and
database: a bare handler and one plain SQL statement of the same effect, without revisions, permission or session.
Machines differ, so the share is what counts. Every write is on disk before it is answered (fsync on).`;
}

function sectionOf(size: number, measured: Measured[]): string {
  const head = ['', 'site', 'thin server', 'share', 'wanted', 'site p50 / p99'];
  const rows = [head, head.map(() => '---'), ...measured.map(rowOf)];
  return `## ${number.format(size)} items\n\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
}

const READING = `## How to read it

- \`get\` answers an item's metadata with its stats; \`download=true\` answers bodies. Reads and additions that come
  together travel in one statement, which the thin server does not do.
- \`+1 on one item\` has all connections meet in one row, which PostgreSQL commits only so often.
- The home page beside is the same HTML from memory after one statement for the two newest posts; the site renders it.`;
