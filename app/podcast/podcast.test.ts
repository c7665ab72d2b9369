import FeedParser from 'feedparser';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import type { Item } from '#app/storage/item.ts';
import { episodeSound } from '#content/sound/episode-sound.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { breachesOf, readXml } from '#test/podcast/feed-rules.ts';
import { EPISODES, TWO_SECONDS, soundOf, useShow } from '#test/podcast/show.ts';
import { useScriptedServer } from '#test/scripted-server.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { coverUrl } from './episodes.server.ts';
import { showGuid } from './files/answer-feed.server.ts';
import { readAudio, storeTranscript } from './files/episode-files.server.ts';
import { podcastJobs } from './jobs.server.ts';
import { listApps } from './page/app-links.tsx';

const FROG = 'the-frog-took-nine-days';
const TRAILER = 'kettle-talk-is-on';
const seeds = import.meta.glob<string>('../../database/seeds/podcast/*', { query: '?inline', import: 'default' });

const show = useShow([FROG, TRAILER]);
const { site, ask, read, feed, itemsOf, storeSound, runJob } = show;
const ORIGIN = 'http://localhost:8080';

async function createEpisode(name: string, tags: string[] = [], map: Record<string, unknown> = {}): Promise<Item> {
  const { itemId } = await storeSound(show.short);
  const [frog] = await itemsOf(FROG);
  const all = { ...frog?.map, title: `About ${name}`, audio: itemId, ...map };
  return createItem(site, EPISODES, 'staff', { name, tags, map: all }, `The **notes** of ${name}.`);
}

const patch = (itemId: string, body: object) =>
  site.ask('staff', `${EPISODES}/items/${itemId}/metadata`, {
    method: 'PATCH',
    body,
    headers: { 'content-type': 'application/merge-patch+json' },
  });

test('the id of a show is the UUID of its feed’s address without scheme and slash', async () => {
  expect(showGuid('https://podnews.net/rss')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
  expect(showGuid('https://mp3s.nashownotes.com/pc20rss.xml/')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
  const guid = async (ask: (path: string) => Promise<Response>) =>
    parseRssFeed(await (await ask('/podcast/rss.xml')).text()).podcast?.guid;
  const moved = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://elsewhere.example' });
  const own = showGuid('https://www.rumpus.example/podcast/rss.xml');
  expect([await guid(ask), await guid((path) => moved.sendRequest(path))]).toEqual([own, own]);
});

test('notes that list a release lose it in the feed and on the page as soon as it is hidden', async () => {
  const releases = await createCrate(site, 'changelogs');
  const map = { version: '9.9.9', title: 'The Loud Patch', date: '2026-11-01T00:00:00Z' };
  const release = { tags: ['app:levelhead'], map };
  const { itemId, etag } = await createItem(site, releases, 'staff', release, '{"notes":[]}');
  const { itemId: audio } = await storeSound(show.short);
  const [frog] = await itemsOf(FROG);
  const episode = { name: 'loud', map: { ...frog?.map, title: 'Loud', audio } };
  await createItem(site, EPISODES, 'staff', episode, '::patchnotes{game=levelhead}');
  const look = async () => {
    const answers = await Promise.all([ask('/podcast/rss.xml'), ask('/podcast/loud')]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return { shown: texts.map((text) => text.includes('version=9.9.9')), etag: answers[0]?.headers.get('etag') };
  };
  const before = await look();
  expect([before, await look()].map(({ shown }) => shown)).toEqual([
    [true, true],
    [true, true],
  ]);
  const hidden = { method: 'PUT', headers: { 'if-match': etag }, body: { tags: ['app:levelhead', 'hidden'] } };
  await site.ask('staff', `${releases}/items/${itemId}/metadata`, hidden);
  const after = await look();
  expect(after.shown).toEqual([false, false]);
  expect((await ask('/podcast/rss.xml', { 'if-none-match': before.etag ?? '' })).status).toBe(200);
  expect((await ask('/podcast/rss.xml', { 'if-none-match': after.etag ?? '' })).status).toBe(304);
});

describe('the feed', () => {
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
    const longer = await storeSound(await soundOf('longer', TWO_SECONDS.replace('01.500', '04.500')));
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
  const audio = (await storeSound(show.short)).itemId;
  const [english, german] = [await storeWords('en-US'), await storeWords('de-DE')];
  const all = {
    title: `Bells & <whistles> of "Bun's" 🐸`,
    blurb: 'Two bells.',
    image: 'podcast-frog',
    imageAlt: 'A "frog"',
    date: '2026-09-01T10:00:00Z',
    kind: 'bonus',
    season: 2,
    episode: 7,
    audio,
    people:
      'Old Kettle | host | /about\nA. Guest | guest | https://guest.example/?a=1&b=2\nProfessor Bun | transcriber',
    chapters: '0:01 Ding\n0:00 Dong',
    soundbites: '0:00 1.5 Dong & ding',
    'transcript:en-US': english,
    'transcript:de-DE': german,
  };
  const least = { title: 'Soon', blurb: 'It begins.', date: '2026-10-01T10:00:00Z', kind: 'trailer', season: 2, audio };
  const wholeTags = { name: 'whole', tags: ['topic:bytes', 'topic:bells'] };
  const whole = await createItem(site, EPISODES, 'staff', { ...wholeTags, map: all }, 'They **ring**: [here](/blog).');
  const host = { people: 'Old Kettle' };
  const early = { name: 'early', tags: ['topic:bytes'], map: { ...least, ...host } };
  return { whole, trailer: await createItem(site, EPISODES, 'staff', early, '') };
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
  const audio = `length="${show.short.length}" type="audio/mpeg"`;
  const showCover = ORIGIN + coverUrl({ cover: 'podcast-show' });
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
    <image><url>${showCover}</url><title>Kettle Talk: bytes</title><link>${ORIGIN}/podcast?topic=bytes</link></image>
    <itunes:author>Rumpus</itunes:author>
    <itunes:owner><itunes:name>Rumpus</itunes:name><itunes:email>hello@rumpus.example</itunes:email></itunes:owner>
    <itunes:image href="${showCover}"/>
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

test('the pages of show and episode link the apps that know the show or take any feed, and only those', async () => {
  for (const path of ['/podcast', `/podcast/${FROG}`]) {
    const html = await read(path);
    const links = html.matchAll(/<a href="([^"]*)"[^>]* class="button button-plain"[^>]*>([^<]*)<\/a>/g);
    expect(Object.fromEntries([...links].map(([, href, name]) => [name, href]))).toMatchObject({
      RSS: 'http://localhost:8080/podcast/rss.xml',
      'Apple Podcasts': 'podcast://localhost:8080/podcast/rss.xml',
      Overcast: 'overcast://x-callback-url/add?url=http%3A%2F%2Flocalhost%3A8080%2Fpodcast%2Frss.xml',
      'Pocket Casts': 'pktc://subscribe/localhost:8080/podcast/rss.xml',
    });
    expect(html).not.toContain('Spotify');
  }
  const spotify = 'https://open.spotify.com/show/1';
  expect(listApps('https://a.example/rss.xml', { spotify })).toContainEqual({ name: 'Spotify', href: spotify });
});

describe('the sound', () => {
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
    const since = whole.headers.get('last-modified') ?? '';
    const earlier = new Date(Date.parse(since) - 1000).toUTCString();
    const same = await ask(path, { 'if-modified-since': since });
    expect([same.status, same.headers.get('last-modified')]).toEqual([304, since]);
    expect((await ask(path, { 'if-modified-since': earlier })).status).toBe(200);
    expect((await ask(path, { 'if-modified-since': since, 'if-none-match': '"another"' })).status).toBe(200);
    const put = await ask(path, {}, 'PUT');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('is replaced at its address by a new recording, and a range never mixes the two', async () => {
    const { itemId } = await createEpisode('anew');
    const before = await ask('/podcast/anew/audio.mp3');
    const etag = before.headers.get('etag') ?? '';
    const other = await storeSound(await soundOf('other'));
    await patch(itemId, { map: { audio: other.itemId } });
    const after = await ask('/podcast/anew/audio.mp3', { range: 'bytes=10-', 'if-range': etag });
    expect([after.status, after.headers.get('content-length')]).toEqual([200, String(other.bytes)]);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test('is read from the file itself, and what is no sound is refused', async () => {
    const { map, mimetype } = await storeSound(show.short);
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

test('of what is not out, nobody but staff gets page, feed, sound, transcript or chapters', async () => {
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

test('an episode from a moment on keeps its canonical address, without the moment', async () => {
  const app = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  for (const query of ['', '?t=0:05', '?t=5&utm=x']) {
    const html = await (await app.sendRequest(`/podcast/${FROG}${query}`)).text();
    const canonical = `<link rel="canonical" href="https://www.rumpus.example/podcast/${FROG}"/>`;
    expect([query, html.includes(canonical), html.includes('content="noindex"')]).toEqual([query, true, false]);
  }
});

test('the page of the show lists its episodes by season, and an episode is found by the name that it had', async () => {
  const html = await read('/podcast');
  expect(html).toContain('Season <!-- -->1'.replace('<!-- -->', ''));
  expect(html).toContain(`href="/podcast/${FROG}"`);
  expect(await read('/podcast?topic=creatures')).not.toContain(`href="/podcast/${TRAILER}"`);
  expect((await ask('/podcast?after=none')).status).toBe(400);
  expect(await read('/')).toContain('href="/podcast"');
  const { itemId } = await createEpisode('old-name');
  await runJob('podcast:indexEpisodes');
  await patch(itemId, { name: 'new-name' });
  await runJob('podcast:indexEpisodes');
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
