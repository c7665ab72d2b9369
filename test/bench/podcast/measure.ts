import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { NODE, ROOT } from '#bin/run.js';
import { show } from '#content/podcast.ts';

import { parametersHeader } from '../../storage.ts';
import { timesOf } from '../in-process.ts';
import type { BenchSetup } from '../setup.ts';
import { loadRanges } from './ranges.ts';
import type { FeedTimes, PodcastReport, RangeFigures } from './report.ts';

const EPISODES = [10, 1000];
const FILE_BYTES = 100_000_000;
const CLIENTS = 50;
/** What a seek asks for, and what a download does. */
const PARTS = [256 * 1024, 4 * 1024 * 1024];
const ROUNDS = 3;
const SECONDS = 3;
/** Waiting for what is told to other parts of the site when an episode changes. */
const SETTLED = 300;
/** And for the jobs that look at new ones. */
const AFTER_FILL = 5000;

/** Over HTTP: the feed of the show with few and with many episodes, and parts of one file beside a bare server of files. */
export async function measurePodcast(ground: BenchSetup): Promise<PodcastReport> {
  const studio = new Studio(ground);
  const audio = await studio.create('podcast-files', { map: { seconds: 6250 } }, Buffer.alloc(FILE_BYTES, 'sound'));
  const first = await studio.createEpisode(audio, 0);
  const feeds: FeedTimes[] = [];
  let episodes = await studio.countEpisodes();
  for (const wanted of EPISODES) {
    for (; episodes < wanted; episodes += 1) await studio.createEpisode(audio, episodes);
    await pause(AFTER_FILL);
    feeds.push({ episodes, ...(await measureFeed(studio, first)) });
  }
  agent.destroy();
  return { feeds, fileBytes: FILE_BYTES, clients: CLIENTS, ranges: await measureRanges(ground, first) };
}

/** What staff do, over HTTP. */
class Studio {
  readonly #ground: BenchSetup;

  constructor(ground: BenchSetup) {
    this.#ground = ground;
  }

  get address(): string {
    return `http://localhost:${this.#ground.ports.site}`;
  }

  async createEpisode(audio: string, at: number): Promise<string> {
    const people = 'Old Kettle | host | /about\nProfessor Bun | transcriber';
    const map = {
      title: `Episode ${at}`,
      blurb: `What is heard in episode ${at}.`,
      season: 1,
      episode: at + 1,
      audio,
    };
    const more = { people, chapters: '0:00 Dong\n1:00 Ding', soundbites: '0:10 15 Dong' };
    return this.create(
      'podcast',
      { name: `bench-${at}`, map: { ...map, ...more } },
      `Notes of **episode ${at}**. `.repeat(20),
    );
  }

  /** @returns the id of the item */
  async create(crate: string, parameters: object, body: BodyInit): Promise<string> {
    const headers = { ...this.#ground.writer, ...parametersHeader(parameters), 'content-type': 'audio/mpeg' };
    return this.#send('POST', `${crate}/items`, headers, body);
  }

  async rename(itemId: string, title: string): Promise<void> {
    const headers = { ...this.#ground.writer, 'content-type': 'application/merge-patch+json' };
    await this.#send('PATCH', `podcast/items/${itemId}/metadata`, headers, JSON.stringify({ map: { title } }));
  }

  async countEpisodes(): Promise<number> {
    return [...(await (await fetch(this.address + show.feedPath)).text()).matchAll(/<item>/g)].length;
  }

  async #send(method: string, path: string, headers: Record<string, string>, body: BodyInit): Promise<string> {
    const response = await fetch(`${this.address}/api/storage/crates/${path}`, { method, headers, body });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { data: { itemId: string } }).data.itemId;
  }
}

async function measureFeed(studio: Studio, itemId: string): Promise<Omit<FeedTimes, 'episodes'>> {
  const url = studio.address + show.feedPath;
  const ask = async (status: number, headers: Record<string, string> = {}) => {
    const answer = await getPlainly(url, { 'accept-encoding': 'gzip', ...headers });
    if (answer.status !== status) throw new Error(`${url} answers ${answer.status}`);
    return answer;
  };
  const { bytes, etag } = await ask(200);
  const kept = await timesOf(() => ask(200), 1);
  const fresh = await timesOf(() => ask(304, { 'if-none-match': etag }), 1);
  const anew: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    await studio.rename(itemId, `Episode ${turn} of the bench`);
    await pause(SETTLED);
    const start = performance.now();
    await ask(200);
    anew.push(performance.now() - start);
  }
  return { bytes, kept, fresh, anew };
}

const agent = new Agent({ keepAlive: true });

/** As players do: compressed, over a kept connection. What came is not unpacked. */
function getPlainly(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; bytes: number; etag: string }>((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes, etag: response.headers.etag ?? '' });
      });
    }).on('error', reject);
  });
}

/** Both servers in turns, so that whatever else the machine does meets both. */
async function measureRanges(ground: BenchSetup, episodeId: string): Promise<RangeFigures[]> {
  const file = join(ground.folder, 'sound.mp3');
  writeFileSync(file, Buffer.alloc(FILE_BYTES, 'sound'));
  const bare = spawn(NODE, [join(ROOT, 'test', 'bench', 'podcast', 'file-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const servers = { site: ground.ports.site, bare: Number(port.toString()) };
    const path = await soundPath(ground, episodeId);
    const figures: RangeFigures[] = [];
    for (const part of PARTS) figures.push(await measurePart(ground, servers, { path, part }));
    return figures;
  } finally {
    bare.kill();
  }
}

async function soundPath({ ports }: BenchSetup, episodeId: string): Promise<string> {
  const items = await fetch(`http://localhost:${ports.site}/api/storage/crates/podcast/items/${episodeId}`);
  const { data } = (await items.json()) as { data: { name: string } };
  return `/podcast/${data.name}/audio.mp3`;
}

async function measurePart(
  ground: BenchSetup,
  servers: Record<'site' | 'bare', number>,
  { path, part }: { readonly path: string; readonly part: number },
): Promise<RangeFigures> {
  const rates = { site: [] as number[], bare: [] as number[] };
  const idle = await ground.memory();
  let most = idle;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const server of ['bare', 'site'] as const) {
      const watch = setInterval(() => void ground.memory().then((now) => (most = Math.max(most, now))), 500);
      const load = { port: servers[server], path, clients: CLIENTS, bytes: FILE_BYTES, part };
      const rate = await loadRanges({ ...load, seconds: round === 0 ? 1 : SECONDS });
      clearInterval(watch);
      if (round > 0) rates[server].push(rate);
    }
  }
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return { part, site: middle(rates.site), bare: middle(rates.bare), idle, most };
}
