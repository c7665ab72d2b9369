import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import crates from '#database/seeds/crates.json' with { type: 'json' };
import { wordsOf } from '#test/newsletters.ts';
import { useTestSite } from '#test/site.ts';
import { createItem } from '#test/storage.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';

import { SUPPORT_CRATE } from './cache-topics.ts';
import { seedAnswers } from './seed-answers.server.ts';
import { SUPPORT_TOPIC_IDS } from './topic.ts';

const site = useTestSite();
const TEXTS = import.meta.glob<string>('../../database/seeds/support/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const CRATE = `/api/storage/crates/${SUPPORT_CRATE}`;

beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (const crate of crates.filter(({ crateId }) => crateId === SUPPORT_CRATE)) {
    await createCrate(system, NewCrate.parse(crate));
  }
  await seedAnswers(system, CAST.staff.userId);
});

const read = async (path: string, who?: CastName, language = 'en') => {
  const response = await site.ask(who, path, { headers: { 'accept-language': language } });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};

const answer = (name: string, parameters: { tags: string[]; title: string; versions?: string; blurb?: string }) => {
  const { tags, ...map } = parameters;
  return createItem(site, CRATE, 'staff', { name, tags, map: { blurb: '', ...map } }, `All about ${map.title}.`);
};

interface JsonLd {
  '@type': string;
  mainEntity?: { name: string; acceptedAnswer: { text: string } }[];
}

function dataIn(html: string, type: string): JsonLd | undefined {
  const blocks = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([^<]*)</g)].flatMap(
    ([, json = '']) => {
      const read = JSON.parse(json) as JsonLd | { '@graph': JsonLd[] };
      return '@graph' in read ? read['@graph'] : [read];
    },
  );
  return blocks.find((block) => block['@type'] === type);
}

test('each topic has answers, and those that they link to are there', async () => {
  const links = new Set<string>();
  for (const topic of SUPPORT_TOPIC_IDS) {
    const { status, html } = await read(`/support/${topic}`);
    const answers = new Set(html.match(new RegExp(`(?<=href=")/support/${topic}/[^"#]+`, 'g')));
    expect([status, answers.size >= 2], topic).toEqual([200, true]);
    for (const path of answers) links.add(path);
  }
  expect(links.size).toBeGreaterThanOrEqual(40);
  for (const [file, text] of Object.entries(TEXTS)) {
    const linked = text.match(/(?<=\]\()\/support\/[^)#?]+/g) ?? [];
    expect([...links], file).toEqual(expect.arrayContaining(linked));
  }
});

test('an answer is at the address of its topic and name, and the others lead there', async () => {
  const path = '/support/sign-in/passkeys';
  for (const other of ['/support/passkeys', '/support/saves/passkeys', '/support/nothing/passkeys']) {
    expect(await read(other), other).toMatchObject({ status: 301, location: path });
  }
  expect(await read('/de-DE/support/passkeys')).toMatchObject({ status: 301, location: `/de-DE${path}` });
  for (const none of ['/support/no-such', '/support/sign-in/no-such', '/support/sign-in/no%20such%00']) {
    expect((await read(none)).status, none).toBe(404);
  }
});

test('an answer is in the language of its reader, where it is translated, at the one address', async () => {
  const path = '/support/sign-in/code-did-not-arrive';
  expect((await read(`/de-DE${path}`)).html).toContain('Die E-Mail mit meinem Code kommt nicht an');
  const list = (await read('/de-DE/support/sign-in')).html;
  expect(list).toContain('Die E-Mail mit meinem Code kommt nicht an');
  expect(list).not.toContain('The email with my code did not arrive');
  expect((await read(`/ja-JP${path}`)).html).toContain('The email with my code did not arrive');
});

test('an answer for a platform and a version takes the place of the one for all', async () => {
  const path = '/support/performance/crash-at-start';
  expect((await read(path)).html).toContain('Update the graphics driver');
  expect((await read(`${path}?platform=Android`)).html).toContain('Free some storage');
  expect((await read(`${path}?platform=Windows`)).html).toContain('Update the graphics driver');
  expect((await read(`${path}?version=1.0`)).html).toContain('Update the graphics driver');
  const { itemId } = await answer('of-old', { tags: ['topic:saves'], title: 'Of all' });
  await answer('of-old-1', { tags: ['topic:saves', 'variant', `variant:${itemId}`], title: 'Of one', versions: '<2' });
  const titleFor = async (version: string) =>
    /<h1[^>]*>([^<]*)/.exec((await read(`/support/saves/of-old?version=${version}`)).html)?.[1];
  expect([await titleFor('1.9.4'), await titleFor('2.0'), await titleFor('odd')]).toEqual([
    'Of one',
    'Of all',
    'Of all',
  ]);
  expect((await read('/support/saves')).html).not.toContain('Of one');
});

test('what is hidden is for staff at its address, and what is unlisted at its address alone', async () => {
  await answer('kept-back', { tags: ['topic:saves', 'hidden'], title: 'Kept back' });
  await answer('by-link', { tags: ['topic:saves', 'unlisted'], title: 'By link' });
  const statuses = async (who?: CastName) => [
    (await read('/support/saves/kept-back', who)).status,
    (await read('/support/kept-back', who)).status,
    (await read('/support/saves/by-link', who)).status,
  ];
  expect([await statuses(), await statuses('player')]).toEqual([
    [404, 404, 200],
    [404, 404, 200],
  ]);
  expect(await statuses('staff')).toEqual([200, 301, 200]);
  for (const path of ['/support', '/support/saves', '/support/saves/lost-save', '/sitemap/1.xml']) {
    expect((await read(path)).html, path).not.toMatch(/kept-back|by-link|Kept back|By link/);
  }
  expect((await read('/support/saves/by-link')).html).toMatch(/<meta name="robots" content="noindex/);
});

test('search engines get the questions with their answers, and the pages are in the sitemap', async () => {
  const one = dataIn((await read('/support/sign-in/why-no-password')).html, 'FAQPage')?.mainEntity ?? [];
  expect(one).toMatchObject([
    { name: 'Why is there no password?', acceptedAnswer: { text: expect.stringContaining('six-digit') as string } },
  ]);
  const all = dataIn((await read('/support/sign-in')).html, 'FAQPage')?.mainEntity ?? [];
  expect(all.map(({ name }) => name)).toContain('Why is there no password?');
  const sitemap = (await read('/sitemap/1.xml')).html;
  for (const path of ['/support', '/support/sign-in', '/support/sign-in/why-no-password']) {
    expect(sitemap).toContain(`<loc>http://localhost:8080${path}</loc>`);
  }
});

test('an answer has others that are like it, those of its game first', async () => {
  const html = (await read('/support/games/levelhead-report')).html;
  const [, related = ''] = /id="related"([^]*)/.exec(html) ?? [];
  const [first] = related.match(/(?<=href=")\/support\/[^"]+/g) ?? [];
  expect(first).toBe('/support/games/levelhead-my-level');
  expect(await wordsOf(await site.ask(undefined, '/support/games/levelhead-report'))).toContain('Still stuck?');
});
