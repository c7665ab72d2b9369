import { expect, test } from 'vitest';

import { stages } from '#content/studio.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();

async function bannerOn(stage: string, path: string): Promise<string | undefined> {
  const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
  const html = await (await door.sendRequest(path)).text();
  expect(html).toContain('</main>');
  return /<aside [^>]*stage-tape[^>]*>.*?<\/aside>/s.exec(html)?.[0];
}

test.each(['localhost', 'dev', 'sandbox', 'beta'] as const)(
  'on the %s stage every page has a banner with its name, its description and a link to the production site',
  async (stage) => {
    for (const path of ['/', '/ja-JP/games', '/404']) {
      const banner = await bannerOn(stage, path);
      expect(banner).toContain(`>${stages[stage].name}</strong>`);
      expect(banner).toContain(`<span lang="en">${stages[stage].description}</span>`);
      expect(banner).toMatch(/<a href="https:\/\/www\.rumpus\.example"[^>]*>[^<]+<\/a>/);
    }
  },
);

test('each stage has its own name and description', () => {
  const notes = Object.values(stages);
  expect(new Set(notes.map(({ name }) => name)).size).toBe(notes.length);
  expect(new Set(notes.map(({ description }) => description)).size).toBe(notes.length);
});

test('on production no page has a banner', async () => {
  for (const path of ['/', '/ja-JP/games', '/404'])
    expect([path, await bannerOn('www', path)]).toEqual([path, undefined]);
});
