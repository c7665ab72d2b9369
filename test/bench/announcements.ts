import type { AnnouncementContent } from '#app/announcements/announcement.ts';

import { requestBytes } from './http-connection.ts';
import { openInProcess } from './in-process.ts';
import { load } from './load.ts';
import type { LoadFigures } from './load.ts';
import { FEW, SECONDS } from './measure.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

const LIVE = 190;
const ROUNDS = 3;
const PATH = '/api/announcements?game=levelhead&platform=windows&version=17.36.4&locale=de-DE&zone=Europe/Berlin';

interface AnnouncementFigures {
  readonly name: string;
  readonly site: LoadFigures;
  readonly thin: LoadFigures;
}

/** 190 live ones, half of them for this game, beside a handler that answers a short text without looking at anything. */
export async function measureAnnouncements(ground: BenchSetup): Promise<AnnouncementFigures[]> {
  await fill(ground);
  const [all, own] = [requestBytes('GET', PATH, {}), requestBytes('GET', `${PATH}&installation=bench`, {})];
  let patch = 0;
  const askAsNew = () => requestBytes('GET', PATH.replace('17.36.4', `17.36.${(patch += 1)}`), {});
  return [
    await compare(ground, 'without an installation', () => all),
    await compare(ground, 'with one, whose acknowledgements are asked for', () => own),
    await compare(ground, 'each time by another version', askAsNew),
  ];
}

type MakeRequest = Parameters<typeof load>[0]['request'];

async function compare({ ports }: BenchSetup, name: string, request: MakeRequest): Promise<AnnouncementFigures> {
  const found = { site: [] as LoadFigures[], thin: [] as LoadFigures[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const server of ['site', 'thin'] as const) {
      const figure = await load({ port: ports[server], connections: FEW, seconds: SECONDS, status: 200, request });
      if (round > 0) found[server].push(figure);
    }
  }
  return { name, site: middle(found.site), thin: middle(found.thin) };
}

function middle(figures: readonly LoadFigures[]): LoadFigures {
  const [figure] = figures.toSorted((a, b) => a.p50 - b.p50).slice(Math.floor(figures.length / 2));
  if (figure === undefined) throw new Error('nothing was measured');
  return figure;
}

async function fill(ground: BenchSetup): Promise<void> {
  const { load: loadModule, current, close } = await openInProcess(ground);
  try {
    const { EMPTY_CONTENT } = await loadModule<typeof import('#app/announcements/announcement.ts')>(
      '/app/announcements/announcement.ts',
    );
    const { createAnnouncement, publishAnnouncement } = await loadModule<
      typeof import('#app/announcements/announcements.server.ts')
    >('/app/announcements/announcements.server.ts');
    for (let at = 0; at < LIVE; at += 1) {
      const text = { title: `Announcement ${at}`, body: 'Forty new trials wait for you.' };
      const content: AnnouncementContent = {
        ...EMPTY_CONTENT,
        texts: { 'en-US': text, 'de-DE': text },
        games: at % 2 === 0 ? ['levelhead'] : ['crashlands'],
        versions: '>=17.9 <18',
        starts: '2020-01-01T09:00',
        ends: '2999-01-01T09:00',
        priority: at % 100,
      };
      await publishAnnouncement(current, await createAnnouncement(current, content));
    }
  } finally {
    await close();
  }
}

export function announcementSections(figures: readonly AnnouncementFigures[]): string[] {
  const rows = figures.map(({ name, site, thin }) => [
    name,
    `${number.format(site.p50)} ms`,
    `${number.format(thin.p50)} ms`,
    number.format(site.p50 / thin.p50),
    `${number.format(site.p99)} ms`,
  ]);
  const table = tableOf(['', 'p50', 'bare server p50', 'times', 'p99'], rows);
  return [
    `## Announcements of games\n\n\`GET /api/announcements\` at two connections, with 190 that are live and half of them for the game: the first 20 are sent. The bare server sends a short text without a statement.\n\n${table}`,
  ];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
