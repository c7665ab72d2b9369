import FeedParser from 'feedparser';
import { parseRssFeed } from 'feedsmith';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';

import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/jobs.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { episodeSound } from '#content/sound/episode-sound.ts';
import crates from '#database/seeds/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs, runJobsAgain } from '#test/mail/jobs.ts';
import { breachesOf, readXml } from '#test/podcast/feed-rules.ts';
import { openEditor, sendForm } from '#test/posts/editor-page.ts';
import { useScriptedServer } from '#test/scripted-server.ts';
import { useTestSite } from '#test/site.ts';
import { createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { coverUrl } from './episodes.server.ts';
import { showGuid } from './files/answer-feed.server.ts';
import { readAudio, storeAudio, storeTranscript } from './files/episode-files.server.ts';
import { podcastJobs } from './jobs.server.ts';
import { seedEpisodes } from './seed-episodes.server.ts';

const site = useTestSite();
const ORIGIN = 'http://localhost:8080';
const CRATE = '/api/storage/crates/podcast';
const FROG = 'the-frog-took-nine-days';
const TRAILER = 'kettle-talk-is-on';
const TWO_SECONDS = 'WEBVTT\n\n00:00.000 --> 00:01.500\n<v Old Kettle>Hello?';
const seeds = import.meta.glob<string>('../../database/seeds/podcast/*', { query: '?inline', import: 'default' });

let short: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (const crate of crates.filter(({ crateId }) => crateId.startsWith('podcast'))) {
    await createCrate(system, NewCrate.parse(crate));
  }
  await seedEpisodes(system, CAST.staff.userId, [FROG, TRAILER]);
  short = new Uint8Array(await episodeSound('short', TWO_SECONDS));
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask(undefined, path, { headers, method });
const read = async (path: string, who?: CastName) => (await site.ask(who, path)).text();
const feed = async (path = '/podcast/rss.xml') => parseRssFeed(await read(path));

const storeSound = (bytes: Uint8Array<ArrayBuffer>) => {
  const staff = { userId: CAST.staff.userId, role: 'staff' } as const;
  return storeAudio(asPerson(systemCurrent(site.parts), staff, new Date()), bytes);
};

async function createEpisode(name: string, tags: string[] = [], map: Record<string, unknown> = {}): Promise<Item> {
  const { itemId } = await storeSound(short);
  const { items } = { items: await itemsOf(FROG) };
  const all = { ...items[0]?.map, title: `About ${name}`, audio: itemId, ...map };
  return createItem(site, CRATE, 'staff', { name, tags, map: all }, `The **notes** of ${name}.`);
}

const itemsOf = (name: string) => itemsIn(`${CRATE}/items?names=${name}`);

async function itemsIn(path: string): Promise<Item[]> {
  const { data } = (await (await site.ask('staff', path)).json()) as { data: Item[] };
  return data;
}

const runJob = (name: string, payload: object = {}) =>
  jobs(site.parts)
    .find((job) => job.name === name)
    ?.run(payload);

/** One channel of 44,100 samples in a second. */
async function encoded(samples: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate: 44_100, bitrate: 128 });
  const first = new Uint8Array(encoder.encode([samples]));
  return new Uint8Array(Buffer.concat([first, encoder.finalize()]));
}

const patch = (itemId: string, body: object) =>
  site.ask('staff', `${CRATE}/items/${itemId}/metadata`, {
    ...{ method: 'PATCH', body },
    headers: { 'content-type': 'application/merge-patch+json' },
  });

test('the id of a show is the UUID of its feed’s address without scheme and slash (P7-C1)', async () => {
  expect(showGuid('https://podnews.net/rss')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
  expect(showGuid('https://mp3s.nashownotes.com/pc20rss.xml/')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
  const guid = async (ask: (path: string) => Promise<Response>) =>
    parseRssFeed(await (await ask('/podcast/rss.xml')).text()).podcast?.guid;
  const moved = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://elsewhere.example' });
  const own = showGuid('https://www.rumpus.example/podcast/rss.xml');
  expect([await guid(ask), await guid((path) => moved.sendRequest(path))]).toEqual([own, own]);
});

describe('the feed (P7-C2)', () => {
  const hub = useScriptedServer();

  test('names a hub of WebSub, which is told when everyone can hear an episode', async () => {
    const app = openTestApp(site, { WEBSUB_HUB: hub.base });
    hub.script = () => ({ status: 204, body: '' });
    const pings = async () => {
      await jobs(app.parts)
        .find(({ name }) => name === 'podcast:indexEpisodes')
        ?.run({});
      await runJobs(app);
      return hub.heard.splice(0).map(({ body }) => new URLSearchParams(body).getAll('hub.url'));
    };
    await pings();
    const { itemId } = await createEpisode('told', ['topic:steam', 'hidden']);
    expect(await pings()).toEqual([]);
    await patch(itemId, { tags: ['topic:steam'] });
    const [all, steam] = [`${ORIGIN}/podcast/rss.xml`, `${ORIGIN}/podcast/topics/steam/rss.xml`];
    expect([await pings(), await pings()]).toEqual([[[all, steam]], []]);
    const response = await app.sendRequest('/podcast/topics/steam/rss.xml');
    expect(response.headers.get('link')).toBe(`<${hub.base}>; rel="hub", <${steam}>; rel="self"`);
    const document = await response.text();
    expect(breachesOf(readXml(document))).toEqual([]);
    expect(parseRssFeed(document).atom?.links).toContainEqual({ rel: 'hub', href: hub.base });
    expect((await ask('/podcast/topics/steam/rss.xml')).headers.get('link')).toBeNull();
    await patch(itemId, { tags: ['hidden'] });
  });

  test('keeps to the rules of RSS and of both namespaces', async () => {
    for (const path of ['/podcast/rss.xml', '/podcast/topics/creatures/rss.xml']) {
      const response = await ask(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/rss+xml; charset=utf-8',
      ]);
      const document = readXml(await response.text());
      expect(document.attributes).toMatchObject({ version: '2.0' });
      expect(breachesOf(document), path).toEqual([]);
    }
    expect((await ask('/podcast/topics/no-such/rss.xml')).status).toBe(404);
  });

  test('is caught where it breaks them', async () => {
    const xml = await read('/podcast/rss.xml');
    const broken = [
      xml.replace(/ length="\d+"/, ' length=""'),
      xml.replace(/<podcast:guid>[^<]*/, '<podcast:guid>none'),
      xml.replace('<itunes:explicit>false', '<itunes:explicit>clean'),
      xml.replace(/<guid [^/]*<\/guid>/, ''),
      xml.replace('<podcast:medium>', '<podcast:medium>podcast</podcast:medium><podcast:medium>'),
      xml.replace('<podcast:locked owner', '<podcast:locked holder'),
      xml.replace('<pubDate>', '<pubDate>2026-'),
      xml.replace('</channel>', '<podcast:unknown/></channel>'),
    ];
    for (const one of broken) expect(breachesOf(readXml(one))).not.toEqual([]);
  });

  test('says the same to two parsers, and all that there is of an episode', async () => {
    const xml = await read('/podcast/rss.xml');
    const { items = [], podcast, itunes } = parseRssFeed(xml);
    const item = items.find(({ link }) => link === `${ORIGIN}/podcast/${FROG}`);
    const bytes = Buffer.from(
      ((await seeds[`../../database/seeds/podcast/${FROG}.mp3`]?.()) ?? '').split(',')[1] ?? '',
      'base64',
    );
    expect(item?.enclosures).toEqual([
      { url: `${ORIGIN}/podcast/${FROG}/audio.mp3`, length: bytes.length, type: 'audio/mpeg' },
    ]);
    expect(item?.itunes).toMatchObject({ duration: 59, season: 1, episode: 2, episodeType: 'full', explicit: false });
    expect(item?.podcast?.transcripts?.map(({ url, language }) => [url, language])).toEqual([
      [`${ORIGIN}/podcast/${FROG}/transcript.en-US.vtt`, 'en-US'],
      [`${ORIGIN}/podcast/${FROG}/transcript.de-DE.vtt`, 'de-DE'],
    ]);
    expect(item?.podcast?.chapters?.url).toBe(`${ORIGIN}/podcast/${FROG}/chapters.json`);
    expect(item?.podcast?.soundbites).toEqual([{ startTime: 22, duration: 16, display: 'Day five' }]);
    expect(item?.podcast?.persons?.map(({ display, role }) => [display, role])).toEqual([
      ['Old Kettle', 'host'],
      ['Professor Bun', 'transcriber'],
    ]);
    expect(podcast).toMatchObject({ locked: { value: true, owner: 'hello@rumpus.example' }, medium: 'podcast' });
    expect(podcast?.trailers).toMatchObject([{ url: `${ORIGIN}/podcast/${TRAILER}/audio.mp3`, season: 1 }]);
    expect(itunes).toMatchObject({ explicit: false, type: 'episodic', author: 'Rumpus' });
    const strict = await parseStrictly(xml);
    expect(strict).toEqual(
      items.map(({ guid, title, link, enclosures }) => [guid?.value, title, link, enclosures?.[0]?.url]),
    );
  });

  test('has the same bytes for each who asks, and none where nothing has changed', async () => {
    const xml = await read('/podcast/topics/creatures/rss.xml');
    const [item] = await itemsOf(FROG);
    const entry = xml.slice(xml.indexOf('<item>'), xml.indexOf('<description>', xml.indexOf('<item>')));
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="')).toBe(true);
    expect(entry).toBe(
      `<item><title>The frog took nine days</title><link>${ORIGIN}/podcast/${FROG}</link>` +
        `<guid isPermaLink="false">${item?.itemId}</guid><pubDate>Mon, 24 Aug 2026 09:00:00 GMT</pubDate>`,
    );
    expect(await read('/podcast/topics/creatures/rss.xml', 'super')).toBe(xml);
    // The show is in one language, whatever that of who asks.
    expect(await read('/de-DE/podcast/rss.xml')).toBe(await read('/podcast/rss.xml'));
    const etag = (await ask('/podcast/rss.xml')).headers.get('etag') ?? '';
    expect((await ask('/podcast/rss.xml', { 'if-none-match': etag })).status).toBe(304);
    await createEpisode('newer');
    expect((await ask('/podcast/rss.xml', { 'if-none-match': etag })).status).toBe(200);
  });

  test('of a show is byte for byte what the namespaces want of it', async () => {
    const { whole, trailer } = await createWholeShow();
    const xml = await read('/podcast/topics/bytes/rss.xml');
    expect(xml).toBe(wholeFeed(whole, trailer));
    expect(breachesOf(readXml(xml))).toEqual([]);
  });

  test('keeps the id of an episode whatever is edited, renamed or recorded anew, and wherever it is served', async () => {
    const { itemId } = await createEpisode('kept', ['topic:kept']);
    const guids = async () => (await feed('/podcast/topics/kept/rss.xml')).items?.map(({ guid }) => guid?.value);
    const longer = await storeSound(
      new Uint8Array(await episodeSound('longer', TWO_SECONDS.replace('01.500', '04.500'))),
    );
    expect((await patch(itemId, { name: 'renamed', map: { title: 'Another', audio: longer.itemId } })).status).toBe(
      200,
    );
    expect(await guids()).toEqual([itemId]);
    const [item] = (await feed('/podcast/topics/kept/rss.xml')).items ?? [];
    expect(item?.enclosures?.[0]).toMatchObject({ length: longer.bytes, url: `${ORIGIN}/podcast/renamed/audio.mp3` });
    const moved = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://elsewhere.example' });
    const there = parseRssFeed(await (await moved.sendRequest('/podcast/topics/kept/rss.xml')).text());
    expect(there.items?.map(({ guid, link }) => [guid?.value, link])).toEqual([
      [itemId, 'https://elsewhere.example/podcast/renamed'],
    ]);
  });
});

/** An episode with all that an episode can have, and a trailer with as little as one needs. */
async function createWholeShow(): Promise<{ whole: Item; trailer: Item }> {
  const audio = (await storeSound(short)).itemId;
  const [english, german] = [await storeWords('en-US'), await storeWords('de-DE')];
  const all = {
    ...{ title: `Bells & <whistles> of "Bun's" 🐸`, blurb: 'Two bells.', image: 'podcast-frog', imageAlt: 'A "frog"' },
    ...{ date: '2026-09-01T10:00:00Z', kind: 'bonus', season: 2, episode: 7, audio },
    people:
      'Old Kettle | host | /about\nA. Guest | guest | https://guest.example/?a=1&b=2\nProfessor Bun | transcriber',
    ...{ chapters: '0:01 Ding\n0:00 Dong', soundbites: '0:00 1.5 Dong & ding' },
    ...{ 'transcript:en-US': english, 'transcript:de-DE': german },
  };
  const least = { title: 'Soon', blurb: 'It begins.', date: '2026-10-01T10:00:00Z', kind: 'trailer', season: 2, audio };
  const wholeTags = { name: 'whole', tags: ['topic:bytes', 'topic:bells'] };
  const whole = await createItem(site, CRATE, 'staff', { ...wholeTags, map: all }, 'They **ring**: [here](/blog).');
  const host = { people: 'Old Kettle' };
  const early = { name: 'early', tags: ['topic:bytes'], map: { ...least, ...host } };
  return { whole, trailer: await createItem(site, CRATE, 'staff', early, '') };
}

async function storeWords(locale: 'en-US' | 'de-DE'): Promise<string> {
  const staff = { userId: CAST.staff.userId, role: 'staff' } as const;
  return (await storeTranscript(asPerson(systemCurrent(site.parts), staff, new Date()), TWO_SECONDS, locale)).itemId;
}

/** Written from the documents of RSS, Apple and podcastindex.org; lines and what they are set in by are not in the feed. */
function wholeFeed(whole: Item, trailer: Item): string {
  const episode = `${ORIGIN}/podcast/whole`;
  const picture = (cover: string, alt = '') =>
    `<podcast:image href="${ORIGIN}${coverUrl({ cover })}"${alt} aspect-ratio="1/1" width="1920" type="image/jpeg" purpose="artwork"/>`;
  const audio = `length="${short.length}" type="audio/mpeg"`;
  const show = ORIGIN + coverUrl({ cover: 'podcast-show' });
  return `<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
    <channel>
    <title>Kettle Talk: bytes</title>
    <link>${ORIGIN}/podcast?topic=bytes</link>
    <description>Old Kettle makes every sound in our games and has never said a word. In each episode he whistles about one of
      them, and Professor Bun writes down what he means. No voices, only music, noises and steam: the words are in the
      transcript.</description>
    <language>en-US</language>
    <copyright>Rumpus</copyright>
    <lastBuildDate>${new Date(trailer.updatedAt).toUTCString()}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${ORIGIN}/podcast/topics/bytes/rss.xml"/>
    <image><url>${show}</url><title>Kettle Talk: bytes</title><link>${ORIGIN}/podcast?topic=bytes</link></image>
    <itunes:author>Rumpus</itunes:author>
    <itunes:owner><itunes:name>Rumpus</itunes:name><itunes:email>hello@rumpus.example</itunes:email></itunes:owner>
    <itunes:image href="${show}"/>
    <itunes:category text="Leisure"><itunes:category text="Video Games"/></itunes:category>
    <itunes:category text="Arts"><itunes:category text="Design"/></itunes:category>
    <itunes:explicit>false</itunes:explicit>
    <itunes:type>episodic</itunes:type>
    <podcast:guid>${showGuid('https://www.rumpus.example/podcast/topics/bytes/rss.xml')}</podcast:guid>
    <podcast:locked owner="hello@rumpus.example">yes</podcast:locked>
    <podcast:medium>podcast</podcast:medium>
    <podcast:txt purpose="about">Nobody speaks in this show: it is music and noises made by rule, and the words are in the
      transcripts.</podcast:txt>
    ${picture('podcast-show')}
    <podcast:person role="host">Old Kettle</podcast:person>
    <podcast:trailer url="${ORIGIN}/podcast/early/audio.mp3" pubdate="Thu, 01 Oct 2026 10:00:00 GMT" ${audio} season="2">
      Soon</podcast:trailer>
    <item>
    <title>Soon</title>
    <link>${ORIGIN}/podcast/early</link>
    <guid isPermaLink="false">${trailer.itemId}</guid>
    <pubDate>Thu, 01 Oct 2026 10:00:00 GMT</pubDate>
    <description>It begins.</description>
    <enclosure url="${ORIGIN}/podcast/early/audio.mp3" ${audio}/>
    <category>bytes</category>
    <itunes:duration>2</itunes:duration>
    <itunes:image href="${ORIGIN}${coverUrl({ cover: 'podcast' })}"/>
    <itunes:explicit>false</itunes:explicit>
    <itunes:episodeType>trailer</itunes:episodeType>
    <itunes:season>2</itunes:season>
    <podcast:season>2</podcast:season>
    ${picture('podcast')}
    <podcast:person role="host">Old Kettle</podcast:person>
    </item>
    <item>
    <title>Bells &amp; &lt;whistles&gt; of &quot;Bun&apos;s&quot; 🐸</title>
    <link>${episode}</link>
    <guid isPermaLink="false">${whole.itemId}</guid>
    <pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate>
    <description>Two bells.</description>
    <content:encoded>&lt;p&gt;They &lt;strong&gt;ring&lt;/strong&gt;: &lt;a href=&quot;${ORIGIN}/blog&quot;&gt;here&lt;/a&gt;.&lt;/p&gt;
      </content:encoded>
    <enclosure url="${episode}/audio.mp3" ${audio}/>
    <category>bytes</category>
    <category>bells</category>
    <itunes:duration>2</itunes:duration>
    <itunes:image href="${ORIGIN}${coverUrl({ cover: 'podcast-frog' })}"/>
    <itunes:explicit>false</itunes:explicit>
    <itunes:episodeType>bonus</itunes:episodeType>
    <itunes:season>2</itunes:season>
    <podcast:season>2</podcast:season>
    <itunes:episode>7</itunes:episode>
    <podcast:episode>7</podcast:episode>
    ${picture('podcast-frog', ' alt="A &quot;frog&quot;"')}
    <podcast:person role="host" href="${ORIGIN}/about">Old Kettle</podcast:person>
    <podcast:person role="guest" href="https://guest.example/?a=1&amp;b=2">A. Guest</podcast:person>
    <podcast:person role="transcriber">Professor Bun</podcast:person>
    <podcast:transcript url="${episode}/transcript.en-US.vtt" type="text/vtt" language="en-US" rel="captions"/>
    <podcast:transcript url="${episode}/transcript.de-DE.vtt" type="text/vtt" language="de-DE" rel="captions"/>
    <podcast:chapters url="${episode}/chapters.json" type="application/json+chapters"/>
    <podcast:soundbite startTime="0.0" duration="1.5">Dong &amp; ding</podcast:soundbite>
    </item>
    </channel>
    </rss>`
    .replaceAll(/(?<=[>"])\n +(?=<)|(?<=>)\n +|\n +(?=<\/)/g, '')
    .replaceAll(/\n +/g, ' ')
    .replace('?>', '?>\n')
    .concat('\n');
}

/** By a parser on `sax`, in its strict mode. */
async function parseStrictly(xml: string): Promise<unknown[][]> {
  const parser = new FeedParser({});
  const errors: Error[] = [];
  parser.on('error', (error: Error) => errors.push(error));
  parser.end(xml);
  const entries: unknown[][] = [];
  for await (const { guid, title, link, enclosures } of parser) entries.push([guid, title, link, enclosures[0]?.url]);
  expect(errors).toEqual([]);
  return entries;
}

describe('the sound (P7-C3)', () => {
  const path = `/podcast/${TRAILER}/audio.mp3`;

  test('has the bytes of its file, whole and in parts, and none for whom it has not changed', async () => {
    const whole = await ask(path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const [first] = (await feed()).items?.filter(({ link }) => link?.endsWith(TRAILER)) ?? [];
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect([bytes.length, whole.headers.get('content-length')]).toEqual([
      first?.enclosures?.[0]?.length,
      String(bytes.length),
    ]);
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
    const etag = whole.headers.get('etag') ?? '';
    const start = await ask(path, { range: 'bytes=0-1' });
    expect([start.status, start.headers.get('content-range')]).toEqual([206, `bytes 0-1/${bytes.length}`]);
    expect(Buffer.from(await start.arrayBuffer())).toEqual(bytes.subarray(0, 2));
    const end = await ask(path, { range: 'bytes=-5', 'if-range': etag });
    expect([end.status, Buffer.from(await end.arrayBuffer())]).toEqual([206, bytes.subarray(-5)]);
    expect((await ask(path, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
    expect((await ask(path, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304);
    const put = await ask(path, {}, 'PUT');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('is another one at the same address once it is recorded anew, and a part of the one never goes with the other', async () => {
    const { itemId } = await createEpisode('anew');
    const before = await ask('/podcast/anew/audio.mp3');
    const etag = before.headers.get('etag') ?? '';
    const other = await storeSound(new Uint8Array(await episodeSound('other', TWO_SECONDS)));
    await patch(itemId, { map: { audio: other.itemId } });
    const after = await ask('/podcast/anew/audio.mp3', { range: 'bytes=10-', 'if-range': etag });
    expect([after.status, after.headers.get('content-length')]).toEqual([200, String(other.bytes)]);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test('is read from the file itself, and what is no sound is refused', async () => {
    const { map, mimetype } = await storeSound(short);
    expect([mimetype, Math.round(Number(map['seconds']))]).toEqual(['audio/mpeg', 2]);
    for (const bytes of ['', 'ID3', '<html>', 'RIFF\0\0\0\0WEBP']) {
      await expect(storeSound(new Uint8Array(Buffer.from(bytes)))).rejects.toMatchObject({
        code: 'podcast.unreadableAudio',
      });
    }
  });

  test('is made by rule: the same transcript gives the same bytes', async () => {
    const transcript = await seeds[`../../database/seeds/podcast/${TRAILER}.en-US.vtt`]?.();
    const sound = await seeds[`../../database/seeds/podcast/${TRAILER}.mp3`]?.();
    const bytesOf = (url = '') => Buffer.from(url.split(',')[1] ?? '', 'base64');
    const made = await episodeSound(TRAILER, bytesOf(transcript).toString());
    expect(Buffer.from(made).equals(bytesOf(sound))).toBe(true);
  });
});

test('of what is not out, nobody but staff gets page, feed, sound, transcript or chapters (P7-C4)', async () => {
  const files = ['', '/audio.mp3', '/chapters.json', '/transcript.en-US.vtt'];
  const statuses = async (name: string, who?: CastName) =>
    Promise.all(files.map(async (file) => (await site.ask(who, `/podcast/${name}${file}`)).status));
  const hidden = await createEpisode('secret', ['hidden', 'topic:secret'], { title: 'The zorgle' });
  await createEpisode('by-link', ['unlisted'], { title: 'The zorgle by link' });
  for (const who of [undefined, 'player'] as const) {
    expect([await statuses('secret', who), await statuses(hidden.itemId, who)]).toEqual([
      [404, 404, 404, 404],
      [404, 404, 404, 404],
    ]);
    expect(await statuses('by-link', who)).toEqual([200, 200, 200, 200]);
    for (const path of ['/podcast', '/podcast/rss.xml', '/sitemap/1.xml', `/podcast/${FROG}`]) {
      expect(await read(path, who), path).not.toMatch(/zorgle|secret|by-link/);
    }
    expect((await site.ask(who, '/podcast/topics/secret/rss.xml')).status).toBe(404);
    const audio = String(hidden.map['audio']);
    for (const path of [`items/${audio}`, `items/${audio}?download=true`, 'items']) {
      expect((await site.ask(who, `/api/storage/crates/podcast-files/${path}`)).status, path).toBe(404);
    }
  }
  expect(await statuses('secret', 'staff')).toEqual([200, 200, 200, 200]);
  expect((await site.ask('staff', '/podcast/secret/audio.mp3')).headers.get('cache-control')).toBe('private, no-store');
  expect(await read('/podcast/by-link')).toMatch(/<meta name="robots" content="noindex/);
  await patch(hidden.itemId, { tags: ['topic:secret'] });
  expect(await statuses('secret')).toEqual([200, 200, 200, 200]);
  await patch(hidden.itemId, { tags: ['hidden'] });
  expect(await statuses('secret')).toEqual([404, 404, 404, 404]);
});

test('the page of an episode has its notes, chapters, people and transcript, and plays without scripts from a second on', async () => {
  const html = await read(`/podcast/${FROG}?t=1:05`);
  expect(html).toMatch(/<audio[^>]* src="\/podcast\/the-frog-took-nine-days\/audio\.mp3#t=65"/);
  expect(html).toContain('<a href="?t=15" class="seek-link"');
  for (const words of ['Day five', 'That is not a frog. That is a chair.', 'Professor Bun', 'A rubber band'.slice(2)]) {
    expect(html).toContain(words);
  }
  expect(html).toContain('"@type":"PodcastEpisode"');
  expect(await read(`/de-DE/podcast/${FROG}`)).toContain('Das ist kein Frosch. Das ist ein Stuhl.');
  expect(await read(`/ja-JP/podcast/${FROG}`)).toContain('That is not a frog.');
  const { chapters } = (await (await ask(`/podcast/${FROG}/chapters.json`)).json()) as { chapters: unknown[] };
  expect(chapters).toContainEqual({ startTime: 15, title: 'Day five', url: `${ORIGIN}/podcast/${FROG}?t=15` });
});

test('the show comes with eight episodes, each in one channel and of at most 1 MB', async () => {
  const sounds = Object.entries(seeds).filter(([path]) => path.endsWith('.mp3'));
  const files = await Promise.all(
    sounds.map(async ([, load]) => Buffer.from((await load()).replace(/^[^,]*,/, ''), 'base64')),
  );
  const facts = await Promise.all(files.map(readAudio));
  expect(facts.map(({ type, channels }) => `${type} ${channels}`)).toEqual(Array(8).fill('audio/mpeg 1'));
  expect(Math.max(...files.map(({ length }) => length))).toBeLessThanOrEqual(1_000_000);
});

test('the page of the show lists its episodes by season, and an episode is found by the name that it had', async () => {
  const html = await read('/podcast');
  expect(html).toContain('Season <!-- -->1'.replace('<!-- -->', ''));
  expect(html).toContain(`href="/podcast/${FROG}"`);
  expect(await read('/podcast?topic=creatures')).not.toContain(`href="/podcast/${TRAILER}"`);
  expect((await ask('/podcast?after=none')).status).toBe(400);
  expect(await read('/')).toContain('href="/podcast"');
  const index = () =>
    jobs(site.parts)
      .find(({ name }) => name === 'podcast:indexEpisodes')
      ?.run({});
  const { itemId } = await createEpisode('old-name');
  await index();
  await patch(itemId, { name: 'new-name' });
  await index();
  const moved = await ask('/podcast/old-name?t=5');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/podcast/new-name?t=5']);
});

test('where somebody who is signed in has stopped is kept for all their devices, and for nobody else', async () => {
  const [item] = await itemsOf(FROG);
  const keep = (who: CastName | undefined, seconds: unknown, itemId = item?.itemId ?? '') =>
    site.ask(who, `/api/podcast/episodes/${itemId}/place`, { method: 'PUT', body: { seconds } });
  const playsFrom = async (who?: CastName) =>
    /Play(?: from \d+:\d+)?(?=<\/span>)/.exec(await read(`/podcast/${FROG}`, who))?.[0];
  expect([(await keep('player', 42)).status, (await keep(undefined, 42)).status]).toEqual([204, 401]);
  expect([await playsFrom('player'), await playsFrom('creator'), await playsFrom()]).toEqual([
    'Play from 0:42',
    'Play',
    'Play',
  ]);
  for (const wrong of [-1, 1.5, 'soon', 90_000]) expect((await keep('player', wrong)).status).toBe(400);
  const hidden = await createEpisode('not-yet', ['hidden']);
  for (const id of [hidden.itemId, 'none', FROG]) expect((await keep('player', 5, id)).status).toBe(404);
  expect((await keep('player', 0)).status).toBe(204);
  expect(await playsFrom('player')).toBe('Play');
  await keep('creator', 7);
  const later = { ...systemCurrent(site.parts), now: () => new Date(Date.now() + 366 * 86_400_000) };
  await podcastJobs(() => later)
    .find(({ name }) => name === 'podcast:sweepPlaces')
    ?.run({});
  expect(await playsFrom('creator')).toBe('Play');
});

describe('staff write episodes in the editor', () => {
  const values = {
    ...{ title: 'The lid that sang', blurb: 'A lid, and why it sings.', slug: '', text: 'Much **steam**.' },
    ...{ season: '3', number: '7', kind: 'bonus', visibility: 'hidden', topics: 'lids, steam', imageAlt: 'A lid' },
    ...{ people: 'Old Kettle | host | /about', chapters: '0:00 Lid\n0:01 Steam', soundbites: '0:00 1 Lid' },
  };
  const path = (slug: string) => `/editor/episodes/${slug}`;
  const write = (fields: Partial<typeof values> & { etag?: string }, to = 'new', who: CastName = 'staff') =>
    sendForm(site, who, path(to), { intent: 'editor.save', ...values, ...fields });
  const open = (slug: string, who: CastName = 'staff') => openEditor(site, who, path(slug));
  const send = async (slug: string, fields: Record<string, string | Blob>, who: CastName = 'staff') => {
    const body = new FormData();
    const { etag = '' } = (await open(slug)).fields;
    for (const [name, value] of Object.entries({ etag, ...fields })) body.set(name, value);
    const packed = new Response(body);
    const headers = { origin: ORIGIN, 'content-type': packed.headers.get('content-type') ?? '' };
    return site.ask(who, path(slug), { method: 'POST', headers, body: new Uint8Array(await packed.arrayBuffer()) });
  };
  const sendSound = (slug: string, bytes: Uint8Array<ArrayBuffer>, who?: CastName) =>
    send(slug, { intent: 'editor.audio', audio: new File([bytes], 'lid.mp3') }, who);
  const sound = (name: string) => episodeSound(name, TWO_SECONDS).then((bytes) => new Uint8Array(bytes));
  const statusesOf = (slug: string, who?: CastName) =>
    Promise.all(
      ['', '/audio.mp3', '/chapters.json'].map(async (file) => (await site.ask(who, `/podcast/${slug}${file}`)).status),
    );
  const entryOf = async (slug: string) =>
    (await feed()).items?.find(({ link }) => link === `${ORIGIN}/podcast/${slug}`);

  test('one begins hidden, does not come out without sound, and is whole then in page and feed', async () => {
    const made = await write({});
    expect([made.status, made.headers.get('location')?.split('?')[0]]).toEqual([303, path('the-lid-that-sang')]);
    const slug = 'the-lid-that-sang';
    expect(await statusesOf(slug)).toEqual([404, 404, 404]);
    const mute = await (await open(slug)).send('editor.publish');
    expect([mute.response.status, mute.html]).toEqual([409, expect.stringContaining('has no sound yet')]);
    expect((await (await open(slug)).send('editor.save', { visibility: 'public' })).response.status).toBe(409);
    expect((await sendSound(slug, short)).status).toBe(200);
    const out = await (await open(slug)).send('editor.publish', { title: 'The lid that sings' });
    expect(out.html).toContain('Play');
    expect(await statusesOf(slug)).toEqual([200, 200, 200]);
    const [item] = await itemsOf(slug);
    expect(await entryOf(slug)).toMatchObject({
      ...{
        title: 'The lid that sings',
        guid: { value: item?.itemId },
        categories: [{ name: 'lids' }, { name: 'steam' }],
      },
      enclosures: [{ url: `${ORIGIN}/podcast/${slug}/audio.mp3`, length: short.byteLength, type: 'audio/mpeg' }],
      itunes: { season: 3, episode: 7, episodeType: 'bonus', duration: 2 },
      podcast: { soundbites: [{ startTime: 0, duration: 1, display: 'Lid' }] },
    });
    expect(breachesOf(readXml(await read('/podcast/rss.xml')))).toEqual([]);
    expect(await read(`/podcast/${slug}`)).toContain('<strong>steam</strong>');
  });

  test('before it comes out, what is missing in the whole of it is said', async () => {
    const late = { chapters: '0:00 Steam\n0:09 More steam', soundbites: '0:01 9 All of it' };
    await write({ slug: 'checked', kind: 'full', number: '', imageAlt: '', text: ' ', ...late });
    const places = async () => {
      const html = await read(path('checked'), 'staff');
      return [...html.matchAll(/class="finding"[^]*?<strong>([^]*?)<\/strong>/g)].map(([, words = '']) =>
        words.replaceAll(/<!-- -->|^[^·]*·/g, '').trim(),
      );
    };
    const always = ['Transcripts', 'Show notes', 'What the cover shows', 'Episode'];
    expect(await places()).toEqual(['Sound', ...always]);
    await sendSound('checked', short);
    expect(await places()).toEqual([...always, 'Chapters', 'Best moments']);
  });

  test('other sound keeps its id and address, what it is is read from the file, and one press takes it back', async () => {
    const slug = 'the-lid-that-sang';
    const before = await entryOf(slug);
    const other = await sound('other lid');
    const sent = await sendSound(slug, other);
    const after = await entryOf(slug);
    expect([after?.guid, after?.enclosures?.[0]?.url]).toEqual([before?.guid, before?.enclosures?.[0]?.url]);
    expect(Buffer.from(await (await ask(`/podcast/${slug}/audio.mp3`)).arrayBuffer()).equals(other)).toBe(true);
    const page = await sent.text();
    expect(page).toContain('That&#x27;s its sound now.');
    const [, rev = ''] = /name="rev" value="(\d+)"/.exec(page) ?? [];
    await (await open(slug)).send('editor.restore', { rev });
    expect(Buffer.from(await (await ask(`/podcast/${slug}/audio.mp3`)).arrayBuffer()).equals(short)).toBe(true);
    for (const bytes of ['', '<html>']) {
      const refused = await sendSound(slug, new Uint8Array(Buffer.from(bytes)));
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('read this file as sound')]);
    }
    expect((await entryOf(slug))?.enclosures).toEqual(before?.enclosures);
  });

  test('sound that is sent while others save is taken, and what they saved stays to be merged', async () => {
    const slug = 'the-lid-that-sang';
    const { etag = '' } = (await open(slug)).fields;
    await (await open(slug, 'admin')).send('editor.save', { blurb: 'Theirs.', chapters: '0:00 Lid\n0:01 Rain' });
    expect((await send(slug, { etag, intent: 'editor.audio', audio: new File([short], 'a.mp3') })).status).toBe(200);
    const mine = {
      ...values,
      etag,
      title: 'The lid that sings',
      slug,
      visibility: 'public',
      chapters: '0:00 Lid\n0:01 Snow',
    };
    const late = await sendForm(site, 'staff', path(slug), { ...mine, intent: 'editor.save' });
    expect([late.status, await late.text()]).toEqual([412, expect.stringContaining('0:01 Snow')]);
    const theirs = (await open(slug)).fields['etag'] ?? '';
    const choice = { 'choice-chapters': 'own', 'own-chapters': '0:00 Lid\r\n0:01 Rain and snow' };
    const merged = await sendForm(site, 'staff', path(slug), { ...mine, ...choice, intent: 'editor.merge', theirs });
    expect([merged.status, merged.headers.get('location')]).toEqual([303, expect.stringContaining('done=merged')]);
    expect((await open(slug)).fields).toMatchObject({ blurb: 'Theirs.', chapters: '0:00 Lid\n0:01 Rain and snow' });
  });

  test('transcripts come in each language and go, and the cover is a picture of ours or one that is sent', async () => {
    const slug = 'the-lid-that-sang';
    const sendTranscript = (locale: string, words: string) =>
      send(slug, { intent: 'editor.transcript', locale, transcript: new File([words], 'a.vtt') });
    const transcript = (locale: string) => ask(`/podcast/${slug}/transcript.${locale}.vtt`);
    expect((await sendTranscript('de-DE', TWO_SECONDS)).status).toBe(200);
    expect(await (await transcript('de-DE')).text()).toBe(TWO_SECONDS);
    for (const [locale, words] of [
      ['de-DE', 'Hello?'],
      ['xx-XX', TWO_SECONDS],
    ] as const) {
      expect((await sendTranscript(locale, words)).status, words).toBe(400);
    }
    expect((await send(slug, { intent: 'editor.dropTranscript', locale: 'de-DE' })).status).toBe(200);
    expect((await transcript('de-DE')).status).toBe(404);
    const coverOf = async () =>
      /<itunes:image href="[^"]*\/([^"/]+?)(?:\.\w+)?\/?[^"/]*"/.exec(
        (await read('/podcast/rss.xml')).split(`/podcast/${slug}<`)[1] ?? '',
      )?.[0];
    const first = await coverOf();
    expect((await send(slug, { intent: 'editor.cover', picture: 'podcast-frog' })).status).toBe(200);
    expect(await coverOf()).toContain('podcast-frog');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f60' } })
      .png()
      .toBuffer();
    const cover = new File([new Uint8Array(picture)], 'a.png');
    expect((await send(slug, { intent: 'editor.cover', cover })).status).toBe(200);
    expect(await coverOf()).not.toBe(first);
    for (const [field, value] of [['picture', 'Not This'] as const, ['cover', new File(['x'], 'a.png')] as const]) {
      const refused = await send(slug, { intent: 'editor.cover', [field]: value });
      expect([Math.floor(refused.status / 100), await refused.text()]).toEqual([
        4,
        expect.stringMatching(/aria-invalid/),
      ]);
    }
  });

  test('what is wrong is said at its field, and what was typed stays', async () => {
    for (const wrong of [
      ...[{ title: ' ' }, { blurb: '' }, { slug: 'Not This' }, { slug: 'questions' }, { slug: FROG }, { season: '0' }],
      ...[{ number: 'seven' }, { kind: 'half' }, { topics: 'x'.repeat(60) }, { people: 'A | host | javascript:1' }],
      ...[{ chapters: 'Lid' }, { soundbites: '0:10 Lid' }, { chapters: '0:01 a\n'.repeat(400) }],
    ]) {
      const refused = await write({ ...wrong, text: 'Typed and kept.' });
      const [field = ''] = Object.keys(wrong);
      const html = await refused.text();
      expect([Math.floor(refused.status / 100), html.includes('Typed and kept.')], JSON.stringify(wrong)).toEqual([
        4,
        true,
      ]);
      const blamed = [...html.matchAll(/<(?:input|textarea|select) [^>]*aria-invalid="true"[^>]*>/g)].map(
        ([tag]) => tag,
      );
      expect(
        blamed.map((tag) => / name="([^"]*)"/.exec(tag)?.[1]),
        field,
      ).toEqual([field]);
    }
  });

  test('it comes out at the time that was planned, and who follows the show is told once', async () => {
    await write({ slug: 'planned', title: 'Planned steam' });
    const at = { local: wallTimeAt(new Date(site.parts.now().getTime() + 60 * 60_000), 'UTC'), zone: 'UTC' };
    expect((await (await open('planned')).send('editor.plan.publish', at)).response.status).toBe(409);
    await sendSound('planned', short);
    await sendForm(site, 'player', '/podcast', { intent: 'following.follow', subject: 'podcast.show:own' });
    const notifiedCount = async () => {
      await runJob('podcast:indexEpisodes');
      await runJobsAgain(site);
      const mine = sql`select 1 from notifications where user_id = ${CAST.player.userId} and kind = 'podcast.published'`;
      return (await site.parts.db.query(mine)).length;
    };
    await notifiedCount();
    expect((await (await open('planned')).send('editor.plan.publish', at)).response.status).toBe(200);
    expect(await read('/editor/episodes', 'staff')).toMatch(/Planned steam.*?Comes out/);
    const before = await notifiedCount();
    expect([await statusesOf('planned'), await entryOf('planned')]).toEqual([[404, 404, 404], undefined]);
    site.clock.now = new Date(site.parts.now().getTime() + 61 * 60_000);
    await runJobsAgain(site);
    expect(await statusesOf('planned')).toEqual([200, 200, 200]);
    expect((await entryOf('planned'))?.pubDate).toBe(new Date(site.parts.now().getTime()).toUTCString());
    expect(await notifiedCount()).toBe(before + 1);
    await (await open('planned')).send('editor.unpublish');
    await (await open('planned')).send('editor.publish');
    expect(await notifiedCount()).toBe(before + 1);
    site.clock.now = new Date();
  });

  test('a hidden one is deleted with all its files’ addresses, and one press takes that back', async () => {
    const page = await (await open('planned')).send('editor.unpublish');
    const gone = await page.send('editor.delete');
    expect([await statusesOf('planned', 'staff'), gone.html.includes('in the trash')]).toEqual([[404, 404, 404], true]);
    expect((await gone.undo()).fields['slug']).toBe('planned');
    expect(await statusesOf('planned', 'staff')).toEqual([200, 200, 200]);
  });

  test('how loud it is stands in the editor, and what is said of a file is looked at again at night and mended', async () => {
    const slug = 'planned';
    // A sine of 1 kHz at -20 dB in one channel is -23 LUFS.
    const wave = Float32Array.from(
      { length: 5 * 44_100 },
      (_, at) => 0.1 * Math.sin((2 * Math.PI * 1000 * at) / 44_100),
    );
    await sendSound(slug, await encoded(wave));
    // It is not so short that it lies in the database.
    expect(Number((await itemsIn(`/api/storage/crates/podcast-files/items`))[0]?.bytes)).toBeGreaterThan(65_536);
    expect(await read(path(slug), 'staff')).toContain('We haven&#x27;t listened to it yet.');
    await runJobsAgain(site);
    const page = await read(path(slug), 'staff');
    expect([page.match(/-2[23]\.\d LUFS/)?.length, page.includes('Quieter by')]).toEqual([1, true]);
    expect(page).toContain('-19 LUFS that podcast apps expect for 1 channel');
    const audio = String((await itemsOf(slug))[0]?.map['audio']);
    const files = '/api/storage/crates/podcast-files';
    const fileOf = async () => (await itemsIn(`${files}/items?itemIds=${audio}`))[0];
    const before = (await fileOf())?.map;
    const wrong = { map: { seconds: 9999, lufs: 3, channels: 2, flaw: 'damaged' } };
    await site.ask('staff', `${files}/items/${audio}/metadata`, {
      ...{ method: 'PATCH', body: wrong, headers: { 'content-type': 'application/merge-patch+json' } },
    });
    expect(await read(path(slug), 'staff')).toContain('missing or damaged');
    await runJob('podcast:lookAtSounds');
    const mended = await fileOf();
    expect(mended?.map).toEqual(before);
    await runJob('podcast:lookAtSound', { itemId: audio });
    expect((await fileOf())?.etag).toBe(mended?.etag);
  });

  test('sound that is no longer what was uploaded is shown to staff until it is', async () => {
    const inStore = String((await itemsOf('planned'))[0]?.map['audio']);
    const beside = String((await itemsOf('the-lid-that-sang'))[0]?.map['audio']);
    const { db } = site.parts;
    const [stored] = await db.query<{ digest: Buffer }>(sql`
      select digest from items where crate_id = 'podcast-files' and item_id = ${inStore}`);
    const looksAt = async (slug: string, id: string, column: Sql, value: Uint8Array | undefined) => {
      await db.query(sql`update items set ${column} = ${value === undefined ? null : Buffer.from(value)}
        where crate_id = 'podcast-files' and item_id = ${id}`);
      await runJob('podcast:lookAtSound', { itemId: id });
      const page = await read(path(slug), 'staff');
      return /missing or damaged|nothing in the file could be played|LUFS, peaks at/.exec(page)?.[0];
    };
    const [digest, body] = [sql`digest`, sql`body`];
    expect(await looksAt('planned', inStore, digest, new Uint8Array(32))).toBe('missing or damaged');
    expect(await looksAt('planned', inStore, digest, stored?.digest)).toBe('LUFS, peaks at');
    const lid = 'the-lid-that-sang';
    expect(await looksAt(lid, beside, body, short.subarray(9))).toBe('missing or damaged');
    expect(await looksAt(lid, beside, body, new Uint8Array(short.length))).toBe('nothing in the file could be played');
    expect(await looksAt(lid, beside, body, short)).toBe('LUFS, peaks at');
  });

  test('a file goes once no episode refers to it, not even one in the trash or in a version', async () => {
    const lost = await storeSound(await sound('lost'));
    await write({ slug: 'short-lived', title: 'Short-lived' });
    await sendSound('short-lived', await sound('first'));
    const audioOf = async () => String((await itemsOf('short-lived'))[0]?.map['audio']);
    const former = await audioOf();
    await sendSound('short-lived', await sound('second'));
    const present = await audioOf();
    // By nobody whose session could be over by then.
    const isThere = async (id: string) =>
      (await site.parts.db.query(sql`select 1 from items where crate_id = 'podcast-files' and item_id = ${id}`))
        .length === 1;
    const sweep = async () => {
      await runJob('podcast:sweepFiles');
      return Promise.all([lost.itemId, former, present].map(isThere));
    };
    expect(await sweep()).toEqual([true, true, true]);
    const began = Date.now();
    site.clock.now = new Date(began + 25 * 3_600_000);
    expect(await sweep()).toEqual([false, true, true]);
    await (await open('short-lived')).send('editor.delete');
    expect(await sweep()).toEqual([false, true, true]);
    site.clock.now = new Date(began + 200 * 86_400_000);
    for (const name of ['storage:purgeTrash', 'storage:pruneVersions']) await runJob(name);
    expect(await sweep()).toEqual([false, false, false]);
    site.clock.now = new Date();
    expect(await statusesOf('the-lid-that-sang')).toEqual([200, 200, 200]);
  });

  test('nobody else does', async () => {
    const intents = [
      'save',
      'publish',
      'delete',
      'restore',
      'plan.publish',
      'audio',
      'transcript',
      'dropTranscript',
      'cover',
    ];
    for (const intent of intents.map((name) => `editor.${name}`)) {
      expect((await sendForm(site, 'player', path('planned'), { ...values, intent, etag: '"1"' })).status, intent).toBe(
        404,
      );
    }
    // What is too long for everybody is not even read.
    expect((await write({ text: 'x'.repeat(5 * 2 ** 20) }, 'planned', 'player')).status).toBe(404);
    expect((await write({ slug: 'by-a-player' }, 'new', 'player')).status).toBe(404);
    expect((await site.ask('player', '/editor/episodes')).status).toBe(404);
  });
});
