import { expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import { STAGES } from '#app/current/stage.ts';

import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();

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
