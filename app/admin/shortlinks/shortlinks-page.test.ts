import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { NewShortlink } from '#app/shortlinks/shortlink.ts';
import { createShortlink, getShortlink } from '#app/shortlinks/shortlinks.server.ts';
import { flushVisits } from '#app/shortlinks/visits.server.ts';
import { openTestSite, useTestSite } from '#test/site.ts';

const site = useTestSite();
const LIST = '/admin/shortlinks';
const PAGE = `${LIST}/trailer`;
const TARGET = 'https://store.example.com/game';
const wordsOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = (path: string) => wordsOf(site.ask('staff', path));
const send = (path: string, intent: string, fields: Record<string, string> | string[][] = {}) =>
  site.submit('staff', path, [
    ['intent', `shortlinks.${intent}`],
    ...(Array.isArray(fields) ? fields : Object.entries(fields)),
  ]);
const system = () => systemCurrent(site.parts);
const find = (slug: string) => getShortlink(system(), slug);
const create = (slug: string, more: object = {}) =>
  createShortlink(system(), NewShortlink.parse({ target: TARGET, slug, ...more }));

let emptyList = '';
beforeAll(async () => {
  emptyList = await page(LIST);
  const made = await send(LIST, 'create', { target: TARGET, slug: 'trailer', title: 'The trailer', tags: 'launch' });
  expect([made.status, made.headers.get('location')]).toEqual([303, PAGE]);
});

describe('the list of shortlinks', () => {
  test('teaches what one is where there is none, and lists them by state, tag and words', async () => {
    expect(emptyList).toContain('A shortlink is a short address of ours');
    await create('hidden', { tags: ['winter'], expiresAt: '2020-01-01T00:00:00Z' });
    expect(await page(LIST)).toContain('/go/trailer');
    expect(await page(LIST)).not.toContain('/go/hidden');
    expect(await page(`${LIST}?list=ended`)).toContain('/go/hidden');
    expect(await page(`${LIST}?tag=launch`)).toContain('/go/trailer');
    expect(await page(`${LIST}?tag=winter`)).not.toContain('/go/trailer');
    for (const text of ['trailer', 'THE', 'store.example.com', 'trai', 'launch'])
      expect([text, (await page(`${LIST}?text=${text}`)).includes('/go/trailer')]).toEqual([text, true]);
    expect(await page(`${LIST}?text=nothing`)).toContain('No shortlink is like that.');
    const newest = (await find('trailer')).shortlinkId;
    expect(await page(`${LIST}?list=ended&after=${newest}`)).not.toContain('/go/hidden');
  });

  test.each([
    ['a target that is none', { target: 'javascript:alert(1)' }, 400, 'Shortlinks lead to whole addresses'],
    ['a name that is reserved', { target: TARGET, slug: 'login' }, 400, 'That name is reserved'],
    ['a name that looks like another', { target: TARGET, slug: 'traiIer' }, 409, 'one that looks like it'],
    ['a name that cannot be one', { target: TARGET, slug: 'The Trailer' }, 400, 'Use lowercase letters'],
    ['tags that are none', { target: TARGET, tags: 'Ä!' }, 400, 'Tags are words of'],
  ])('refuses %s at its field', async (_, fields: Record<string, string>, status, words) => {
    if (fields['slug'] === 'traiIer') fields['slug'] = 'trai1er';
    const answer = await send(LIST, 'create', fields);
    expect(answer.status).toBe(status);
    expect(await wordsOf(answer)).toContain(words);
  });

  test('changes tags, ends and deletes many at once, and takes each back', async () => {
    await create('many-a', { tags: ['old', 'kept'] });
    await create('many-b');
    const chosen = ['many-a', 'many-b'].map((slug) => ['item', slug]);
    const undoIn = (html: string) => /name="before" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const tagged = await (await send(LIST, 'tagMany', [...chosen, ['many', 'new -old']])).text();
    expect(tagged).toContain('The tags of 2 shortlinks were changed.');
    expect([(await find('many-a')).tags, (await find('many-b')).tags]).toEqual([['kept', 'new'], ['new']]);
    await send(LIST, 'putBack', { before: undoIn(tagged) });
    expect([(await find('many-a')).tags, (await find('many-b')).tags]).toEqual([['old', 'kept'], []]);
    const ended = await (await send(LIST, 'expireMany', chosen)).text();
    expect((await site.ask(undefined, '/go/many-a')).status).toBe(410);
    await send(LIST, 'putBack', { before: undoIn(ended) });
    expect((await find('many-a')).expiresAt).toBeNull();
    const deleted = await (await send(LIST, 'deleteMany', chosen)).text();
    expect(deleted).toContain('2 shortlinks were deleted.');
    await send(LIST, 'restoreMany', { slugs: 'many-a many-b' });
    expect((await find('many-b')).deletedAt).toBeNull();
    expect(
      await wordsOf(
        send(LIST, 'tagMany', [
          ['whole', 'on'],
          ['text', 'many'],
          ['many', 'all'],
        ]),
      ),
    ).toContain('The tags of 2 shortlinks');
  });

  test('is not there on production, where shortlinks lead on all the same', async () => {
    const www = await openTestSite({ PUBLIC_URL: 'https://www.rumpus.example', STAGE: 'www' });
    const current = systemCurrent(www.parts);
    await createShortlink(current, NewShortlink.parse({ target: TARGET, slug: 'there' }));
    expect((await www.ask('super', LIST)).status).toBe(404);
    expect((await www.ask(undefined, '/go/there')).headers.get('location')).toBe(TARGET);
    await www.close();
  });
});

describe('the page of a shortlink', () => {
  test('changes where it leads by rules and a campaign, and goes back to where it led', async () => {
    const fields = {
      target: `${TARGET}/two`,
      rev: '1',
      'utm.source': 'poster',
      'rules.0.target': 'https://apps.example.com/',
      'rules.0.devices': 'ios',
      'rules.0.locales': 'de-DE, fr-FR',
      'rules.0.countries': 'de jp',
      'rules.0.from': '2026-01-01T00:00',
      'rules.0.share': '50',
    };
    expect(await wordsOf(send(PAGE, 'lead', fields))).toContain('Saved.');
    expect(await find('trailer')).toMatchObject({
      target: `${TARGET}/two`,
      utm: { source: 'poster' },
      rules: [
        {
          target: 'https://apps.example.com/',
          devices: ['ios'],
          locales: ['de-DE', 'fr-FR'],
          countries: ['DE', 'JP'],
          from: '2026-01-01T00:00:00.000Z',
          share: 50,
        },
      ],
    });
    expect((await send(PAGE, 'lead', fields)).status).toBe(412);
    await send(PAGE, 'restoreTarget', { rev: '1' });
    expect(await find('trailer')).toMatchObject({ target: TARGET, rules: [], utm: {}, rev: 3 });
  });

  test.each([
    ['a rule that leads nowhere', { 'rules.0.target': '//evil.example' }, 'Shortlinks lead to whole addresses'],
    ['a share that is none', { 'rules.0.target': TARGET, 'rules.0.share': '101' }, 'A whole number from 1 to 100.'],
    ['a language that is none', { 'rules.0.target': TARGET, 'rules.0.locales': 'xx' }, 'That isn’t the code'],
  ])('refuses %s at its field', async (_, fields, words) => {
    const answer = await send(PAGE, 'lead', { target: TARGET, rev: String((await find('trailer')).rev), ...fields });
    expect(answer.status).toBe(400);
    expect(await wordsOf(answer)).toContain(words);
  });

  test('shows its visits, with a spreadsheet that runs nothing, and its QR codes', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', referer: 'https://a.example/' };
    await site.ask(undefined, '/go/trailer', { headers });
    await flushVisits(system());
    expect(await page(`${PAGE}?span=day`)).toMatch(/a\.example/);
    const csv = await site.ask('staff', `${PAGE}/visits.csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toMatch(/day,field,value,visits\r\n\d{4}-\d\d-\d\d,kind,visits,1\r\n/);
    const svg = await site.ask('staff', `${PAGE}/qr/trailer.svg`);
    expect([svg.headers.get('content-type'), (await svg.text()).slice(0, 4)]).toEqual(['image/svg+xml', '<svg']);
    const png = await site.ask('staff', `${PAGE}/qr/trailer.png`);
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    for (const path of ['visits.csv', 'qr/trailer.svg'])
      expect((await site.ask('player', `${PAGE}/${path}`)).status).toBe(404);
  });
});
