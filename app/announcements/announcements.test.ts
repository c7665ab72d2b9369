import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { TestSite } from '#test/site.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { getAnnouncement } from './announcement-list.server.ts';
import { EMPTY_CONTENT } from './announcement.ts';
import type { AnnouncementContent } from './announcement.ts';
import {
  createAnnouncement,
  publishAnnouncement,
  publishAnnouncements,
  saveAnnouncement,
  stopAnnouncement,
  stopAnnouncements,
} from './announcements.server.ts';
import { placeInRollout } from './audience.server.ts';
import type { SentAnnouncement } from './game-client.ts';
import { sweepReaders } from './sending.server.ts';

const site = useTestSite();
const PATH = '/api/announcements';
const current = () => systemCurrent(site.parts);

beforeEach(() => site.parts.db.query(sql`delete from announcements`).then(() => undefined));

async function publish(title: string, content: Partial<AnnouncementContent> = {}): Promise<string> {
  const texts = { 'en-US': { title, body: 'Read this.' } };
  const announcementId = await createAnnouncement(current(), { ...EMPTY_CONTENT, texts, ...content });
  await publishAnnouncement(current(), announcementId);
  return announcementId;
}

const askFor = (query: Record<string, string> = {}, headers: Record<string, string> = {}, from: TestSite = site) =>
  from.ask(undefined, `${PATH}?${new URLSearchParams({ game: 'levelhead', ...query }).toString()}`, { headers });
const sentTo = async (query: Record<string, string> = {}, from: TestSite = site) =>
  dataOf<SentAnnouncement[]>(await askFor(query, {}, from));
const titlesFor = async (query: Record<string, string> = {}, from: TestSite = site) =>
  (await sentTo(query, from)).map(({ title }) => title);
const acknowledge = (announcementId: string, installation: string, from: TestSite = site) =>
  from.ask(undefined, `${PATH}/${announcementId}/acknowledgements`, { method: 'POST', body: { installation } });

describe('games', () => {
  test('are told with an ETag, by which they are told that nothing has changed', async () => {
    await publish('Hello');
    const first = await askFor();
    expect(await dataOf(first)).toMatchObject([
      { title: 'Hello', body: 'Read this.', locale: 'en-US', link: null, startsAt: null, endsAt: null, isOnce: true },
    ]);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=604800');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await askFor({}, headers)).status).toBe(304);
    await publish('More');
    expect((await askFor({}, headers)).status).toBe(200);
  });

  test('are answered alike whoever asks, and however wrong their keys and cookies are', async () => {
    await publish('Hello');
    const wrong: Record<string, string>[] = [
      {},
      { 'rumpus-app-key': 'over' },
      { 'rumpus-delegation-key': 'over' },
      { cookie: 'session=over; masquerade=admin' },
    ];
    for (const headers of wrong) expect([(await askFor({}, headers)).status, headers]).toEqual([200, headers]);
    const query = '?game=levelhead';
    const answers = await Promise.all(
      (['player', 'staff', undefined] as const).map(async (who) => (await site.ask(who, PATH + query)).text()),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('that nobody knows, or that tell nonsense, get what is for all', async () => {
    await publish('For all');
    await publish('For one', { games: ['crashlands'] });
    const odd = { platform: '\u{1F986}', version: '???', locale: '../..', zone: 'Mars/Olympus', installation: '%00' };
    expect(await titlesFor({ game: 'a-game-to-come', ...odd })).toEqual(['For all']);
    expect((await askFor({ version: '9'.repeat(129) })).status).toBe(400);
    expect((await site.ask(undefined, PATH)).status).toBe(400);
  });

  test.each([
    ['version', '9'.repeat(128)],
    ['version', '1.'.repeat(64)],
    ['version', '-'.repeat(128)],
    ['version', '17.9'.padEnd(128, '.9')],
    ['version', `17.9-${'a.'.repeat(60)}`],
    ['version', '1e9'],
    ['version', '٣.٤'],
    ['version', '__proto__'],
    ['game', '__proto__'],
    ['game', 'LEVELHEAD'],
    ['game', "levelhead' or true --"],
    ['game', '🦆'.repeat(32)],
    ['platform', 'constructor'],
    ['platform', 'Windows,mac'],
    ['locale', '__proto__'],
    ['locale', '*'],
    ['locale', 'zh-Hant-TW-x-private'],
    ['locale', `de-${'a-'.repeat(60)}`],
    ['zone', 'constructor'],
    ['zone', 'UTC\n'],
    ['zone', '+99:00'],
    ['zone', '+14:45'],
    ['zone', '../../etc/localtime'],
    ['zone', 'Europe/Berlin'.toUpperCase()],
    ['installation', ' '],
    ['installation', "\u202E'; drop table announcements --"],
  ])('that tell as %s “%s” get what is for all', async (name, value) => {
    await publish('For all', { starts: '2020-01-01T00:00' });
    await publish('For one', { games: ['how-many-dudes'], share: 0 });
    expect(await titlesFor({ [name]: value })).toEqual(['For all']);
    await Promise.all(
      ['\0', 'x'.repeat(129)].map(async (wrong) => expect((await askFor({ [name]: wrong })).status).toBe(400)),
    );
  });

  test('get what is for their game and platform', async () => {
    await publish('For Crashlands', { games: ['crashlands', 'crashlands-2'] });
    await publish('For Switch', { platforms: ['switch', 'xbox'] });
    expect(await titlesFor()).toEqual([]);
    expect(await titlesFor({ game: 'crashlands-2' })).toEqual(['For Crashlands']);
    expect(await titlesFor({ platform: 'switch' })).toEqual(['For Switch']);
  });

  test('get at most twenty, by priority, then the one that began last, then the newest', async () => {
    site.clock.now = new Date('2030-11-20T12:00:00Z');
    const title = { 'en-US': { title: 'Filler', body: 'x' } };
    for (let at = 0; at < 20; at += 1) await publish('Filler', { texts: title });
    await publish('Old', { priority: 5, starts: '2030-11-01T00:00' });
    await publish('New', { priority: 5, starts: '2030-11-10T00:00' });
    await publish('Loud', { priority: 9 });
    const titles = await titlesFor();
    expect(titles.slice(0, 4)).toEqual(['Loud', 'New', 'Old', 'Filler']);
    expect(titles).toHaveLength(20);
  });
});

describe('an announcement for some versions', () => {
  test.each([
    ['>=17.9 <17.36.4', '17.9', true],
    ['>=17.9 <17.36.4', '17.36.3', true],
    ['>=17.9 <17.36.4', '17.36.4', false],
    ['>=17.9 <17.36.4', '17.8.99', false],
    ['<17.36.4', '17.9', true],
    ['>17.9', '17.36.4', true],
    ['>=17.36.4', '17.9.0', false],
    ['17.9', '17.9.12', true],
    ['17.9.x || >=18', '17.10.0', false],
    ['>=17.36.4', '17.36.4-beta.2', false],
    ['<17.36.4', '17.36.4-beta.2', true],
    ['>=17.36.4-beta.2', '17.36.4-beta.11', true],
    // What is not strictly semver.
    ['>=1.2.3', 'v1.2.3', true],
    ['>=1.2.3', '1.2.3.4', true],
    ['>=1.2.4', '1.2.3.9', false],
    ['>=2026.4', '2026.04.01', true],
    ['>=2026.4', '2026.03.31', false],
    ['>=17.36', 'Levelhead 17.36 (build 4)', true],
    ['>=3', '3', true],
    ['>=0', '', false],
    ['>=0', 'newest', false],
  ])('%s is sent to %s: %s', async (versions, version, isSent) => {
    await publish('Update', { versions });
    expect(await titlesFor(version === '' ? {} : { version })).toEqual(isSent ? ['Update'] : []);
  });
});

describe('an announcement with a start and an end', () => {
  const at = async (time: string, query: Record<string, string> = {}) => {
    site.clock.now = new Date(time);
    return (await titlesFor(query)).length > 0;
  };

  test('in one zone begins and ends for everybody at the same moment, before and after its clocks change', async () => {
    // From 01:59:59 it is 03:00 in Berlin.
    await publish('One', { starts: '2030-03-30T09:00', ends: '2030-03-31T09:00', zone: 'Europe/Berlin' });
    const players: Record<string, string>[] = [{}, { zone: 'Asia/Tokyo' }, { zone: 'America/Chicago' }];
    for (const query of players) {
      expect(await at('2030-03-30T07:59:59.999Z', query)).toBe(false);
      expect(await at('2030-03-30T08:00:00Z', query)).toBe(true);
      expect(await at('2030-03-31T06:59:59.999Z', query)).toBe(true);
      expect(await at('2030-03-31T07:00:00Z', query)).toBe(false);
    }
  });

  test('at the same local time begins in each zone when the clock there shows it', async () => {
    await publish('Each', { starts: '2030-12-24T18:00', ends: '2030-12-25T00:00' });
    const cases = [
      ['Pacific/Kiritimati', '2030-12-24T04:00:00Z', '2030-12-24T10:00:00Z'],
      ['Europe/Berlin', '2030-12-24T17:00:00Z', '2030-12-24T23:00:00Z'],
      ['+05:45', '2030-12-24T12:15:00Z', '2030-12-24T18:15:00Z'],
      ['Pacific/Pago_Pago', '2030-12-25T05:00:00Z', '2030-12-25T11:00:00Z'],
    ];
    for (const [zone = '', starts = '', ends = ''] of cases) {
      expect(await at(new Date(Date.parse(starts) - 1).toISOString(), { zone })).toBe(false);
      expect(await at(starts, { zone })).toBe(true);
      expect(await at(new Date(Date.parse(ends) - 1).toISOString(), { zone })).toBe(true);
      expect(await at(ends, { zone })).toBe(false);
    }
    expect(await at('2030-12-24T17:30:00Z')).toBe(false);
    expect(await at('2030-12-24T18:00:00Z')).toBe(true);
  });

  test('at a time that clocks go over begins when they do, and one that comes twice at the first, once', async () => {
    await publish('Gap', { starts: '2030-03-31T02:30' });
    const berlin = { zone: 'Europe/Berlin' };
    expect(await at('2030-03-31T00:59:59.999Z', berlin)).toBe(false);
    expect(await at('2030-03-31T01:00:00Z', berlin)).toBe(true);
    await site.parts.db.query(sql`delete from announcements`);
    await publish('Twice', { starts: '2030-10-27T02:30' });
    expect(await at('2030-10-27T00:29:59.999Z', berlin)).toBe(false);
    expect(await at('2030-10-27T00:30:00Z', berlin)).toBe(true);
    // The clock shows 02:10 again.
    expect(await at('2030-10-27T01:10:00Z', berlin)).toBe(true);
  });

  test('hands over to the next one without a gap and without both, at each minute of the nights in which clocks change', async () => {
    for (const day of ['2030-03-31', '2030-10-27']) {
      for (const wall of ['01:59', '02:00', '02:30', '03:00']) {
        await site.parts.db.query(sql`delete from announcements`);
        await publish('Before', { ends: `${day}T${wall}` });
        await publish('After', { starts: `${day}T${wall}` });
        for (let minute = -60; minute < 240; minute += 10) {
          site.clock.now = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
          expect(await titlesFor({ zone: 'Europe/Berlin' }), `${wall} ${site.clock.now.toISOString()}`).toHaveLength(1);
        }
      }
    }
  });

  test('tells a game when it ends for its player, so that it knows without a network', async () => {
    site.clock.now = new Date('2030-11-20T12:00:00Z');
    await publish('Ends', { ends: '2030-12-24T18:00' });
    const [shown] = await sentTo({ zone: 'America/New_York' });
    expect(shown?.endsAt).toBe('2030-12-24T23:00:00.000Z');
  });
});

describe('the text of an announcement', () => {
  const texts = {
    'en-US': { title: 'Hello', body: '1' },
    'de-DE': { title: 'Hallo', body: '2' },
    'es-ES': { title: 'Hola', body: '3' },
  };

  test.each([
    ['de-DE', 'Hallo', 'de-DE'],
    ['de-AT', 'Hallo', 'de-DE'],
    ['de', 'Hallo', 'de-DE'],
    ['es-XL', 'Hola', 'es-ES'],
    ['es-MX', 'Hola', 'es-ES'],
    ['fr-FR', 'Hello', 'en-US'],
    ['nothing', 'Hello', 'en-US'],
    ['', 'Hello', 'en-US'],
  ])('for %s is “%s” of %s', async (locale, title, of) => {
    await publish('', { texts });
    expect(await sentTo(locale === '' ? {} : { locale })).toMatchObject([{ title, locale: of }]);
  });

  test('is in the language of the header Locale where the game names none, and answers say that they differ by it', async () => {
    await publish('', { texts });
    const answer = await askFor({}, { locale: 'de-DE' });
    expect(await dataOf(answer)).toMatchObject([{ title: 'Hallo' }]);
    expect(answer.headers.get('vary')).toContain('locale');
  });

  test('keeps the announcement from players of other languages where it is for its own alone', async () => {
    await publish('', { texts, needsOwnText: true });
    const counts = await Promise.all(
      ['de-DE', 'es-XL', 'en-US', 'ja-JP'].map(async (locale) => (await sentTo({ locale })).length),
    );
    expect(counts).toEqual([1, 1, 1, 0]);
  });
});

describe('a share of installations', () => {
  const INSTALLATIONS = Array.from({ length: 2000 }, (_, at) => `installation-${at}`);

  test('is about as large as it says, only grows when it is raised, and is another one for each announcement', () => {
    const sharesOf = (id: string, share: number) => INSTALLATIONS.filter((one) => placeInRollout(id, one) < share);
    const [ten, forty] = [sharesOf('a', 10), new Set(sharesOf('a', 40))];
    expect(ten.every((one) => forty.has(one))).toBe(true);
    expect(ten.length / INSTALLATIONS.length).toBeCloseTo(0.1, 1);
    expect(forty.size / INSTALLATIONS.length).toBeCloseTo(0.4, 1);
    expect(sharesOf('b', 10)).not.toEqual(ten);
    expect(INSTALLATIONS.every((one) => placeInRollout('a', one) < 100)).toBe(true);
  });

  test('is asked by the id of the installation; without one a game gets only what is for all', async () => {
    const id = await publish('Some', { share: 40 });
    const [inside = '', outside = ''] = [true, false].map((isIn) =>
      INSTALLATIONS.find((one) => placeInRollout(id, one) < 40 === isIn),
    );
    const sent = async () => [
      await titlesFor({ installation: inside }),
      await titlesFor({ installation: outside }),
      await titlesFor(),
    ];
    expect(await sent()).toEqual([['Some'], [], []]);
    const { rev, content } = await getAnnouncement(current(), id);
    await saveAnnouncement(current(), { announcementId: id, rev }, { ...content, share: 100 });
    expect(await sent()).toEqual([['Some'], ['Some'], ['Some']]);
    await saveAnnouncement(current(), { announcementId: id, rev: rev + 1 }, { ...content, share: 0 });
    expect(await sent()).toEqual([[], [], []]);
  });
});

describe('an acknowledgement', () => {
  test('ends an announcement for its installation alone, counts once, and is kept without the installation', async () => {
    const id = await publish('Once');
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => acknowledge(id, 'mine').then(({ status }) => status)),
    );
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect([
      await titlesFor({ installation: 'mine' }),
      await titlesFor({ installation: 'other' }),
      await titlesFor(),
    ]).toEqual([[], ['Once'], ['Once']]);
    expect(await getAnnouncement(current(), id)).toMatchObject({ acknowledged: 1 });
    const rows = await site.parts.db.query<{ reader: Buffer }>(sql`select reader from announcement_readers`);
    expect(rows.map(({ reader }) => [reader.length, reader.includes('mine')])).toEqual([[16, false]]);
  });

  test('is no matter of one that is shown at every start', async () => {
    const id = await publish('Always', { isOnce: false });
    await acknowledge(id, 'mine');
    expect(await titlesFor({ installation: 'mine' })).toEqual(['Always']);
  });

  test('of one that is not live, or of none, is 404, and of nobody 400', async () => {
    const id = await publish('Gone');
    await stopAnnouncement(current(), id);
    for (const one of [id, 'none', '0190a0b0-0000-7000-8000-000000000000'])
      expect((await acknowledge(one, 'mine')).status).toBe(404);
    expect((await acknowledge(id, '')).status).toBe(400);
  });

  test('is refused when a million have been counted', async () => {
    const id = await publish('Full');
    await site.parts.db.query(sql`
      insert into announcement_days (announcement_id, day, acknowledged) values (${id}, '2020-01-01', 1000000)`);
    expect((await acknowledge(id, 'mine')).status).toBe(409);
    expect(await site.parts.db.query(sql`select from announcement_readers`)).toEqual([]);
  });

  test('is forgotten 90 days after its announcement was stopped, and its count is kept', async () => {
    const id = await publish('Over');
    await acknowledge(id, 'mine');
    expect(await sweepReaders(current())).toBe(0);
    await stopAnnouncement(current(), id);
    const now = site.parts.now();
    site.clock.now = new Date(now.getTime() + 89 * 86_400_000);
    expect(await sweepReaders(current())).toBe(0);
    site.clock.now = new Date(now.getTime() + 91 * 86_400_000);
    expect(await sweepReaders(current())).toBe(1);
    expect(await getAnnouncement(current(), id)).toMatchObject({ acknowledged: 1 });
  });
});

describe('what is kept between requests', () => {
  const INSIDE = { game: 'levelhead', platform: 'windows', version: '17.9', locale: 'de', zone: 'Europe/Berlin' };
  const ASKED: [asked: Record<string, string>, titles: string[]][] = [
    [{}, ['Zone', 'Turm', 'Version', 'Platform', 'Game']],
    [{ game: 'crashlands' }, ['Zone', 'Turm', 'Version', 'Platform']],
    [{ platform: 'mac' }, ['Zone', 'Turm', 'Version', 'Game']],
    [{ version: '17.36.4' }, ['Zone', 'Turm', 'Platform', 'Game']],
    [{ version: '17.9.0-beta' }, ['Zone', 'Turm', 'Platform', 'Game']],
    [{ locale: 'fr' }, ['Zone', 'Tower', 'Version', 'Platform', 'Game']],
    [{ zone: 'America/Chicago' }, ['Turm', 'Version', 'Platform', 'Game']],
    [{ installation: 'inside' }, ['Share', 'Zone', 'Turm', 'Version', 'Platform', 'Game']],
    [{ installation: 'outside' }, ['Zone', 'Turm', 'Version', 'Platform', 'Game']],
  ];
  let share = '';
  let installations: Record<string, string> = {};

  beforeEach(async () => {
    site.clock.now = new Date('2030-06-01T12:00:00Z');
    await publish('Game', { games: ['levelhead'] });
    await publish('Platform', { platforms: ['windows'] });
    await publish('Version', { versions: '>=17.9.0 <17.36.4' });
    await publish('', {
      texts: { 'en-US': { title: 'Tower', body: '1' }, 'de-DE': { title: 'Turm', body: '2' } },
    });
    await publish('Zone', { starts: '2030-06-01T13:00' });
    share = await publish('Share', { share: 50 });
    const find = (isIn: boolean) =>
      Array.from({ length: 100 }, (_, at) => `${at}`).find((one) => placeInRollout(share, one) < 50 === isIn) ?? '';
    installations = { inside: find(true), outside: find(false) };
  });

  const toQuery = (asked: Record<string, string>) => {
    const { installation } = asked;
    return { ...INSIDE, ...asked, ...(installation && { installation: installations[installation] ?? '' }) };
  };

  test('is of that very question, in whatever order they come', async () => {
    for (const [asked, titles] of [...ASKED, ...ASKED.toReversed(), ...ASKED])
      expect([asked, (await titlesFor(toQuery(asked))).toSorted()]).toEqual([asked, titles.toSorted()]);
  });

  test('changes when its time comes, its ETag too, with nothing written and in every zone on its own', async () => {
    const zones = ['Europe/Berlin', 'America/Chicago', 'Asia/Tokyo'];
    const etagFor = async (zone: string) => (await askFor({ ...INSIDE, zone })).headers.get('etag') ?? '';
    await publish('Later', { starts: '2030-06-02T09:00', ends: '2030-06-02T10:00' });
    const before = new Map(await Promise.all(zones.map(async (zone) => [zone, await etagFor(zone)] as const)));
    const changedAt = async (time: string) => {
      site.clock.now = new Date(time);
      const statuses = await Promise.all(
        zones.map(async (zone) => {
          const headers = { 'if-none-match': before.get(zone) ?? '' };
          return (await askFor({ ...INSIDE, zone }, headers)).status === 200 ? [zone] : [];
        }),
      );
      return statuses.flat();
    };
    // What is for Chicago at 13:00 of the day before came meanwhile.
    expect(await changedAt('2030-06-01T23:59:59.999Z')).toEqual(['America/Chicago']);
    expect(await changedAt('2030-06-02T00:00:00.000Z')).toEqual(['America/Chicago', 'Asia/Tokyo']);
    expect(await changedAt('2030-06-02T01:00:00.000Z')).toEqual(['America/Chicago']);
    expect(await changedAt('2030-06-02T07:00:00.000Z')).toEqual(['Europe/Berlin', 'America/Chicago']);
  });

  test('is gone when another process stops, saves or deletes one of them', async () => {
    const beside = await site.openBeside();
    const there = systemCurrent(beside.parts);
    const query = toQuery({ installation: 'inside' });
    try {
      expect(await titlesFor(query)).toContain('Share');
      const { rev, content } = await getAnnouncement(there, share);
      await saveAnnouncement(there, { announcementId: share, rev }, { ...content, share: 0 });
      await expect.poll(() => titlesFor(query)).not.toContain('Share');
      await saveAnnouncement(there, { announcementId: share, rev: rev + 1 }, content);
      await expect.poll(() => titlesFor(query)).toContain('Share');
      await stopAnnouncements(there, [share]);
      await expect.poll(() => titlesFor(query)).not.toContain('Share');
      await publishAnnouncements(there, [share]);
      await expect.poll(() => titlesFor(query)).toContain('Share');
      await acknowledge(share, query.installation ?? '', beside);
      expect(await titlesFor(query)).not.toContain('Share');
    } finally {
      await beside.close();
    }
  });
});

test('two hundred are live at most, however many go live at once, and one that is live stays so', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 199; at += 1) ids.push(await publish(`Number ${at}`));
  const texts = { 'en-US': { title: 'One more', body: 'Read this.' } };
  const more = [
    await createAnnouncement(current(), { ...EMPTY_CONTENT, texts }),
    await createAnnouncement(current(), { ...EMPTY_CONTENT, texts }),
  ];
  const results = await Promise.allSettled(more.map((id) => publishAnnouncement(current(), id)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await publishAnnouncement(current(), ids[0] ?? '');
  const stopped = await stopAnnouncements(current(), ids);
  expect(stopped).toEqual(ids);
  expect(await titlesFor()).toEqual(['One more']);
  // Two who put the same back do not wait for each other.
  await Promise.all([publishAnnouncements(current(), ids), publishAnnouncements(current(), ids.toReversed())]);
  expect(await titlesFor()).toHaveLength(20);
});

test('what is stopped, changed or made live is so at once in every process', async () => {
  const beside = await site.openBeside();
  const seen = async () => Promise.all([titlesFor(), titlesFor({}, beside)]);
  try {
    const id = await publish('Now');
    await expect.poll(seen).toEqual([['Now'], ['Now']]);
    await stopAnnouncement(systemCurrent(beside.parts), id);
    expect(await titlesFor({}, beside)).toEqual([]);
    await expect.poll(seen).toEqual([[], []]);
    await publishAnnouncement(current(), id);
    expect(await titlesFor()).toEqual(['Now']);
    await expect.poll(seen).toEqual([['Now'], ['Now']]);
  } finally {
    await beside.close();
  }
});

test('what is sent is counted by announcement and day, fresh or not, without who asked', async () => {
  const id = await publish('Counted', { isOnce: false });
  const etag = (await askFor()).headers.get('etag') ?? '';
  await askFor({}, { 'if-none-match': etag });
  await askFor({ installation: 'mine' });
  await expect.poll(async () => (await getAnnouncement(current(), id)).sent, { timeout: 5000 }).toBe(3);
});
