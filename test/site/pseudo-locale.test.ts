import { beforeAll, expect, test } from 'vitest';

import { LOCALES, PSEUDO_LOCALE, localePath } from '#app/current/locale.ts';
import { STAGES } from '#app/current/stage.ts';
import { createSignIn } from '#app/dev/sign-in.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { STORES, SYSTEM_NAMES } from '#app/games/stores.ts';
import { games } from '#content/games.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { show } from '#content/podcast.ts';
import { studio, stages } from '#content/studio.ts';
import { team } from '#content/team.ts';

import { CAST } from '../cast.ts';
import { textsIn } from '../page-texts.ts';
import { MOVED, SCREENS } from '../screens.ts';
import { useTestSite } from '../site.ts';
import { createCrate, createItem } from '../storage.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();
const POST = { title: 'A post', blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
let ticket: string;

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  await createItem(site, crate, 'creator', { name: 'a-post', map: POST });
  await createItem(site, crate, 'creator', { name: 'a-hidden-post', map: POST, tags: ['hidden'] });
  await createItem(site, crate, 'creator', { name: 'an-unlisted-post', map: POST, tags: ['unlisted'] });
  ticket = new URL((await createSignIn(systemCurrent(site.parts), 'player')).url).pathname;
});

/** What may stand on a page in plain letters although no element around it says that it is in English. */
const PLAIN = {
  names: [
    studio.name,
    show.title,
    'Community Edition API',
    ...games.map(({ name }) => name),
    ...team.map(({ name }) => name),
  ],
  people: Object.values(CAST).flatMap(({ alias, userId }) => [alias, userId]),
  stages: Object.values(stages).map(({ name }) => name),
  // They have names of their own, which no locale translates.
  stores: Object.values(STORES).flatMap(({ name, subscription = name }) => [name, subscription]),
  systems: [...Object.values(SYSTEM_NAMES), ...PLATFORMS],
  formats: ['RSS', 'Atom', 'JSON Feed'],
  networks: ['Bluesky', 'Reddit'],
  languages: ['English'],
  topics: ['no-such-topic'],
  // The head of a page cannot say that one sentence of it is in another language.
  heads: [studio.description, POST.title, POST.blurb, ...games.map(({ tagline }) => tagline)],
  subreddits: games.map(({ slug }) => slug),
  addresses: ['https://', 'a.example', studio.pressEmail],
};
const PLAIN_TEXTS = Object.values(PLAIN)
  .flat()
  .toSorted((one, other) => other.length - one.length);

const PLAIN_SHAPES = [
  // Browsers have no such language, so dates and lists are said by the rules of English.
  /\b\d{1,2}:\d{2}\s[AP]M\b/gu,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /\b(?:[A-Z][a-z]{2}|\p{Lu}\p{Ll}+) \d{1,2}, \d{4}\b/gu,
  /\b(?:now|\d+ seconds? ago)\b/,
  /,? and /g,
  // File names, sums of files, addresses, ids.
  /\b[a-z0-9-]+\.(?:png|svg)\b/g,
  /\b[0-9a-f]{64}\b/g,
  /http:\/\/localhost:8080\/\S*/g,
  /\S+@rumpus\.example\b/g,
  /@[a-z0-9-]+/g,
  // The number of the request on an error page, and the role that the page of the demo cast names.
  /\b[0-9a-f]{10}-[0-9a-z]+\b/g,
  /\bauthenticated\b/g,
];

const LATIN = /[a-z]/i;
const withoutPlain = (text: string) => {
  // Most texts have none of it to look for.
  if (!LATIN.test(text)) return text;
  const unnamed = PLAIN_TEXTS.reduce((rest, plain) => rest.replaceAll(plain, ''), text);
  return PLAIN_SHAPES.reduce((rest, shape) => rest.replace(shape, ''), unnamed);
};

test.each(SCREENS.filter(({ statuses }) => statuses !== MOVED))(
  '$address has a key for every text that a visitor or staff sees or hears',
  async ({ address }) => {
    const path = localePath(PSEUDO_LOCALE, address.replace('/dev/sign-in/{ticket}', ticket));
    for (const who of [undefined, 'staff'] as const) {
      const page = await site.ask(who, path);
      // Who is elsewhere by then sees nothing of it.
      if (page.status === 302) continue;
      const html = await page.text();
      const texts = textsIn(html);
      expect(html).toContain('<html lang="en-XA"');
      expect(texts.filter(({ text }) => /^⟦.*⟧$/s.test(text)).length).toBeGreaterThan(15);
      expect(texts.filter(({ text }) => LATIN.test(withoutPlain(text)))).toEqual([]);
    }
  },
);

test('the main site has no page in the pseudo-locale, however it is spelled, and leads to none', async () => {
  const www = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  const spellings = ['', '/', '.data', '/games', '/games.data', '/404', '/dev/components'].flatMap((rest) =>
    ['/en-XA', '/en%2DXA', '/%65n-XA', '//en-XA'].map((prefix) => `${prefix}${rest}`),
  );
  for (const path of spellings) {
    const response = await www.sendRequest(path, {
      headers: { cookie: 'locale=en-XA', 'accept-language': 'en-XA, de' },
    });
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 404]);
    // A link to a place on the page itself has its address, whatever that is.
    expect([path, /⟦|href="\/en-XA[^"#]*"|lang="en-XA"/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});

test('every other stage has pages in the pseudo-locale, and offers them nowhere', async () => {
  for (const stage of STAGES.filter((one) => one !== 'www')) {
    const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
    const page = await door.sendRequest('/en-XA/games');
    const html = await page.text();
    expect([stage, page.status]).toEqual([stage, 200]);
    const offered = [...html.matchAll(/hrefLang="([^"]+)"/g)].map(([, tag]) => tag);
    expect(offered).not.toContain('en-XA');
    expect(new Set(offered).size).toBe(LOCALES.length + 1);
    for (const path of ['/', '/games', '/sitemap.xml', '/robots.txt']) {
      const headers = { cookie: 'locale=en-XA', 'accept-language': 'en-XA', locale: 'en-XA' };
      expect([path, (await (await door.sendRequest(path, { headers })).text()).includes('en-XA')]).toEqual([
        path,
        false,
      ]);
    }
  }
});
