import { expect, test } from 'vitest';

import type { Role } from '#app/current/role.ts';
import { STAGES } from '#app/current/stage.ts';
import { studio } from '#content/studio.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

import { placesFor } from './navigation.tsx';

const site = useTestSite();
const EVERYONE = ['/games', '/blog', '/news', '/podcast', '/feedbag', '/support'];
const COMMUNITY_DOCS = ['/api/docs/community-edition'];
const STUDIO = ['/api/docs', '/admin'];

/** Role, cast member, and the places beside everyone's: off production and on it. */
const SEEN: [Role, CastName | undefined, string[], string[]][] = [
  ['public', undefined, COMMUNITY_DOCS, []],
  ['authenticated', 'player', COMMUNITY_DOCS, []],
  ['staff', 'staff', STUDIO, []],
  ['admin', 'admin', STUDIO, []],
  ['super', 'super', STUDIO, []],
];

test.each(SEEN)(
  'with every page built, %s sees its API docs off production, and staff and above the admin area there',
  (role, _who, seen, onProduction) => {
    for (const stage of STAGES) {
      const places = placesFor({ role, stage }).map(({ to }) => to);
      expect([stage, places]).toEqual([stage, [...EVERYONE, ...(stage === 'www' ? onProduction : seen)]]);
    }
  },
);

test.each(SEEN)('%s sees only the places whose pages exist', async (role, who, seen) => {
  const places = [...EVERYONE, ...seen];
  const answers = await Promise.all(places.map((path) => site.ask(who, path)));
  const there = places.filter((_path, at) => answers[at]?.status === 200);
  expect(placesFor({ role, stage: 'localhost' }).map(({ to }) => to)).toEqual(there);
  const html = await (await site.ask(who, '/')).text();
  const [, list = ''] = /<ul id="menu"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  const links = [...list.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(there);
});

test('the header, the home page and the footer link to our other sites, which learn nothing of the page', async () => {
  const html = await (await site.ask(undefined, '/')).text();
  const linksIn = (part: RegExp) => {
    const [text = ''] = part.exec(html) ?? [];
    return [...text.matchAll(/<a href="(http[^"]*)" rel="([^"]*)"/g)].map(([, href, rel]) => [href, rel]);
  };
  expect(linksIn(/<ul id="menu".*?<\/ul>/s)).toEqual([[studio.links.chat, 'noopener']]);
  expect(linksIn(/<section aria-labelledby="chat".*?<\/section>/s)).toEqual([[studio.links.chat, 'noopener']]);
  const elsewhere = linksIn(/<nav aria-label="Elsewhere".*?<\/nav>/s);
  expect(elsewhere).toEqual(Object.values(studio.links).map((href) => [href, 'noopener me']));
});

test('every page has the login panel, once, which #login opens', async () => {
  for (const path of ['/', '/about', '/de-DE/games', '/login', '/no-such-page']) {
    const html = await (await site.ask(undefined, path)).text();
    expect([path, html.match(/<dialog [^>]*id="login"[^>]*>/g)]).toEqual([
      path,
      [expect.stringContaining('popover="auto"')],
    ]);
  }
});

test('the language selector keeps the query of the page except local-cache-id', async () => {
  const html = await (await site.ask(undefined, '/changelog?version=%3E%3D17&local-cache-id=x')).text();
  const [link = ''] = /<a [^>]*hrefLang="ja-JP"[^>]*>/i.exec(/<footer.*<\/footer>/s.exec(html)?.[0] ?? '') ?? [];
  expect(link).toContain('href="/ja-JP/changelog?version=%3E%3D17"');
});
