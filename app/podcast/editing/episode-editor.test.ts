import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';

import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { breachesOf, readXml } from '#test/podcast/feed-rules.ts';
import { TWO_SECONDS, soundOf, useShow } from '#test/podcast/show.ts';
import { openEditor } from '#test/posts/editor-page.ts';

const show = useShow();
const { site, ask, read, feed, itemsIn, itemsOf, storeSound, runJob } = show;
const ORIGIN = 'http://localhost:8080';

const values = {
  title: 'The lid that sang',
  blurb: 'A lid, and why it sings.',
  slug: '',
  text: 'Much **steam**.',
  season: '3',
  number: '7',
  kind: 'bonus',
  visibility: 'hidden',
  topics: 'lids, steam',
  imageAlt: 'A lid',
  people: 'Old Kettle | host | /about',
  chapters: '0:00 Lid\n0:01 Steam',
  soundbites: '0:00 1 Lid',
};
const path = (slug: string) => `/editor/episodes/${slug}`;
const write = (fields: Partial<typeof values> & { etag?: string }, to = 'new', who: CastName = 'staff') =>
  site.submit(who, path(to), { intent: 'editor.save', ...values, ...fields });
const open = (slug: string, who: CastName = 'staff') => openEditor(site, who, path(slug));
const send = async (slug: string, fields: Record<string, string | Blob>, who: CastName = 'staff') => {
  const { etag = '' } = (await open(slug)).fields;
  return site.submitFiles(who, path(slug), { etag, ...fields });
};
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const sendSound = (slug: string, bytes: Uint8Array<ArrayBuffer>, who?: CastName) =>
  send(slug, { intent: 'editor.audio', audio: new File([bytes], 'lid.mp3') }, who);
const statusesOf = (slug: string, who?: CastName) =>
  Promise.all(
    ['', '/audio.mp3', '/chapters.json'].map(async (file) => (await site.ask(who, `/podcast/${slug}${file}`)).status),
  );
const entryOf = async (slug: string) => (await feed()).items?.find(({ link }) => link === `${ORIGIN}/podcast/${slug}`);

test('an episode begins hidden, does not come out without sound, and is whole then in page and feed', async () => {
  const made = await write({});
  expect([made.status, made.headers.get('location')?.split('?')[0]]).toEqual([303, path('the-lid-that-sang')]);
  const slug = 'the-lid-that-sang';
  expect(await statusesOf(slug)).toEqual([404, 404, 404]);
  // The page of a new one has that name.
  const { pathname } = new URL((await write({ title: 'New' })).headers.get('location') ?? '', ORIGIN);
  expect(pathname).toMatch(/^\/editor\/episodes\/[0-9a-f-]{36}$/);
  const mute = await (await open(slug)).send('editor.publish');
  expect([mute.response.status, mute.html]).toEqual([409, expect.stringContaining('has no sound yet')]);
  expect((await (await open(slug)).send('editor.save', { visibility: 'public' })).response.status).toBe(409);
  expect((await sendSound(slug, show.short)).status).toBe(200);
  const out = await (await open(slug)).send('editor.publish', { title: 'The lid that sings' });
  expect(out.html).toContain('Play');
  expect(await statusesOf(slug)).toEqual([200, 200, 200]);
  const [item] = await itemsOf(slug);
  expect(await entryOf(slug)).toMatchObject({
    title: 'The lid that sings',
    guid: { value: item?.itemId },
    categories: [{ name: 'lids' }, { name: 'steam' }],
    enclosures: [{ url: `${ORIGIN}/podcast/${slug}/audio.mp3`, length: show.short.byteLength, type: 'audio/mpeg' }],
    itunes: { season: 3, episode: 7, episodeType: 'bonus', duration: 2 },
    podcast: { soundbites: [{ startTime: 0, duration: 1, display: 'Lid' }] },
  });
  expect(breachesOf(readXml(await read('/podcast/rss.xml')))).toEqual([]);
  expect(await read(`/podcast/${slug}`)).toContain('<strong>steam</strong>');
});

test('the editor says what an episode lacks before it comes out', async () => {
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
  await sendSound('checked', show.short);
  expect(await places()).toEqual([...always, 'Chapters', 'Best moments']);
});

test('other sound keeps the id and address of its episode, is described by its file, and is taken back by one press', async () => {
  const slug = 'the-lid-that-sang';
  const before = await entryOf(slug);
  const other = await soundOf('other lid');
  const sent = await sendSound(slug, other);
  const after = await entryOf(slug);
  expect([after?.guid, after?.enclosures?.[0]?.url]).toEqual([before?.guid, before?.enclosures?.[0]?.url]);
  expect(Buffer.from(await (await ask(`/podcast/${slug}/audio.mp3`)).arrayBuffer()).equals(other)).toBe(true);
  const page = await sent.text();
  expect(page).toContain('That’s its sound now.');
  const [, rev = ''] = /name="rev" value="(\d+)"/.exec(page) ?? [];
  await (await open(slug)).send('editor.restore', { rev });
  expect(Buffer.from(await (await ask(`/podcast/${slug}/audio.mp3`)).arrayBuffer()).equals(show.short)).toBe(true);
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
  expect((await send(slug, { etag, intent: 'editor.audio', audio: new File([show.short], 'a.mp3') })).status).toBe(200);
  const mine = {
    ...values,
    etag,
    title: 'The lid that sings',
    slug,
    visibility: 'public',
    chapters: '0:00 Lid\n0:01 Snow',
  };
  const late = await site.submit('staff', path(slug), { ...mine, intent: 'editor.save' });
  expect([late.status, await late.text()]).toEqual([412, expect.stringContaining('0:01 Snow')]);
  const theirs = (await open(slug)).fields['etag'] ?? '';
  const choice = { 'choice-chapters': 'own', 'own-chapters': '0:00 Lid\r\n0:01 Rain and snow' };
  const merged = await site.submit('staff', path(slug), { ...mine, ...choice, intent: 'editor.merge', theirs });
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
  for (const encoded of [utf16(TWO_SECONDS), utf16(TWO_SECONDS).swap16()]) {
    const transcript = new File([encoded], 'a.vtt');
    const refused = await send(slug, { intent: 'editor.transcript', locale: 'de-DE', transcript });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('saved as UTF-16')]);
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

test('a wrong value is refused at its field, and what was typed stays', async () => {
  for (const wrong of [
    { title: ' ' },
    { blurb: '' },
    { slug: 'Not This' },
    { slug: 'questions' },
    { slug: 'the-lid-that-sang' },
    { season: '0' },
    { number: 'seven' },
    { kind: 'half' },
    { topics: 'x'.repeat(60) },
    { people: 'A | host | javascript:1' },
    { chapters: 'Lid' },
    { soundbites: '0:10 Lid' },
    { chapters: '0:01 a\n'.repeat(400) },
  ]) {
    const refused = await write({ ...wrong, text: 'Typed and kept.' });
    const [field = ''] = Object.keys(wrong);
    const html = await refused.text();
    expect([Math.floor(refused.status / 100), html.includes('Typed and kept.')], JSON.stringify(wrong)).toEqual([
      4,
      true,
    ]);
    const blamed = [...html.matchAll(/<(?:input|textarea|select) [^>]*aria-invalid="true"[^>]*>/g)].map(([tag]) => tag);
    expect(
      blamed.map((tag) => / name="([^"]*)"/.exec(tag)?.[1]),
      field,
    ).toEqual([field]);
  }
});

test('an episode comes out at the time that was planned, and who follows the show is told once', async () => {
  await write({ slug: 'planned', title: 'Planned steam' });
  const at = { local: wallTimeAt(new Date(site.parts.now().getTime() + 60 * 60_000), 'UTC'), zone: 'UTC' };
  expect((await (await open('planned')).send('editor.plan.publish', at)).response.status).toBe(409);
  await sendSound('planned', show.short);
  await site.submit('player', '/podcast', { intent: 'following.follow', subject: 'podcast.show:own' });
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
  site.advanceClock(61 * 60_000);
  await runJobsAgain(site);
  expect(await statusesOf('planned')).toEqual([200, 200, 200]);
  expect((await entryOf('planned'))?.pubDate).toBe(new Date(site.parts.now().getTime()).toUTCString());
  expect(await notifiedCount()).toBe(before + 1);
  await (await open('planned')).send('editor.unpublish');
  await (await open('planned')).send('editor.publish');
  expect(await notifiedCount()).toBe(before + 1);
  site.clock.now = new Date();
});

test('a hidden episode is deleted with all its files’ addresses, and one press takes that back', async () => {
  const page = await (await open('planned')).send('editor.unpublish');
  const gone = await page.send('editor.delete');
  expect([await statusesOf('planned', 'staff'), gone.html.includes('in the trash')]).toEqual([[404, 404, 404], true]);
  expect((await gone.undo()).fields['slug']).toBe('planned');
  expect(await statusesOf('planned', 'staff')).toEqual([200, 200, 200]);
});

test('the editor says how loud an episode is, and what is said of a file is looked at again at night and mended', async () => {
  const slug = 'planned';
  // A sine of 1 kHz at -20 dB in one channel is -23 LUFS.
  const wave = Float32Array.from({ length: 5 * 44_100 }, (_, at) => 0.1 * Math.sin((2 * Math.PI * 1000 * at) / 44_100));
  await sendSound(slug, await encoded(wave));
  // It is not so short that it lies in the database.
  expect(Number((await itemsIn(`/api/storage/crates/podcast-files/items`))[0]?.bytes)).toBeGreaterThan(65_536);
  expect(await read(path(slug), 'staff')).toContain('We haven’t listened to it yet.');
  await runJobsAgain(site);
  const page = await read(path(slug), 'staff');
  expect([page.match(/-2[23]\.\d LUFS/)?.length, page.includes('LU quieter than')]).toEqual([1, true]);
  expect(page).toContain('-19 LUFS that podcast apps expect for 1 channel');
  const audio = String((await itemsOf(slug))[0]?.map['audio']);
  const files = '/api/storage/crates/podcast-files';
  const fileOf = async () => (await itemsIn(`${files}/items?itemIds=${audio}`))[0];
  const before = (await fileOf())?.map;
  const wrong = { map: { seconds: 9999, lufs: 3, channels: 2, flaw: 'damaged' } };
  await site.ask('staff', `${files}/items/${audio}/metadata`, {
    method: 'PATCH',
    body: wrong,
    headers: { 'content-type': 'application/merge-patch+json' },
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
  expect(await looksAt(lid, beside, body, show.short.subarray(9))).toBe('missing or damaged');
  expect(await looksAt(lid, beside, body, new Uint8Array(show.short.length))).toBe(
    'nothing in the file could be played',
  );
  expect(await looksAt(lid, beside, body, show.short)).toBe('LUFS, peaks at');
});

test('a file goes once no episode refers to it, not even one in the trash or in a version', async () => {
  const lost = await storeSound(await soundOf('lost'));
  await write({ slug: 'short-lived', title: 'Short-lived' });
  await sendSound('short-lived', await soundOf('first'));
  const audioOf = async () => String((await itemsOf('short-lived'))[0]?.map['audio']);
  const former = await audioOf();
  await sendSound('short-lived', await soundOf('second'));
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

test('nobody but staff writes episodes or opens the editor', async () => {
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
    expect((await site.submit('player', path('planned'), { ...values, intent, etag: '"1"' })).status, intent).toBe(404);
  }
  // What is too long for everybody is not even read.
  expect((await write({ text: 'x'.repeat(5 * 2 ** 20) }, 'planned', 'player')).status).toBe(404);
  expect((await write({ slug: 'by-a-player' }, 'new', 'player')).status).toBe(404);
  expect((await site.ask('player', '/editor/episodes')).status).toBe(404);
});

/** One channel of 44,100 samples in a second. */
async function encoded(samples: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate: 44_100, bitrate: 128 });
  const first = new Uint8Array(encoder.encode([samples]));
  return new Uint8Array(Buffer.concat([first, encoder.finalize()]));
}
