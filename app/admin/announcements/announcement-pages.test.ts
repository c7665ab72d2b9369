import { beforeAll, describe, expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

const site = useTestSite();
const LIST = '/admin/game-announcements';
const WORDS = { 'title.en-US': 'The Tower is open', 'body.en-US': 'Come in.', share: '100', priority: '0' };
const send = (path: string, verb: string, fields: Record<string, string> = {}, who: CastName = 'staff') =>
  site.submit(who, path, { intent: `announcements.${verb}`, ...fields });
const wordsOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = (path: string, who: CastName = 'staff') => wordsOf(site.ask(who, path));
const titlesInGame = async (query = 'game=levelhead') =>
  (await dataOf<{ title: string }[]>(await site.ask(undefined, `/api/announcements?${query}`))).map(
    ({ title }) => title,
  );

async function create(title = WORDS['title.en-US']): Promise<string> {
  const answer = await send(LIST, 'create', { 'title.en-US': title, 'body.en-US': 'Come in.' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

let empty = '';
beforeAll(async () => void (empty = await page(LIST)));

describe('the list of announcements', () => {
  test('teaches what an announcement is where none is live', () => {
    expect(empty).toContain('No game has anything to announce.');
    expect(empty).toContain('An announcement is a message that games show when they start');
  });

  test('shows drafts, live ones and stopped ones apart, with whom they are for', async () => {
    const path = await create('Only listed');
    expect(await page(LIST)).not.toContain('Only listed');
    expect(await page(`${LIST}?state=draft`)).toContain('Only listed');
    await send(path, 'save', {
      ...WORDS,
      'title.en-US': 'Only listed',
      rev: '1',
      version: '1',
      'game.levelhead': 'on',
      versions: '<18',
    });
    await send(path, 'publish');
    const words = await page(LIST);
    for (const one of ['Only listed', 'Levelhead', '&lt;18', '100%']) expect(words).toContain(one);
    await send(path, 'stop');
    expect(await page(LIST)).not.toContain('Only listed');
    expect(await page(`${LIST}?state=stopped`)).toContain('Only listed');
  });

  test('shows what waits for its start and what is over apart from what games get, for every clock', async () => {
    const make = async (title: string, times: Record<string, string>) => {
      const path = await create(title);
      await send(path, 'save', { ...WORDS, 'title.en-US': title, ...times, rev: '1', version: '1' });
      return { path, words: await wordsOf(send(path, 'publish')) };
    };
    const now = new Date();
    const wall = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 16);
    const made = [
      await make('Waits', { starts: wall(1), clock: 'zone', zone: 'UTC' }),
      await make('Waits everywhere', { starts: wall(15), clock: 'players' }),
      await make('Somewhere', { starts: wall(13), clock: 'players' }),
      await make('Somewhere still', { ends: wall(-11), clock: 'players' }),
      await make('Over', { ends: wall(-1), clock: 'zone', zone: 'UTC' }),
      await make('Over everywhere', { ends: wall(-13), clock: 'players' }),
    ];
    expect(made[0]?.words).toContain('It is scheduled: games get it when it starts.');
    expect(made[4]?.words).toContain('It is live, but over already: no game gets it.');
    const shownIn = async (state: string) => {
      const words = await page(`${LIST}?state=${state}`);
      return ['Waits ', 'Waits everywhere', 'Somewhere ', 'Somewhere still', 'Over ', 'Over everywhere'].filter(
        (title) => words.includes(title),
      );
    };
    expect(await shownIn('scheduled')).toEqual(['Waits ', 'Waits everywhere']);
    expect(await shownIn('live')).toEqual(['Somewhere ', 'Somewhere still']);
    expect(await shownIn('ended')).toEqual(['Over ', 'Over everywhere']);
    expect(await page(made[0]?.path ?? '')).toContain('Scheduled');
    for (const state of ['scheduled', 'live', 'ended'])
      expect((await send(LIST, 'stopMany', { state, whole: 'on' })).status).toBe(200);
    expect(await shownIn('live')).toEqual([]);
    expect((await shownIn('stopped')).length).toBe(6);
  });

  test('shows those that one game gets', async () => {
    const path = await create('Levelhead alone');
    const words = { ...WORDS, 'title.en-US': 'Levelhead alone', rev: '1', version: '1' };
    await send(path, 'save', { ...words, 'game.levelhead': 'on' });
    expect(await page(`${LIST}?state=draft&game=levelhead`)).toContain('Levelhead alone');
    expect(await page(`${LIST}?state=draft&game=crashlands`)).not.toContain('Levelhead alone');
    expect(await page(`${LIST}?state=draft&game=nonsense`)).toContain('Levelhead alone');
    expect(await page(`${LIST}?state=scheduled&game=crashlands`)).toContain('This game has none here.');
  });

  test('stops the chosen ones together, and takes that back together', async () => {
    const paths = [await create('Many 1'), await create('Many 2'), await create('Many 3')];
    for (const path of paths) await send(path, 'publish');
    const [first = '', second = ''] = paths.map((path) => path.slice(LIST.length + 1));
    const chosen = [
      ['intent', 'announcements.stopMany'],
      ['item', first],
      ['item', second],
      ['item', 'nonsense'],
    ];
    const html = await (await site.submit('staff', LIST, chosen)).text();
    expect(html).toContain('2 are stopped: no game gets them anymore.');
    expect(await titlesInGame()).toEqual(['Many 3']);
    const [, ids = ''] = /name="ids" value="([^"]+)"/.exec(html) ?? [];
    expect(await wordsOf(send(LIST, 'publishMany', { ids }))).toContain('They are live again.');
    expect((await titlesInGame()).toSorted()).toEqual(['Many 1', 'Many 2', 'Many 3']);
    expect((await page(paths[0] ?? '', 'admin')).match(/the announcement Many 1/g)?.length).toBeGreaterThanOrEqual(4);
    expect(await wordsOf(send(LIST, 'stopMany', { whole: 'on', state: 'live' }))).toContain('3 are stopped');
  });

  test('goes on behind fifty', async () => {
    for (let at = 0; at < 51; at += 1) await create(`Draft ${at}`);
    const html = await (await site.ask('staff', `${LIST}?state=draft`)).text();
    const [, next = ''] = /href="([^"]*state=draft&amp;after=[^"]+)"/.exec(html) ?? [];
    expect(await page(next.replaceAll('&amp;', '&'))).toContain('Draft 0');
    expect(await page(`${LIST}?state=draft&after=nonsense`)).toContain('Draft 50');
  });
});

describe('the page of an announcement', () => {
  test('makes it live, stops it, and takes either back', async () => {
    const path = await create();
    expect(await titlesInGame()).toEqual([]);
    expect(await wordsOf(send(path, 'publish'))).toContain('It is live: games get it from now on.');
    expect(await titlesInGame()).toEqual(['The Tower is open']);
    const stopped = await (await send(path, 'stop')).text();
    expect(stopped).toContain('value="announcements.publish"');
    expect(await titlesInGame()).toEqual([]);
  });

  test('saves all that it asks for, and games are told at once', async () => {
    const path = await create();
    await send(path, 'publish');
    const fields = {
      ...WORDS,
      'title.de-DE': 'Der Turm ist offen',
      'body.de-DE': 'Komm rein.',
      link: 'https://www.example.com/tower',
      'game.levelhead': 'on',
      'platform.windows': 'on',
      versions: '>=17.9 <17.36.4',
      clock: 'players',
      starts: '2020-01-01T09:00',
      ends: '2999-01-01T09:00',
      priority: '7',
      share: '100',
      isOnce: 'on',
      rev: '2',
      version: '1',
    };
    expect(await wordsOf(send(path, 'save', fields))).toContain('Saved.');
    const query = 'game=levelhead&platform=windows&version=17.9&locale=de&zone=Asia/Tokyo';
    expect(await dataOf(await site.ask(undefined, `/api/announcements?${query}`))).toMatchObject([
      {
        title: 'Der Turm ist offen',
        body: 'Komm rein.',
        link: 'https://www.example.com/tower',
        priority: 7,
        startsAt: '2020-01-01T00:00:00.000Z',
        endsAt: '2999-01-01T00:00:00.000Z',
        isOnce: true,
      },
    ]);
    const html = await (await site.ask('staff', path)).text();
    expect(html).toMatch(/name="game.levelhead"[^>]*checked/);
    expect(html).toContain('value="2020-01-01T09:00"');
    await send(path, 'stop');
  });

  test.each([
    ['title.en-US', '', 'It needs a title and a text in English.'],
    ['title.de-DE', 'Halb', 'A language needs both, a title and a text.'],
    ['body.en-US', 'x'.repeat(2001), 'That is too long.'],
    ['link', 'javascript:alert(1)', 'A link is an address that begins with https://.'],
    ['link', 'https://www.example.com/\u0007', 'A link is an address that begins with https://.'],
    ['link', 'https://staff:secret@www.example.com', 'A link is an address that begins with https://.'],
    ['link', 'http://www.example.com', 'A link is an address that begins with https://.'],
    ['versions', 'soon', 'That isn’t a range of versions'],
    ['starts', '2026-02-30T09:00', 'That isn’t a date with a time.'],
    ['ends', '1999-01-01T09:00', 'It would end before it starts.'],
    ['zone', 'Mars/Olympus', 'That isn’t a time zone'],
    ['share', '101', 'A share is a number from 0 to 100.'],
    ['share', '-1', 'A share is a number from 0 to 100.'],
    ['priority', '1.5', 'A priority is a whole number from 0 to 100.'],
  ])('refuses %s “%s” at its field and keeps what was typed', async (field, value, words) => {
    const path = await create();
    const typed = { ...WORDS, starts: '2000-01-01T09:00', link: '', rev: '1', version: '1', [field]: value };
    const answer = await send(path, 'save', { ...typed, 'platform.switch': 'on' });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain(words);
    expect(html).toMatch(/name="platform.switch"[^>]*checked/);
    expect(html).toContain('aria-invalid="true"');
  });

  test('overwrites nothing that somebody else has saved meanwhile', async () => {
    const path = await create();
    const save = (title: string, rev: string) =>
      send(path, 'save', { ...WORDS, 'title.en-US': title, rev, version: '1' });
    expect((await save('Mine', '1')).status).toBe(200);
    expect((await save('Theirs', '1')).status).toBe(412);
    expect(await page(path)).toContain('Mine');
  });

  test('says the same after it was saved without a change, with nothing in its history', async () => {
    const path = await create();
    const typed = { ...WORDS, 'game.levelhead': 'on', clock: 'players', starts: '2020-01-01T09:00', version: '1' };
    expect(await wordsOf(send(path, 'save', { ...typed, rev: '1' }))).toContain('Undo');
    expect(await wordsOf(send(path, 'save', { ...typed, rev: '2' }))).not.toContain('Undo');
    expect((await page(path, 'admin')).match(/changed the announcement/g)).toHaveLength(1);
  });

  test('keeps texts plain: no control character reaches a game, and what looks like markup is text', async () => {
    const path = await create();
    const typed = {
      ...WORDS,
      'title.en-US': '\u0007<b>Tower</b>\u001B[31m\n2 \u{1F468}\u200D\u{1F469}',
      'body.en-US': ' One\r\n\tTwo\rThree\u007F [c_red]&amp;\n',
      rev: '1',
      version: '1',
    };
    await send(path, 'save', typed);
    await send(path, 'publish');
    expect(await dataOf(await site.ask(undefined, '/api/announcements?game=levelhead'))).toMatchObject([
      { title: '<b>Tower</b> [31m 2 \u{1F468}\u200D\u{1F469}', body: 'One\n Two\nThree  [c_red]&amp;' },
    ]);
    const html = await (await site.ask('staff', path)).text();
    expect(html).not.toContain('<b>Tower');
    await send(path, 'stop');
  });

  test('keeps what it said before, and puts it back', async () => {
    const path = await create('First');
    const saved = await (
      await send(path, 'save', { ...WORDS, 'title.en-US': 'Second', rev: '1', version: '1' })
    ).text();
    expect(saved).toContain('value="announcements.putBack"');
    expect(await wordsOf(send(path, 'putBack', { rev: '2', version: '1' }))).toContain(
      'It says again what it said then.',
    );
    const words = await page(path);
    expect(words).toContain('First · Game announcements');
    expect(words).toContain('Put back “Second”, version 2');
    expect((await send(path, 'putBack', { rev: '2', version: '2' })).status).toBe(412);
    expect((await send(path, 'putBack', { rev: '3', version: '99' })).status).toBe(404);
  });

  test('tells who did what in its history', async () => {
    const path = await create();
    await send(path, 'publish');
    const words = await page(path, 'admin');
    expect(words).toMatch(/Waffle Lieutenant wrote the announcement The Tower is open/);
    expect(words).toMatch(/Waffle Lieutenant made the announcement The Tower is open live/);
    expect(await page(path)).not.toContain('made the announcement');
    await send(path, 'stop');
  });

  test('makes a draft that says the same, which says that it is one', async () => {
    const path = await create('Again');
    await send(path, 'save', { ...WORDS, 'title.en-US': 'Again', versions: '<18', rev: '1', version: '1' });
    await send(path, 'publish');
    const location = (await send(path, 'duplicate')).headers.get('location') ?? '';
    const html = await (await site.ask('staff', location)).text();
    expect(html).toContain('This is the copy: a draft that no game gets yet.');
    expect(html).toContain('value="&lt;18"');
    expect(await titlesInGame('game=levelhead&version=17')).toEqual(['Again']);
    await send(path, 'stop');
  });

  test('is deleted with all of it, but not while it is live', async () => {
    const path = await create();
    await send(path, 'publish');
    expect((await send(path, 'delete')).status).toBe(409);
    await send(path, 'stop');
    expect((await send(path, 'delete')).headers.get('location')).toBe(LIST);
    expect((await site.ask('staff', path)).status).toBe(404);
  });
});

describe('the preview', () => {
  const preview = (query: Record<string, string>) => page(`${LIST}/preview?${new URLSearchParams(query).toString()}`);

  test('shows what such a game gets at that time, drafts too, and why it gets nothing else', async () => {
    const path = await create('A look ahead');
    const fields = {
      ...WORDS,
      'title.en-US': 'A look ahead',
      'title.de-DE': 'Ein Blick voraus',
      'body.de-DE': 'Bald.',
      'game.crashlands': 'on',
      'platform.ios': 'on',
      versions: '>=2',
      clock: 'players',
      starts: '2030-06-01T09:00',
      ends: '2030-06-02T09:00',
      share: '0',
      needsOwnText: 'on',
      rev: '1',
      version: '1',
    };
    await send(path, 'save', fields);
    const right = {
      game: 'crashlands',
      platform: 'ios',
      version: '2.1',
      locale: 'de-DE',
      at: '2030-06-01T10:00',
      zone: 'Asia/Tokyo',
    };
    const reasons: [Record<string, string>, string][] = [
      [{ game: 'levelhead' }, 'It is for another game.'],
      [{ platform: '' }, 'It is for another platform.'],
      [{ version: '' }, 'It is for certain versions, and the game doesn’t tell its own.'],
      [{ version: '1.9' }, 'It is for other versions.'],
      [{ locale: 'ja-JP' }, 'It has no text in this language.'],
      [{ at: '2030-06-01T08:59' }, 'It hasn’t started yet.'],
      [{ at: '2030-06-02T09:00' }, 'It is over.'],
      [{}, 'It is for a share of players, and the game doesn’t tell its installation.'],
      [{ installation: 'mine' }, 'This installation isn’t in its share.'],
    ];
    for (const [wrong, words] of reasons) expect(await preview({ ...right, ...wrong })).toContain(words);
    await send(path, 'save', { ...fields, share: '100', rev: '2', version: '2' });
    const words = await preview(right);
    expect(words).toContain('Ein Blick voraus Bald.');
    expect(words).toContain('Draft');
  });

  test('says which zone it does not know', async () => {
    expect(await preview({ zone: 'Mars/Olympus' })).toContain('That isn’t a time zone, such as Europe/Berlin.');
  });
});
