import { beforeAll, describe, expect, test } from 'vitest';

import { LOCALES, htmlLang, isComplete, localePath } from '#app/current/locale.ts';

import { inTurn } from '../properties/cases.ts';
import { seedScreens } from '../screen-world.ts';
import type { ScreenWorld } from '../screen-world.ts';
import { SCREENS } from '../screens.ts';
import type { Screen } from '../screens.ts';
import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';

const site = useTestSite();
const MAIN = 'https://www.rumpus.example';
let world: ScreenWorld;
let main: TestApp;
let beta: TestApp;

beforeAll(async () => {
  main = openTestApp(site, { PUBLIC_URL: MAIN });
  beta = openTestApp(site, { PUBLIC_URL: 'https://beta.rumpus.example' });
  world = await seedScreens(site);
});

const PUBLIC = SCREENS.filter(({ isPublic }) => isPublic);
/** Development has pages of its own, and no page of it has a canonical address. */
const isOnMain = ({ file }: Screen) => !file.startsWith('dev/');

/** The alternates of a page by language, as its head names them. */
function alternatesIn(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)];
  return Object.fromEntries(links.map(([, language = '', href = '']) => [language, href]));
}

function canonicalIn(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
}

/** In `npm run test:full` all languages of each screen, else so many of them that seven screens in a row have all. */
const LANGUAGE_SHARE = process.env.FULL === undefined ? 7 : 1;
/** The door decides on a language, whatever is asked for: what is tried with one screen is not tried with the next. */
const turnOf = (screen: Screen) => PUBLIC.indexOf(screen);
const NO_LOCALES = ['/xx-XX', '/en', '/en-us', '/es-419'];
/** What a browser sends, and the language of what it gets. */
const WISHES: [Record<string, string>, string][] = [
  [{ cookie: 'locale=ko-KR', 'accept-language': 'tr' }, 'ko-KR'],
  [{ cookie: 'locale=xx-XX', 'accept-language': 'tr' }, 'tr-TR'],
  [{ 'accept-language': 'es-MX, en' }, 'es-419'],
  [{ 'accept-language': 'tlh' }, 'en-US'],
];

describe.each(PUBLIC)('$address', (screen) => {
  test.each(LOCALES.filter((_, at) => (turnOf(screen) + at) % LANGUAGE_SHARE === 0))(
    'answers under %s in that language, points to itself in every complete one, and keeps a complete one in its canonical address',
    async (locale) => {
      const path = localePath(locale, world.addressOf(screen));
      const headers = { cookie: 'locale=ko-KR', 'accept-language': 'tr' };
      const response = await (isOnMain(screen)
        ? main.sendRequest(`${path}?utm=x`, { headers })
        : site.ask(undefined, path, { headers }));
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain(`<html lang="${htmlLang(locale)}"`);
      const origin = isOnMain(screen) ? MAIN : site.parts.config.publicUrl;
      expect(alternatesIn(html)).toEqual({
        ...Object.fromEntries(
          LOCALES.filter(isComplete).map((one) => [
            htmlLang(one),
            `${origin}${localePath(one, world.addressOf(screen))}`,
          ]),
        ),
        'x-default': `${origin}${world.addressOf(screen)}`,
      });
      const canonical = isComplete(locale) ? path : world.addressOf(screen);
      expect(canonicalIn(html)).toBe(isOnMain(screen) ? `${MAIN}${canonical}` : undefined);
    },
  );

  test.each(inTurn(WISHES, turnOf(screen)))(
    'without a prefix is in the language of the cookie, else of the browser, else in English, and names its canonical address without its query: %o',
    async (headers, language) => {
      const address = world.addressOf(screen);
      const response = await (isOnMain(screen)
        ? main.sendRequest(`${address}?utm=x`, { headers })
        : site.ask(undefined, address, { headers }));
      const html = await response.text();
      expect(/<html lang="([^"]+)"/.exec(html)?.[1]).toBe(language);
      expect(canonicalIn(html)).toBe(isOnMain(screen) ? `${MAIN}${address}` : undefined);
    },
  );

  test.each(inTurn(NO_LOCALES, turnOf(screen)))(
    'does not answer under %s, which is no locale of ours',
    async (prefix) => {
      expect(
        (await site.ask(undefined, `${prefix}${screen.address === '/' ? '' : world.addressOf(screen)}`)).status,
      ).toBe(404);
    },
  );
});

test('the data of a page has no locale either that is none of ours, also when one loader alone is asked', async () => {
  for (const query of ['', `?_routes=${encodeURIComponent('site/screens/about')}`]) {
    const text = await (await site.ask(undefined, `/xx-XX/about.data${query}`)).text();
    expect(text).toContain("We don't have what you're looking for.");
  }
});

test.each(PUBLIC.filter((screen) => isOnMain(screen) && inTurn([true, false, false], turnOf(screen)).includes(true)))(
  '$address names no canonical address on another stage',
  async (screen) => {
    expect(canonicalIn(await (await beta.sendRequest(`${world.addressOf(screen)}?utm=x`)).text())).toBeUndefined();
  },
);
