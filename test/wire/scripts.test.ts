import { readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';

/** What the public does not know of: the game that is not out, and the pack that is for staff. */
const SECRETS = /how-many-dudes|how many dudes|rumpus-pack|rumpus pack/i;
const PAGES = ['/', '/games', '/games/levelhead', '/dev/components'];

describe('what browsers load', () => {
  test('reveals nothing of games that the visitor may not see', async () => {
    const files = await loadedFrom(PAGES);
    expect([...files.keys()].filter((path) => /^\/assets\/root-.*\.js$/.test(path))).toHaveLength(1);
    expect(files.size).toBeGreaterThan(20);
    for (const [path, text] of files) {
      expect([path, SECRETS.exec(path)?.[0]]).toEqual([path, undefined]);
      expect([path, SECRETS.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  test('has the texts that it names, and neither a whole language nor those of mails', async () => {
    const files = await loadedFrom(['/', '/games', '/account']);
    const named = [...files].filter(([path]) => /^\/assets\/(?:\w+-)?[a-z]{2}-[A-Z]{2}-/.test(path));
    // What a locale is written in, a few hundred characters, is no text of it.
    const isCharacters = ([path, text]: [string, string]) =>
      /^\/assets\/(?:ja-JP|ko-KR|zh-CN)-/.test(path) && text.length < 1000;
    const texts = named.filter((file) => !isCharacters(file));
    const areas = texts.map(([path]) => /\/(?:(\w+)-)?en-US-/.exec(path)?.[1]);
    expect(areas).toEqual(expect.arrayContaining(['common', 'games', 'account', 'admin']));
    expect(areas).not.toContain(undefined);
    for (const [path, text] of texts)
      expect([path, /"mail\.\w+\.subject":/.exec(text)?.[0]]).toEqual([path, undefined]);
  });

  test('leads to no source map, and none of the build is served under any address', async () => {
    const files = await loadedFrom(PAGES);
    for (const [path, text] of files) expect([path, text.includes('sourceMappingURL=')]).toEqual([path, false]);
    const built = readdirSync('build/maps');
    expect(built.length).toBeGreaterThan(100);
    const names = new Set([...built, ...[...files.keys()].map((path) => `${path.slice('/assets/'.length)}.map`)]);
    const places = ['/assets/', '/maps/', '/build/maps/', '/assets/..%2f..%2fmaps%2f'];
    for (const name of names) {
      const answers = await Promise.all(places.map((place) => ask('super', `GET ${place}${name}`)));
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 404, 404, 404, 404]);
      expect(answers.some(({ text }) => text.includes('"mappings"'))).toBe(false);
    }
  });

  test('has what the pages need that the user may see', async () => {
    const headers = { accept: 'text/html' };
    const { text, status } = await ask('staff', 'GET /games/how-many-dudes', { headers });
    expect([status, text.includes('How Many Dudes?')]).toEqual([200, true]);
    const [, box = ''] = /src="(\/media\/fit-in\/[^"]*box-how-many-dudes[^"]*)"/.exec(text) ?? [];
    const shown = await ask('staff', `GET ${box}`);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    for (const who of [undefined, 'player'] as const) {
      for (const name of ['box-how-many-dudes', 'box-rumpus-pack']) {
        const { status, headers } = await ask(who, `GET ${box.replace('box-how-many-dudes', name)}`);
        expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
      }
    }
  });
});

/** The scripts of pages, whatever they import, and the addresses of whatever else they name in /assets/. */
async function loadedFrom(pages: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const waiting: string[] = [];
  for (const page of pages) {
    const { text } = await ask(undefined, `GET ${page}`, { headers: { accept: 'text/html' } });
    waiting.push(...assetsIn(text));
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const isScript = path.endsWith('.js');
    const { text = '', status = 200 } = isScript ? await ask(undefined, `GET ${path}`) : {};
    expect([path, status]).toEqual([path, 200]);
    files.set(path, text);
    if (isScript) waiting.push(...assetsIn(text));
  }
  return files;
}

function assetsIn(text: string): string[] {
  const named = text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|svg))["'`)]/g);
  return [...new Set([...named].map(([, name = '']) => `/assets/${name}`))];
}
